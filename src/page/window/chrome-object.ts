/**
 * window.chrome, as a page without extensions has it: timings of the load under their old names, and an app that is not
 * installed. Its two functions for timings have no names in Chrome either.
 */
import { documentUrl } from '../document-address.ts';
import { noteNative } from '../native-look.ts';
import { create, dateNow, defineProperty, reflect } from '../primordials.ts';
import { protocolOf } from './performance.ts';

type Facts = Readonly<Record<string, unknown>>;

function put(target: object, name: string, value: unknown): void {
  if (typeof value === 'function') {
    const known = name === 'loadTimes' || name === 'csi' ? '' : name;
    defineProperty(value, 'name', { value: known, configurable: true });
    noteNative(value, known);
  }
  defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

function made(facts: Facts): object {
  const object = create(Object.prototype) as object;
  for (const name in facts) put(object, name, facts[name]);
  return object;
}

/** A function as scripts have them: with a prototype, and to be called with 'new'. */
function scripted(give: () => object): () => object {
  // biome-ignore lint/complexity/useArrowFunction: an arrow function has no prototype
  return function (): object {
    return give();
  };
}

/** For each document, because the property cannot be taken away again and workers do not have it. */
export function installChromeObject(): void {
  const start = dateNow();
  const chrome = made({
    loadTimes: scripted(() => loadTimes(start / 1000)),
    csi: scripted(() => made({ startE: start, onloadT: start, pageT: dateNow() - start, tran: 15 })),
    app: made({
      isInstalled: false,
      getDetails: () => null,
      getIsInstalled: () => false,
      installState: (...args: unknown[]) => {
        const callback = args[0];
        if (typeof callback === 'function') reflect.apply(callback, undefined, ['not_installed']);
      },
      runningState: () => 'cannot_run',
      InstallState: made({ DISABLED: 'disabled', INSTALLED: 'installed', NOT_INSTALLED: 'not_installed' }),
      RunningState: made({ CANNOT_RUN: 'cannot_run', READY_TO_RUN: 'ready_to_run', RUNNING: 'running' }),
    }),
  });
  defineProperty(globalThis, 'chrome', { value: chrome, writable: true, enumerable: true, configurable: true });
}

/** What `nextHopProtocol` of the navigation's entry says, too. */
function loadTimes(seconds: number): object {
  const protocol = protocolOf(documentUrl());
  const isSecond = protocol === 'h2';
  return made({
    requestTime: seconds,
    startLoadTime: seconds,
    commitLoadTime: seconds,
    finishDocumentLoadTime: seconds,
    finishLoadTime: seconds,
    firstPaintTime: seconds,
    firstPaintAfterLoadTime: 0,
    navigationType: 'Other',
    wasFetchedViaSpdy: isSecond,
    wasNpnNegotiated: isSecond,
    npnNegotiatedProtocol: isSecond ? protocol : 'unknown',
    wasAlternateProtocolAvailable: false,
    connectionInfo: protocol,
  });
}
