/**
 * A wireframe of a page, as a list of marks: boxes, lines and texts.
 *
 * In:  the elements of a Spatial DOM, with their lines of text where they are known (drawn-page.ts).
 * Out: marks in page coordinates, from back to front. to-svg.ts, picture/ and the live view draw the same ones.
 */
import { type DrawnElement, INK_SIZE, type Ink } from './drawn-page.ts';
import { elementRole } from './element-role.ts';
import type { Paint } from './palette.ts';

export type Mark =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly radius: number;
      readonly fill: Paint | null;
      readonly line: Paint | null;
      readonly width: number;
    }
  /** `width` is the room that layout gave the text; `null` when it takes what it needs. */
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly width: number | null;
      readonly size: number;
      readonly text: string;
      readonly paint: Paint;
      readonly bold: boolean;
    }
  /** Points, x and y in turn, joined by a line. */
  | { readonly kind: 'line'; readonly points: readonly number[]; readonly paint: Paint; readonly width: number };

/** The baseline is so far below the middle of a line, as a share of the font size. */
const BASELINE_SHARE = 0.36;
/** The width of a character, as a share of the font size, on average. */
const ADVANCE = 0.5;
const FIELD_PADDING = 8;
/** Boxes that are smaller are signs, such as those of checkboxes. */
const SIGN = 40;

/** Boxes that are wider are parts of the page, and have no round corners. */
const WIDE = 900;

const TEXT_FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);
const TICKS: ReadonlySet<string> = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const PICTURES: ReadonlySet<string> = new Set('audio canvas embed iframe img object svg video'.split(' '));
/** Choices that stand side by side: the chosen one is marked. */
const CHOICES: ReadonlySet<string> = new Set(['tab', 'menuitem', 'option', 'treeitem']);

export function drawElement(element: DrawnElement): Mark[] {
  const marks = [...body(element), ...inkOf(element)];
  if (element.focused) marks.push(ring(element, 'focus'));
  else if (element.invalid) marks.push(ring(element, 'danger'));
  return marks;
}

/** What stands behind the text of an element, or in place of it. */
function body(element: DrawnElement): Mark[] {
  const role = elementRole(element) ?? '';
  const isField = element.tag === 'textarea' || (element.tag === 'input' && !NO_FIELDS.has(element.type ?? ''));
  if (TICKS.has(role)) return tick(element, role);
  if (role === 'slider' || role === 'progressbar' || role === 'meter') return gauge(element, role === 'slider');
  if (element.tag === 'select' || isField || TEXT_FIELDS.has(role)) return field(element);
  if (role === 'button' || (element.tag === 'input' && element.type !== undefined)) return button(element);
  if (PICTURES.has(element.tag) || role === 'img') return picture(element);
  if (role === 'dialog' || role === 'alertdialog')
    return [box(element, { fill: 'paper', line: 'fieldLine', radius: 6 })];
  if (CHOICES.has(role)) return choice(element);
  if (element.panel === true)
    return [box(element, { fill: 'panel', line: 'panelLine', radius: element.b[2] < WIDE ? 4 : 0 })];
  if (element.edges !== undefined) return edges(element, element.edges);
  if (element.clickable === true) return [box(element, { line: 'panelLine', radius: 4 })];
  return [];
}

const NO_FIELDS: ReadonlySet<string> = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'file',
  'color',
  'checkbox',
  'radio',
  'range',
]);

interface BoxLook {
  readonly fill?: Paint;
  readonly line?: Paint;
  readonly radius?: number;
  readonly width?: number;
}

function box({ b: [x, y, w, h] }: DrawnElement, { fill, line, radius = 0, width = 1 }: BoxLook): Mark {
  return {
    kind: 'box',
    x,
    y,
    w,
    h,
    radius: Math.min(radius, w / 2, h / 2),
    fill: fill ?? null,
    line: line ?? null,
    width,
  };
}

function ring({ b: [x, y, w, h] }: DrawnElement, line: Paint): Mark {
  return { kind: 'box', x: x - 3, y: y - 3, w: w + 6, h: h + 6, radius: 5, fill: null, line, width: 2 };
}

function button(element: DrawnElement): Mark[] {
  const isPressed = element.pressed === true || element.expanded === true;
  const marks = [box(element, { fill: 'button', line: isPressed ? 'accent' : 'buttonLine', radius: 5 })];
  if (element.ink === undefined) {
    const words = element.text ?? element.val ?? element.name ?? '';
    marks.push(...centred(words, element, element.disabled === true ? 'muted' : 'buttonText'));
  }
  return marks;
}

function field(element: DrawnElement): Mark[] {
  const { b, disabled, tag, val, ph, name } = element;
  const [x, y, w, h] = b;
  const marks = [box(element, { fill: disabled === true ? 'panel' : 'field', line: 'fieldLine', radius: 3 })];
  const isList = tag === 'select' && h < 2 * SIGN;
  if (isList) {
    const [right, middle] = [x + w - 14, y + h / 2];
    const points = [right - 4, middle - 2, right, middle + 2, right + 4, middle - 2];
    marks.push({ kind: 'line', points, paint: 'muted', width: 1.5 });
  }
  if (element.ink !== undefined) return marks;
  const words = val ?? ph ?? (tag === 'select' ? name : undefined) ?? '';
  const paint = val === undefined || disabled === true ? 'muted' : 'text';
  const padding = Math.min(FIELD_PADDING, w / 10);
  const room = w - 2 * padding - (isList ? 18 : 0);
  if (tag === 'textarea') return [...marks, ...paragraph(words, x + padding, y + 6, room, h - 8, paint, 16)];
  const size = Math.min(16, Math.max(8, h * 0.55));
  const text = cutTo(words, room, size);
  if (text !== '') marks.push(textMark(text, x + padding, y + h / 2 + size * BASELINE_SHARE, size, paint));
  return marks;
}

function tick(element: DrawnElement, role: string): Mark[] {
  const { b, checked, disabled } = element;
  const [x, y, w, h] = b;
  const isOn = checked === true;
  // A label that stands for a hidden control, or a sign as large as a button.
  if (w > SIGN || h > SIGN)
    return [box(element, { line: isOn ? 'accent' : 'panelLine', radius: 5, width: isOn ? 2 : 1 })];
  const fill = isOn || checked === 'mixed' ? (disabled === true ? 'muted' : 'accent') : 'field';
  const isRound = role === 'radio' || role === 'menuitemradio' || role === 'switch';
  const marks: Mark[] = [box(element, { fill, line: 'fieldLine', radius: isRound ? Math.min(w, h) / 2 : 2 })];
  if (role === 'switch' || isRound) {
    const size = Math.min(w, h) * (role === 'switch' ? 0.7 : 0.4);
    const left = role !== 'switch' ? x + (w - size) / 2 : isOn ? x + w - size - 2 : x + 2;
    const dot = { x: left, y: y + (h - size) / 2, w: size, h: size, radius: size / 2 };
    const paint = role === 'switch' ? (isOn ? 'accentText' : 'muted') : 'accentText';
    if (isOn || role === 'switch') marks.push({ kind: 'box', ...dot, fill: paint, line: null, width: 0 });
  } else if (isOn) {
    const points = [x + w * 0.22, y + h * 0.52, x + w * 0.43, y + h * 0.73, x + w * 0.8, y + h * 0.3];
    marks.push({ kind: 'line', points, paint: 'accentText', width: Math.max(1.5, w / 8) });
  } else if (checked === 'mixed') {
    marks.push({ kind: 'line', points: [x + 3, y + h / 2, x + w - 3, y + h / 2], paint: 'accentText', width: 2 });
  }
  return marks;
}

function gauge({ b, val, min = 0, max = 100 }: DrawnElement, hasThumb: boolean): Mark[] {
  const [x, y, w, h] = b;
  const share = Math.min(1, Math.max(0, (Number.parseFloat(val ?? '') - min) / (max - min))) || 0;
  const thick = Math.min(h, hasThumb ? 4 : 10);
  const bar = { kind: 'box', x, y: y + (h - thick) / 2, h: thick, radius: thick / 2, line: null, width: 0 } as const;
  const marks: Mark[] = [
    { ...bar, w, fill: 'imageLine' },
    { ...bar, w: w * share, fill: 'accent' },
  ];
  if (hasThumb) {
    const size = Math.min(h, 16);
    const left = x + (w - size) * share;
    const thumb = { x: left, y: y + (h - size) / 2, w: size, h: size, radius: size / 2 };
    marks.push({ kind: 'box', ...thumb, fill: 'accent', line: null, width: 0 });
  }
  return marks;
}

function picture(element: DrawnElement): Mark[] {
  const [x, y, w, h] = element.b;
  const marks: Mark[] = [box(element, { fill: 'image', line: 'imageLine', radius: 3 })];
  if (element.tag === 'video' || element.tag === 'audio') {
    const [cx, cy, s] = [x + w / 2, y + h / 2, Math.min(w, h) / 6];
    const points = [cx - s * 0.7, cy - s, cx + s, cy, cx - s * 0.7, cy + s, cx - s * 0.7, cy - s];
    return [...marks, { kind: 'line', points, paint: 'muted', width: 2 }];
  }
  // A small one is an icon: a cross in it would only be noise.
  if (w < 24 || h < 24) return marks;
  if (element.tag !== 'iframe') {
    marks.push({ kind: 'line', points: [x + 1, y + 1, x + w - 1, y + h - 1], paint: 'imageLine', width: 1 });
    marks.push({ kind: 'line', points: [x + 1, y + h - 1, x + w - 1, y + 1], paint: 'imageLine', width: 1 });
  }
  return [...marks, ...centred(element.name ?? element.text ?? '', element, 'muted')];
}

function edges({ b: [x, y, w, h] }: DrawnElement, sides: string): Mark[] {
  const line = (...points: number[]): Mark => ({ kind: 'line', points, paint: 'panelLine', width: 1 });
  return [
    ...(sides.includes('t') ? [line(x, y + 0.5, x + w, y + 0.5)] : []),
    ...(sides.includes('r') ? [line(x + w - 0.5, y, x + w - 0.5, y + h)] : []),
    ...(sides.includes('b') ? [line(x, y + h - 0.5, x + w, y + h - 0.5)] : []),
    ...(sides.includes('l') ? [line(x + 0.5, y, x + 0.5, y + h)] : []),
  ];
}

function choice(element: DrawnElement): Mark[] {
  const [x, y, w, h] = element.b;
  const marks: Mark[] = element.panel === true ? [box(element, { fill: 'panel', line: 'panelLine', radius: 4 })] : [];
  if (element.selected === true || element.current !== undefined) {
    marks.push({ kind: 'line', points: [x, y + h - 1, x + w, y + h - 1], paint: 'accent', width: 2 });
  }
  return marks;
}

/** The lines of text, where layout put them. */
function inkOf(element: DrawnElement): Mark[] {
  const { b, ink, disabled } = element;
  if (ink === undefined) return element.text === undefined || hasOwnWords(element) ? [] : fitted(element);
  const role = elementRole(element) ?? '';
  const isLink = role === 'link';
  const paint: Paint = disabled
    ? 'muted'
    : isLink || CHOICES.has(role)
      ? 'link'
      : role === 'button'
        ? 'buttonText'
        : 'text';
  const marks: Mark[] = element.bullet === true ? [bullet(element, ink)] : [];
  for (let at = 0; at + INK_SIZE <= ink.length; at += INK_SIZE) {
    const [dx, dy, w, h, weight, text] = ink.slice(at, at + INK_SIZE) as [
      number,
      number,
      number,
      number,
      number,
      string,
    ];
    const x = b[0] + dx;
    const size = Math.min(Math.abs(weight), h);
    const baseline = b[1] + dy + h / 2 + size * BASELINE_SHARE;
    marks.push({ ...textMark(text, x, baseline, size, paint), width: w, bold: weight < 0 });
    if (isLink) {
      const below = Math.round(baseline) + 2;
      marks.push({ kind: 'line', points: [x, below, x + w, below], paint, width: 1 });
    }
  }
  return marks;
}

/** The mark of a list item, left of its first line. */
function bullet({ b }: DrawnElement, ink: Ink): Mark {
  const [dx, dy, , h] = ink as readonly number[];
  const [x, y] = [b[0] + dx! - 15, b[1] + dy! + h! * 0.46];
  return { kind: 'box', x, y, w: 5, h: 5, radius: 2.5, fill: 'muted', line: null, width: 0 };
}

/** Elements whose words the body has drawn. */
function hasOwnWords(element: DrawnElement): boolean {
  const role = elementRole(element) ?? '';
  return (
    role === 'button' ||
    role === 'img' ||
    element.tag === 'select' ||
    element.tag === 'input' ||
    element.tag === 'textarea'
  );
}

/** Text of which only the box is known, in the largest size that fits. */
function fitted(element: DrawnElement): Mark[] {
  const [x, y, w, h] = element.b;
  return paragraph(element.text ?? '', x, y, w, h, elementRole(element) === 'link' ? 'link' : 'text', 28);
}

function paragraph(text: string, x: number, y: number, w: number, h: number, paint: Paint, largest: number): Mark[] {
  if (text === '' || w <= 0 || h <= 0) return [];
  for (let lines = 1; ; lines++) {
    const size = Math.min(largest, (h / lines) * 0.75);
    const wrapped = wrap(text, w, size);
    if (wrapped.length > lines && size > 12) continue;
    const room = Math.max(1, Math.floor(h / (size * 1.25)));
    return wrapped.slice(0, room).map((line, at) => textMark(line, x, y + size * (1 + at * 1.25), size, paint));
  }
}

function wrap(text: string, w: number, size: number): string[] {
  const most = Math.max(1, Math.floor(w / (size * ADVANCE)));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

function centred(words: string, { b: [x, y, w, h] }: DrawnElement, paint: Paint): Mark[] {
  const size = Math.min(14, Math.max(8, h * 0.5));
  const text = cutTo(words, w - 4, size);
  if (text === '' || h < 10) return [];
  const width = text.length * size * ADVANCE;
  return [textMark(text, x + (w - width) / 2, y + h / 2 + size * BASELINE_SHARE, size, paint)];
}

/** As much of a text as there is room for; nothing when that says nothing. */
function cutTo(text: string, room: number, size: number): string {
  const most = Math.floor(room / (size * ADVANCE));
  if (text.length <= most) return text;
  return most < 3 ? '' : `${text.slice(0, most - 1)}…`;
}

function textMark(text: string, x: number, y: number, size: number, paint: Paint): Extract<Mark, { kind: 'text' }> {
  return { kind: 'text', x, y, width: null, size, text, paint, bold: false };
}
