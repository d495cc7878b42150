/**
 * Smaller parts of the window: bars, speech without voices, trusted types, and names from older days.
 *
 * HTML §7.2.2.4 (BarProp), Web Speech §4.2, Trusted Types §2 https://w3c.github.io/trusted-types/
 */
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { apply } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject } from './lazy-interfaces.ts';
import { defineMediaStreams } from './media-streams.ts';
import { definePeerConnections } from './peer-connection.ts';
import { defineVoices, getVoices } from './voices.ts';

type Args = ArrayLike<unknown>;

export interface WindowPort {
  expose(name: string, value: unknown): void;
  exposeGetter(name: string, get: () => unknown): void;
}

/** One object, made when it is asked for. */
function once(make: () => object): () => object {
  let made: object | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const KINDS = ['HTML', 'Script', 'ScriptURL'] as const;

/** A policy makes text of a page's into objects that read as the text; nothing here asks for them. */
function createPolicy(args: Args): object {
  const rules = (args[1] ?? {}) as Record<string, unknown>;
  const create = (kind: string) => (given: Args) => {
    const rule = rules[`create${kind}`];
    if (typeof rule !== 'function') {
      throw new TypeError(
        `Failed to execute 'create${kind}' on 'TrustedTypePolicy': Policy ${args[0]} has no such rule.`,
      );
    }
    const text = apply(rule as (...rest: unknown[]) => unknown, undefined, [`${given[0]}`, ...rest(given)]);
    return liveObject(`Trusted${kind}`, { text: `${text ?? ''}` });
  };
  const makers: Record<string, unknown> = {};
  for (const kind of KINDS) makers[`create${kind}`] = create(kind);
  return liveObject('TrustedTypePolicy', { name: `${args[0]}`, makers });
}

function rest(given: Args): unknown[] {
  const more: unknown[] = [];
  for (let at = 1; at < given.length; at++) more[at - 1] = given[at];
  return more;
}

function isOfKind(kind: string): (args: Args) => boolean {
  return (args) => Object.prototype.toString.call(args[0]) === `[object Trusted${kind}]`;
}

function defineTrustedTypes(): void {
  const text = function (this: LiveRecord): unknown {
    return this['text'];
  };
  for (const kind of KINDS) defineBehaviour(`Trusted${kind}`, { toString: text, toJSON: text });
  const make = (kind: string) =>
    function (this: LiveRecord, args: Args): unknown {
      return (this['makers'] as Record<string, (given: Args) => unknown>)[`create${kind}`]!(args);
    };
  defineBehaviour('TrustedTypePolicy', {
    createHTML: make('HTML'),
    createScript: make('Script'),
    createScriptURL: make('ScriptURL'),
  });
  defineBehaviour('TrustedTypePolicyFactory', {
    createPolicy,
    emptyHTML: () => liveObject('TrustedHTML', { text: '' }),
    emptyScript: () => liveObject('TrustedScript', { text: '' }),
    isHTML: isOfKind('HTML'),
    isScript: isOfKind('Script'),
    isScriptURL: isOfKind('ScriptURL'),
    getAttributeType: () => null,
    getPropertyType: () => null,
  });
}

function defineSpeech(): void {
  defineBehaviour('SpeechSynthesis', {
    pending: false,
    speaking: false,
    paused: false,
    getVoices: (_args: Args, self: object) => getVoices(self),
    // Without a voice nothing can be said.
    speak: (args: Args) => queueTask(() => dispatchTrusted(args[0] as object, createEvent('Event', 'error'))),
  });
  defineVoices();
  defineBehaviour('SpeechSynthesisUtterance', {
    construct: (args: Args): LiveRecord => ({
      text: args[0] === undefined ? '' : `${args[0]}`,
      lang: '',
      voice: null,
      volume: 1,
      rate: 1,
      pitch: 1,
    }),
  });
  defineMediaStreams();
}

const BARS = ['locationbar', 'menubar', 'personalbar', 'scrollbars', 'statusbar', 'toolbar'];

export function installWindowParts({ expose, exposeGetter }: WindowPort): void {
  defineBehaviour('BarProp', { visible: true });
  for (const name of BARS)
    exposeGetter(
      name,
      once(() => liveObject('BarProp')),
    );
  defineBehaviour('Viewport', { segments: null });
  exposeGetter(
    'viewport',
    once(() => liveObject('Viewport')),
  );
  defineBehaviour('CrashReportContext', {});
  exposeGetter(
    'crashReport',
    once(() => liveObject('CrashReportContext')),
  );
  defineTrustedTypes();
  exposeGetter(
    'trustedTypes',
    once(() => liveObject('TrustedTypePolicyFactory')),
  );
  defineSpeech();
  defineLater('RTCPeerConnection RTCSessionDescription', definePeerConnections);
  exposeGetter(
    'speechSynthesis',
    once(() => liveObject('SpeechSynthesis')),
  );
  exposeGetter('fence', () => null);
  for (const name of ['captureEvents', 'releaseEvents']) expose(name, (): void => {});
  for (const name of ['moveBy', 'moveTo', 'resizeBy', 'resizeTo']) expose(name, (_x: unknown, _y: unknown): void => {});
  expose('find', (): boolean => false);
  const frames = globalThis as unknown as Record<string, (argument: unknown) => unknown>;
  for (const name of ['requestAnimationFrame', 'cancelAnimationFrame']) {
    const own = frames[name]!;
    const prefixed = `webkit${name[0]!.toUpperCase()}${name.slice(1)}`;
    expose(prefixed, (argument: unknown) => own(argument));
  }
}
