/**
 * How something is painted: the part of a command that is the same for areas and text.
 */
import type { PageNode } from '../dom/create-node.ts';
import { quote } from '../primordials.ts';
import { type Drawing, inkText } from './context-state.ts';

export interface Context extends Drawing {
  readonly canvas: PageNode;
}

export type Style = 'fillStyle' | 'strokeStyle';

/** JSON without its brackets; '' when it leaves no trace. */
export function manner({ state }: Context, style: Style): string {
  const ink = inkText(state, style);
  if (ink === '') return '';
  const { values, clip } = state;
  const mode = quote(values['globalCompositeOperation'] as string);
  return `"ink":${ink},"alpha":${values['globalAlpha']},"mode":${mode},"clip":${clip === null ? 'null' : `[${clip}]`}`;
}
