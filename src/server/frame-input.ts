/**
 * What a person does in a window that shows pictures of the page: messages of the pointer, of keys and of touch.
 *
 * In:  `input_mouse`, `input_keyboard` and `input_touch`, with the words that Chrome's debugging protocol has for them.
 * Out: events of a person, in CSS pixels of the viewport; none for what says nothing new.
 */
import * as z from 'zod';
import type { PersonEvent } from '../protocol/live-methods.ts';

const place = z.number().min(-100_000).max(100_000);
const modifiers = z.int().min(0).max(15).optional();
const text = z.string().max(40).optional();

const inputMessage = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('input_mouse'),
    eventType: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved', 'mouseWheel']),
    x: place,
    y: place,
    button: z.enum(['none', 'left', 'middle', 'right', 'back', 'forward']).optional(),
    clickCount: z.int().min(0).max(100).optional(),
    deltaX: place.optional(),
    deltaY: place.optional(),
    modifiers,
  }),
  z.looseObject({
    type: z.literal('input_keyboard'),
    eventType: z.enum(['keyDown', 'rawKeyDown', 'keyUp', 'char']),
    key: text,
    text,
    modifiers,
  }),
  z.looseObject({
    type: z.literal('input_touch'),
    eventType: z.enum(['touchStart', 'touchMove', 'touchEnd', 'touchCancel']),
    touchPoints: z
      .array(z.looseObject({ x: place, y: place }))
      .max(10)
      .optional(),
  }),
]);

type InputMessage = z.output<typeof inputMessage>;
type Mouse = Extract<InputMessage, { readonly type: 'input_mouse' }>;
type Keyboard = Extract<InputMessage, { readonly type: 'input_keyboard' }>;
type Touch = Extract<InputMessage, { readonly type: 'input_touch' }>;

/** The bits of `modifiers`. */
const MODIFIERS = [
  [1, 'Alt'],
  [2, 'Control'],
  [4, 'Meta'],
  [8, 'Shift'],
] as const;

function modifiersOf(bits = 0): ('Alt' | 'Control' | 'Meta' | 'Shift')[] {
  return MODIFIERS.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : [name]));
}

/** Keys that have a name and a character at once. */
const KEY_OF_CHARACTER: ReadonlyMap<string, string> = new Map([
  ['\r', 'Enter'],
  ['\n', 'Enter'],
  ['\t', 'Tab'],
  ['\b', 'Backspace'],
  ['\x1b', 'Escape'],
]);

const nameOf = (character: string) => KEY_OF_CHARACTER.get(character) ?? character;

/** The messages of one window, one after the other. */
export class FrameInput {
  /** The last key that went down: the message for its character, if there is one, says the same again. */
  #pressed = '';
  #touch = { x: 0, y: 0 };

  /** What the person did; `null` when the message is none of a person's. */
  read(message: unknown): readonly PersonEvent[] | null {
    const parsed = inputMessage.safeParse(message);
    if (!parsed.success) return null;
    switch (parsed.data.type) {
      case 'input_mouse':
        return this.#mouse(parsed.data);
      case 'input_keyboard':
        return this.#key(parsed.data);
      case 'input_touch':
        return this.#touched(parsed.data);
    }
  }

  #mouse({ eventType, x, y, button, clickCount = 1, deltaX = 0, deltaY = 0, modifiers: bits }: Mouse): PersonEvent[] {
    if (eventType === 'mouseMoved') return [{ kind: 'move', x, y }];
    if (eventType === 'mouseWheel') return [{ kind: 'wheel', x, y, dx: deltaX, dy: deltaY }];
    // Buttons at the side of a mouse do nothing in a page.
    if (button === 'back' || button === 'forward') return [];
    const pressed = button === undefined || button === 'none' ? 'left' : button;
    const kind = eventType === 'mousePressed' ? 'down' : 'up';
    return [{ kind, x, y, button: pressed, count: clickCount >= 2 ? 2 : 1, modifiers: modifiersOf(bits) }];
  }

  #key({ eventType, key = '', text: written = '', modifiers: bits }: Keyboard): PersonEvent[] {
    const before = this.#pressed;
    this.#pressed = '';
    if (eventType === 'keyUp') return [];
    const name = nameOf(eventType === 'char' || key === '' ? written : key);
    if (name === '' || (eventType === 'char' && name === before)) return [];
    const isText = eventType === 'char' && !KEY_OF_CHARACTER.has(written);
    if (isText) return [{ kind: 'text', text: written }];
    if (eventType !== 'char') this.#pressed = name;
    return [{ kind: 'key', key: name, modifiers: modifiersOf(bits) }];
  }

  /** One finger is a pointer. */
  #touched({ eventType, touchPoints = [] }: Touch): PersonEvent[] {
    const [point] = touchPoints;
    if (point !== undefined) this.#touch = { x: point.x, y: point.y };
    switch (eventType) {
      case 'touchStart':
        return [{ kind: 'down', ...this.#touch }];
      case 'touchMove':
        return [{ kind: 'move', ...this.#touch }];
      case 'touchEnd':
        return [{ kind: 'up', ...this.#touch }];
      case 'touchCancel':
        // Let go outside of the page: nothing that was touched is clicked.
        return [{ kind: 'up', x: -1, y: -1 }];
    }
  }
}
