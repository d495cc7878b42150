/**
 * How far the text in a text area reaches. The control is laid out as one box; its text is laid out when somebody asks
 * how far it can be scrolled.
 *
 * HTML §15.5.17 https://html.spec.whatwg.org/multipage/rendering.html#the-textarea-element-2
 */
import type { Rect } from '../geometry.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import { textAreaValue } from '../html/node-state.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { Box } from './box.ts';
import { deriveStyle, WITHOUT_SIZES } from './derive-style.ts';
import type { BoxFragment } from './fragment.ts';
import { layoutTree } from './layout.ts';
import { scrollableArea } from './overflow.ts';

/** The editor inside of the control: a block with the control's text. */
const EDITOR: Partial<ComputedStyle> = {
  display: 'block',
  position: 'static',
  float: 'none',
  ...WITHOUT_SIZES,
  overflowX: 'visible',
  overflowY: 'visible',
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  paddingTop: 0,
  paddingRight: 0,
  paddingBottom: 0,
  paddingLeft: 0,
  borderTopWidth: 0,
  borderRightWidth: 0,
  borderBottomWidth: 0,
  borderLeftWidth: 0,
  contain: [],
};

/** From the control's border-box corner, with the padding at the end; `null` for everything but text areas. */
export function textAreaContent({ box, border, padding, width, height }: BoxFragment): Rect | null {
  const { node } = box;
  if (box.kind !== 'replaced' || node === null || node[LOCAL_NAME] !== 'textarea') return null;
  const value = textAreaValue(node);
  const style = deriveStyle(box.style, EDITOR);
  const editor = new Box('flow', null, null, style, false);
  const root = new Box('flow', null, null, style, false);
  const text = new Box('text', null, null, style, true);
  // A line break at the end begins a line, and so does no text at all.
  text.text = value === '' || value.endsWith('\n') ? `${value}\u200b` : value;
  editor.inlineContent = true;
  editor.replaceChildren([text]);
  root.replaceChildren([editor]);
  const left = border.left + padding.left;
  const top = border.top + padding.top;
  const viewport = {
    width: Math.max(0, width - left - border.right - padding.right),
    height: Math.max(0, height - top - border.bottom - padding.bottom),
  };
  const { fragment } = layoutTree(root, viewport, { quirks: false });
  const content = fragment.children[0]!.fragment;
  const reach = scrollableArea(fragment);
  return { x: left, y: top, w: reach.w, h: content.height + padding.bottom };
}
