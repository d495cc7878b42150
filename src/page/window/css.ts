/**
 * The CSS namespace: supports(), escape(), registerProperty(), and a function for each unit.
 *
 * CSSOM 1 §8.1, CSS Conditional 3 §8, CSS Properties and Values 1 §4
 */
import { escapeIdentifier } from '../cssom/identifier-text.ts';
import { registerProperty } from '../cssom/register-property.ts';
import { askEngine } from '../engine-link.ts';
import { namedMethod } from '../named-function.ts';
import { create, defineProperty, getOwnPropertyDescriptor } from '../primordials.ts';
import { highlightRegistry } from '../rare/highlights.ts';
import { paintWorklet } from '../rare/worklets.ts';

/** Typed OM §4.3.2: a function for each unit. */
const UNITS =
  'Hz Q cap ch cm cqb cqh cqi cqmax cqmin cqw deg dpcm dpi dppx dvb dvh dvi dvmax dvmin dvw em ex fr grad ic in kHz lh lvb ' +
  'lvh lvi lvmax lvmin lvw mm ms number pc percent pt px rad rcap rch rem rex ric rlh s svb svh svi svmax svmin svw turn vb ' +
  'vh vi vmax vmin vw x';

function makeUnit(_: unknown, args: ArrayLike<unknown>, unit: string): object {
  const { CSSUnitValue } = globalThis as unknown as { CSSUnitValue: new (value: unknown, unit: string) => object };
  return new CSSUnitValue(args[0], unit);
}

/** With its members in Chrome's order, which is that of the alphabet but for the first and the last. */
export function makeCss(): object {
  const css = cssMembers();
  const names = Object.keys(css);
  for (const unit of UNITS.split(' ')) {
    names.push(unit);
    const value = namedMethod(unit, 1, makeUnit, unit);
    defineProperty(css, unit, { value, writable: true, enumerable: true, configurable: true });
  }
  const place = (name: string): number => (name === 'highlights' ? 0 : name === 'paintWorklet' ? 2 : 1);
  names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  const ordered = create(Object.prototype) as object;
  for (const name of names) defineProperty(ordered, name, getOwnPropertyDescriptor(css, name)!);
  defineProperty(ordered, Symbol.toStringTag, { value: 'CSS', configurable: true });
  return ordered;
}

function cssMembers(): object {
  return {
    get paintWorklet(): object {
      return paintWorklet();
    },
    get highlights(): object {
      return highlightRegistry();
    },
    supports(first: unknown, second: unknown = undefined): boolean {
      const name = `${first}`;
      if (second === undefined) return askEngine((engine) => engine.supportsCondition(name)) ?? false;
      const value = `${second}`;
      return askEngine((engine) => engine.supportsDeclaration(name.toLowerCase(), value)) ?? false;
    },
    registerProperty: namedMethod('registerProperty', 1, registerProperty, null),
    escape(value: unknown): string {
      return escapeIdentifier(`${value}`);
    },
  };
}
