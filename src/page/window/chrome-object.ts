/**
 * window.chrome, as a page without extensions has it: timings of the load under their old names, and an app that is not
 * installed. Its two functions for timings have no names in Chrome either.
 */
import { noteNative } from '../native-look.ts';
import { create, dateNow, defineProperty, reflect } from '../primordials.ts';

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

/** For each document, because the property cannot be taken away again and workers do not have it. */
export function installChromeObject(): void {
  const start = dateNow();
  const chrome = made({
    loadTimes: () => loadTimes(start / 1000),
    csi: () => made({ startE: start, onloadT: start, pageT: dateNow() - start, tran: 15 }),
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

function loadTimes(seconds: number): object {
  return made({
    requestTime: seconds,
    startLoadTime: seconds,
    commitLoadTime: seconds,
    finishDocumentLoadTime: seconds,
    finishLoadTime: seconds,
    firstPaintTime: seconds,
    firstPaintAfterLoadTime: 0,
    navigationType: 'Other',
    wasFetchedViaSpdy: false,
    wasNpnNegotiated: false,
    npnNegotiatedProtocol: 'unknown',
    wasAlternateProtocolAvailable: false,
    connectionInfo: 'http/1.1',
  });
}
