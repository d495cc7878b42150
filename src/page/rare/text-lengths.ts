/**
 * Small members that scripts measure or look for: lengths of SVG text, places of images, devices behind events.
 *
 * SVG 2 §11.5.1 (SVGTextContentElement), CSSOM View 1 §9 (HTMLImageElement), Input Device Capabilities, Input Events 2 §4
 */
import { textMetrics } from '../canvas/text.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { textContentOf } from '../dom/node-members.ts';
import { computedStyle } from '../dom/style-declaration.ts';
import { type Event, eventControl } from '../event.ts';
import { eventField } from '../event-classes.ts';
import { defineNamedAccessor, namedMethod } from '../named-function.ts';
import { defineProperty, stringSlice, trim } from '../primordials.ts';
import { recordOf } from '../record-objects.ts';
import { targetRanges } from '../target-ranges.ts';
import { defineBehaviour, defineLater, liveObject } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, givenOf } from './answers.ts';

/** The characters that are shown: white space counts as one. */
function shownText(element: PageNode): string {
  return trim(textContentOf(element).replace(/[\t\n\r ]+/g, ' '));
}

function lengthOf(element: PageNode, text: string): number {
  const style = computedStyle(element, undefined) as unknown as Record<string, string>;
  const font = `${style['fontStyle']} ${style['fontWeight']} ${style['fontSize']} ${style['fontFamily']}`;
  return text === '' ? 0 : (recordOf(textMetrics(font, text))['width'] as number);
}

function installSvgText(): void {
  defineMembers<PageNode>('SVGTextContentElement', {
    getComputedTextLength(): number {
      return lengthOf(this, shownText(this));
    },
    getSubStringLength(start: unknown, count: unknown): number {
      const text = shownText(this);
      const from = Number(start) >>> 0;
      if (from >= text.length) {
        const where = failedTo('getSubStringLength', 'SVGTextContentElement');
        const bound = `The charnum provided (${from}) is greater than or equal to the maximum bound (${text.length}).`;
        throw domException('IndexSizeError', where + bound);
      }
      return lengthOf(this, stringSlice(text, from, from + (Number(count) >>> 0)));
    },
  });
}

interface Placed {
  getBoundingClientRect(): { readonly left: number; readonly top: number };
}

function installImagePlaces(): void {
  const page = globalThis as unknown as { readonly scrollX: number; readonly scrollY: number };
  defineMembers<PageNode>('HTMLImageElement', {
    get x(): number {
      return Math.round((this as unknown as Placed).getBoundingClientRect().left + page.scrollX);
    },
    get y(): number {
      return Math.round((this as unknown as Placed).getBoundingClientRect().top + page.scrollY);
    },
  });
}

let mouse: object | null = null;

/** What a person's events come from: a mouse and a keyboard, no screen that is touched. */
function capabilities(event: unknown): object | null {
  if (!eventControl.isEvent(event) || eventField(event, 'detail') === undefined)
    throw new TypeError('Illegal invocation');
  const isOfPointer = /^(?:pointer|wheel)/.test(eventControl.type(event as Event));
  if (isOfPointer || !eventControl.isTrusted(event as Event) || eventField(event, 'inputType') !== undefined)
    return null;
  mouse ??= liveObject('InputDeviceCapabilities', { firesTouchEvents: false });
  return mouse;
}

/** On the classes of events, which are on the window by now. */
export function installEventRest(): void {
  const classes = globalThis as unknown as Record<string, { readonly prototype: object }>;
  defineLater('InputDeviceCapabilities', () =>
    defineBehaviour('InputDeviceCapabilities', {
      construct: (args: Args) => ({ firesTouchEvents: Boolean(givenOf(args[0])['firesTouchEvents']) }),
    }),
  );
  defineNamedAccessor(classes['UIEvent']!.prototype, 'sourceCapabilities', null, capabilities, null);
  const input = classes['InputEvent']!.prototype;
  const given = <T>(self: unknown, answer: T): T => {
    const isInput = eventControl.isEvent(self) && eventField(self, 'inputType') !== undefined;
    if (!isInput) throw new TypeError('Illegal invocation');
    return answer;
  };
  defineNamedAccessor(input, 'dataTransfer', null, (self) => given(self, null), null);
  const value = namedMethod('getTargetRanges', 0, (self) => targetRanges(given(self, self as object)), null);
  defineProperty(input, 'getTargetRanges', { value, writable: true, enumerable: true, configurable: true });
}

export function installTextLengths(): void {
  installSvgText();
  installImagePlaces();
}
