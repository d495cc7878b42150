/**
 * Parts of the window that need a person, a service or a device: they answer as in a Chrome that has none, or whose person
 * says no. Asked for without a person's doing something they refuse for that reason first, as Chrome does.
 *
 * EyeDropper, File System Access §7, Local Font Access, Window Management, Document Picture-in-Picture, Launch Handler,
 * JS Self-Profiling, WebTransport §6, and the interfaces of built-in models.
 */
import { resolveAddress } from '../document-address.ts';
import { DOMException, domException } from '../dom/dom-exception.ts';
import { queueTask } from '../event-loop.ts';
import { deferred, markHandled, promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { construct, indexOf, startsWith, stringSlice } from '../primordials.ts';
import { hasTransientActivation } from '../user-activation.ts';
import {
  attach,
  defineBehaviour,
  defineLater,
  type LiveRecord,
  lazyInterface,
  liveObject,
} from '../window/lazy-interfaces.ts';
import type { WindowPort } from '../window/window-parts.ts';
import { type Args, callbackOf, failedTo, givenOf, refusal } from './answers.ts';

/** Without a person's doing: why not; with it, what the person says. */
function asked(without: DOMException, answer: DOMException): Promise<never> {
  return rejectedWith(hasTransientActivation() ? answer : without);
}

const PICKERS = ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'] as const;
const NO_GESTURE = 'Must be handling a user gesture to show a file picker.';

/** Models that a browser brings along, none of which is here. */
const MODELS: Readonly<Record<string, string>> = {
  LanguageDetector: 'Model not available',
  LanguageModel: 'Unable to create a text session because the service is not running.',
  Summarizer: 'Unable to create a text session because the service is not running.',
  Translator: 'Unable to create translator for the given source and target language.',
};

function defineModels(): void {
  for (const name in MODELS) {
    defineBehaviour(name, {
      availability: () => resolvedWith('unavailable'),
      create: refusal('NotSupportedError', MODELS[name]!),
    });
  }
}

function defineScreens(): void {
  defineBehaviour('EyeDropper', {
    construct: () => ({}),
    open: () =>
      asked(
        domException('NotAllowedError', `${failedTo('open', 'EyeDropper')}EyeDropper::open() requires user gesture.`),
        domException('AbortError', `${failedTo('open', 'EyeDropper')}The user canceled the selection.`),
      ),
  });
  defineBehaviour('DocumentPictureInPicture', {
    window: null,
    requestWindow: () => {
      const where = failedTo('requestWindow', 'DocumentPictureInPicture');
      return asked(
        domException('NotAllowedError', `${where}Document PiP requires user activation`),
        domException(
          'NotAllowedError',
          `${where}Opening a PiP window is only allowed from a top-level browsing context`,
        ),
      );
    },
  });
  defineBehaviour('LaunchQueue', {
    // Only what is installed is launched with something.
    setConsumer: (args: Args) => {
      callbackOf(args[0], 'setConsumer', 'LaunchQueue');
    },
  });
  defineBehaviour('Profiler', {
    construct: () => {
      const where = "Failed to construct 'Profiler': ";
      throw domException('NotAllowedError', `${where}JS profiling is disabled by Document Policy.`);
    },
  });
}

function transportUrl(given: unknown): string {
  const where = "Failed to construct 'WebTransport': ";
  const url = resolveAddress(`${given}`);
  if (url === null || !/^[a-z][\w+.-]*:/i.test(`${given}`)) {
    throw domException('SyntaxError', `${where}The URL '${given}' is invalid.`);
  }
  if (!startsWith(url, 'https:')) {
    const scheme = stringSlice(url, 0, indexOf(url, ':'));
    throw domException('SyntaxError', `${where}The URL's scheme must be 'https'. '${scheme}' is not allowed.`);
  }
  const mark = indexOf(url, '#');
  if (mark >= 0) {
    const what = `The URL contains a fragment identifier ('${stringSlice(url, mark)}')`;
    throw domException('SyntaxError', `${where}${what}. Fragment identifiers are not allowed in WebTransport URLs.`);
  }
  return url;
}

function transportError(message: string): object {
  const error = construct(DOMException, [message, 'WebTransportError'], lazyInterface('WebTransportError') as never);
  return attach(error as object, 'WebTransportError', { source: 'session', streamErrorCode: null });
}

/** HTTP/3 over UDP never gets through: as behind a firewall that lets nothing of it out. */
function defineTransport(): void {
  defineBehaviour('WebTransportError', {
    make: (args: Args, newTarget: unknown) =>
      construct(DOMException, [args[0] === undefined ? '' : `${args[0]}`, 'WebTransportError'], newTarget as never),
    construct: (args: Args): LiveRecord => {
      const { source = 'stream', streamErrorCode = null } = givenOf(args[1]);
      return { source: `${source}`, streamErrorCode };
    },
  });
  defineBehaviour('WebTransport', {
    construct: (args: Args): LiveRecord => {
      transportUrl(args[0]);
      const [ready, closed] = [deferred<undefined>(), deferred<undefined>()];
      markHandled(ready.promise);
      markHandled(closed.promise);
      queueTask(() => {
        const error = transportError('Opening handshake failed.');
        ready.reject(error);
        closed.reject(error);
      });
      return { ready: ready.promise, closed: closed.promise, protocol: '' };
    },
    close: () => undefined,
    createBidirectionalStream: () => promised(() => noSession()),
    createUnidirectionalStream: () => promised(() => noSession()),
  });
}

function noSession(): never {
  throw domException('InvalidStateError', 'The WebTransport session is not connected.');
}

function once(make: () => object): () => object {
  let made: object | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

export function installRefusedApis({ expose, exposeGetter }: WindowPort): void {
  defineLater('LanguageDetector LanguageModel Summarizer Translator', defineModels);
  defineLater('EyeDropper DocumentPictureInPicture LaunchQueue Profiler', defineScreens);
  defineLater('WebTransport WebTransportError', defineTransport);
  for (const name of PICKERS) {
    expose(name, (): Promise<never> => {
      const where = failedTo(name, 'Window');
      return asked(
        domException('SecurityError', `${where}${NO_GESTURE}`),
        domException('AbortError', `${where}The user aborted a request.`),
      );
    });
  }
  expose(
    'queryLocalFonts',
    (): Promise<never> =>
      asked(
        domException('SecurityError', 'User activation is required.'),
        domException('NotAllowedError', 'User denied permission to access Local Fonts.'),
      ),
  );
  expose(
    'getScreenDetails',
    (): Promise<never> =>
      asked(
        domException('NotAllowedError', 'Transient activation is required to request permission.'),
        domException('NotAllowedError', 'Permission denied.'),
      ),
  );
  exposeGetter(
    'documentPictureInPicture',
    once(() => liveObject('DocumentPictureInPicture')),
  );
  exposeGetter(
    'launchQueue',
    once(() => liveObject('LaunchQueue')),
  );
}
