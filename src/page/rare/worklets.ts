/**
 * CSS.paintWorklet: modules are taken, and paint nothing, as nothing is painted here.
 *
 * Worklets: HTML §11.3 https://html.spec.whatwg.org/#worklet, CSS Painting API 1 §2
 */
import { resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { promised } from '../network/promises.ts';
import { defineBehaviour, defineLater, liveObject } from '../window/lazy-interfaces.ts';
import type { Args } from './answers.ts';

let worklet: object | null = null;

export function paintWorklet(): object {
  worklet ??= liveObject('Worklet');
  return worklet;
}

export function installWorklets(): void {
  defineLater('Worklet', () =>
    defineBehaviour('Worklet', {
      // Differs: the module is not fetched; Chrome tells of what is wrong with its address only.
      addModule: (args: Args) =>
        promised(() => {
          const url = `${args[0]}`;
          if (resolveAddress(url) === null) throw domException('SyntaxError', `'${url}' is not a valid URL.`);
          return undefined;
        }),
    }),
  );
}
