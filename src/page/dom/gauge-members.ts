/**
 * progress and meter: values between limits.
 *
 * HTML §4.10.13, §4.10.14 https://html.spec.whatwg.org/#the-meter-element
 */
import { attribute, hasAttribute } from '../../html/node-tree.ts';
import { isFiniteNumber, max, min } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { leadingNumber } from './input-number.ts';
import { defineMembers } from './interfaces.ts';

function numberOf(element: PageNode, name: string): number | null {
  const text = attribute(element, name);
  return text === null ? null : leadingNumber(text);
}

function setNumber(element: PageNode, name: string, value: unknown): void {
  const number = Number(value);
  if (!isFiniteNumber(number)) throw new TypeError('The provided double value is non-finite.');
  setAttributeValue(element, name, `${number}`);
}

function between(value: number, least: number, most: number): number {
  return max(least, min(most, value));
}

function progressMax(element: PageNode): number {
  const given = numberOf(element, 'max');
  return given !== null && given > 0 ? given : 1;
}

/** The six numbers of a meter, each kept between those it depends on. */
function meterNumber(element: PageNode, name: string): number {
  const least = numberOf(element, 'min') ?? 0;
  const most = max(least, numberOf(element, 'max') ?? 1);
  switch (name) {
    case 'min':
      return least;
    case 'max':
      return most;
    case 'value':
      return between(numberOf(element, 'value') ?? 0, least, most);
    case 'optimum':
      return between(numberOf(element, 'optimum') ?? (least + most) / 2, least, most);
  }
  const low = between(numberOf(element, 'low') ?? least, least, most);
  return name === 'low' ? low : between(numberOf(element, 'high') ?? most, low, most);
}

export function installGauges(): void {
  for (const name of ['value', 'min', 'max', 'low', 'high', 'optimum']) {
    defineMembers<PageNode>('HTMLMeterElement', {
      get [name](): number {
        return meterNumber(this as unknown as PageNode, name);
      },
      set [name](value: unknown) {
        setNumber(this as unknown as PageNode, name, value);
      },
    });
  }
  defineMembers<PageNode>('HTMLProgressElement', {
    get value(): number {
      return between(numberOf(this, 'value') ?? 0, 0, progressMax(this));
    },
    set value(value: unknown) {
      setNumber(this, 'value', value);
    },
    get max(): number {
      return progressMax(this);
    },
    set max(value: unknown) {
      if (Number(value) > 0) setNumber(this, 'max', value);
    },
    get position(): number {
      if (!hasAttribute(this, 'value')) return -1;
      return between(numberOf(this, 'value') ?? 0, 0, progressMax(this)) / progressMax(this);
    },
  });
}
