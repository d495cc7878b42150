/**
 * Which interface an element has by its name, and which interfaces stand below which.
 *
 * HTML §3.2.3 (element interface for a name), §15.3 (obsolete elements).
 */

import { SVG_INTERFACES } from './svg-interface-table.ts';

/** Interface of HTML elements by tag, where it is not plain HTMLElement. */
export const HTML_INTERFACES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  a: 'HTMLAnchorElement',
  applet: 'HTMLUnknownElement',
  area: 'HTMLAreaElement',
  audio: 'HTMLAudioElement',
  base: 'HTMLBaseElement',
  bgsound: 'HTMLUnknownElement',
  blink: 'HTMLUnknownElement',
  blockquote: 'HTMLQuoteElement',
  body: 'HTMLBodyElement',
  br: 'HTMLBRElement',
  button: 'HTMLButtonElement',
  canvas: 'HTMLCanvasElement',
  caption: 'HTMLTableCaptionElement',
  col: 'HTMLTableColElement',
  colgroup: 'HTMLTableColElement',
  data: 'HTMLDataElement',
  datalist: 'HTMLDataListElement',
  del: 'HTMLModElement',
  details: 'HTMLDetailsElement',
  dialog: 'HTMLDialogElement',
  dir: 'HTMLDirectoryElement',
  div: 'HTMLDivElement',
  dl: 'HTMLDListElement',
  embed: 'HTMLEmbedElement',
  fieldset: 'HTMLFieldSetElement',
  font: 'HTMLFontElement',
  form: 'HTMLFormElement',
  frame: 'HTMLFrameElement',
  frameset: 'HTMLFrameSetElement',
  h1: 'HTMLHeadingElement',
  h2: 'HTMLHeadingElement',
  h3: 'HTMLHeadingElement',
  h4: 'HTMLHeadingElement',
  h5: 'HTMLHeadingElement',
  h6: 'HTMLHeadingElement',
  head: 'HTMLHeadElement',
  hr: 'HTMLHRElement',
  html: 'HTMLHtmlElement',
  iframe: 'HTMLIFrameElement',
  img: 'HTMLImageElement',
  input: 'HTMLInputElement',
  ins: 'HTMLModElement',
  isindex: 'HTMLUnknownElement',
  keygen: 'HTMLUnknownElement',
  label: 'HTMLLabelElement',
  legend: 'HTMLLegendElement',
  li: 'HTMLLIElement',
  link: 'HTMLLinkElement',
  listing: 'HTMLPreElement',
  map: 'HTMLMapElement',
  marquee: 'HTMLMarqueeElement',
  menu: 'HTMLMenuElement',
  meta: 'HTMLMetaElement',
  meter: 'HTMLMeterElement',
  multicol: 'HTMLUnknownElement',
  nextid: 'HTMLUnknownElement',
  object: 'HTMLObjectElement',
  ol: 'HTMLOListElement',
  optgroup: 'HTMLOptGroupElement',
  option: 'HTMLOptionElement',
  output: 'HTMLOutputElement',
  p: 'HTMLParagraphElement',
  param: 'HTMLParamElement',
  picture: 'HTMLPictureElement',
  pre: 'HTMLPreElement',
  progress: 'HTMLProgressElement',
  q: 'HTMLQuoteElement',
  script: 'HTMLScriptElement',
  select: 'HTMLSelectElement',
  selectedcontent: 'HTMLSelectedContentElement',
  slot: 'HTMLSlotElement',
  source: 'HTMLSourceElement',
  spacer: 'HTMLUnknownElement',
  span: 'HTMLSpanElement',
  style: 'HTMLStyleElement',
  table: 'HTMLTableElement',
  tbody: 'HTMLTableSectionElement',
  td: 'HTMLTableCellElement',
  template: 'HTMLTemplateElement',
  textarea: 'HTMLTextAreaElement',
  tfoot: 'HTMLTableSectionElement',
  th: 'HTMLTableCellElement',
  thead: 'HTMLTableSectionElement',
  time: 'HTMLTimeElement',
  title: 'HTMLTitleElement',
  tr: 'HTMLTableRowElement',
  track: 'HTMLTrackElement',
  ul: 'HTMLUListElement',
  video: 'HTMLVideoElement',
  xmp: 'HTMLPreElement',
};

/** HTML elements whose interface is HTMLElement itself; any other name without a hyphen is unknown. */
const PLAIN =
  'abbr acronym address article aside b basefont bdi bdo big center cite code dd dfn dt em figcaption figure footer ' +
  'header hgroup i kbd main mark nav nobr noembed noframes noscript plaintext rb rp rt rtc ruby s samp search section ' +
  'small strike strong sub summary sup tt u var wbr';

const plainNames: Record<string, true> = { __proto__: null as never };
for (const name of PLAIN.split(' ')) plainNames[name] = true;

export function htmlInterfaceOf(localName: string): string {
  const known = HTML_INTERFACES[localName];
  if (known !== undefined) return known;
  if (plainNames[localName]) return 'HTMLElement';
  // A valid custom element name is an HTMLElement that may be upgraded.
  for (let at = 1; at < localName.length; at++) if (localName[at] === '-') return 'HTMLElement';
  return 'HTMLUnknownElement';
}

/** Every interface of the node tree with the one it inherits from. */
export const NODE_INTERFACES: readonly (readonly [name: string, parent: string])[] = [
  ['Node', 'EventTarget'],
  ['Attr', 'Node'],
  ['CharacterData', 'Node'],
  ['Text', 'CharacterData'],
  ['CDATASection', 'Text'],
  ['Comment', 'CharacterData'],
  ['ProcessingInstruction', 'CharacterData'],
  ['DocumentType', 'Node'],
  ['DocumentFragment', 'Node'],
  ['ShadowRoot', 'DocumentFragment'],
  ['Document', 'Node'],
  ['HTMLDocument', 'Document'],
  ['XMLDocument', 'Document'],
  ['Element', 'Node'],
  ['HTMLElement', 'Element'],
  ['SVGElement', 'Element'],
  ...SVG_INTERFACES,
  ['MathMLElement', 'Element'],
  ['HTMLMediaElement', 'HTMLElement'],
  ['HTMLAudioElement', 'HTMLMediaElement'],
  ['HTMLVideoElement', 'HTMLMediaElement'],
  ...[...new Set(Object.keys(HTML_INTERFACES).map((tag) => HTML_INTERFACES[tag]!))]
    .filter((name) => name !== 'HTMLAudioElement' && name !== 'HTMLVideoElement')
    .map((name) => [name, 'HTMLElement'] as const),
];
