/**
 * SpeechRecognition on a machine whose person lets nobody listen.
 *
 * Web Speech §4.1 https://webaudio.github.io/web-speech-api/#speechreco-section
 */
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { resolvedWith } from '../network/promises.ts';
import { defineBehaviour, defineLater, type LiveRecord, lazyEvent, liveObject } from '../window/lazy-interfaces.ts';
import { type Args, failedTo } from './answers.ts';

function recognition(): LiveRecord {
  return {
    grammars: liveObject('SpeechGrammarList', { '%list': [] }),
    lang: '',
    continuous: false,
    interimResults: false,
    maxAlternatives: 1,
    unspokenPunctuation: false,
    quality: 'command',
    processLocally: false,
    phrases: [],
    '%runs': false,
  };
}

function start(this: LiveRecord, _args: Args, self: object): void {
  if (this['%runs'] === true) {
    const where = failedTo('start', 'SpeechRecognition');
    throw domException('InvalidStateError', `${where}recognition has already started.`);
  }
  this['%runs'] = true;
  queueTask(() => {
    this['%runs'] = false;
    const refused = { error: 'not-allowed', message: '' };
    dispatchTrusted(self, lazyEvent('SpeechRecognitionErrorEvent', 'error', refused));
    dispatchTrusted(self, createEvent('Event', 'end'));
  });
}

type Grammars = { src: string; weight: number }[];

function addGrammar(this: LiveRecord, args: Args): void {
  (this['%list'] as object[]).push(liveObject('SpeechGrammar', { src: `${args[0]}`, weight: Number(args[1] ?? 1) }));
}

function defineRecognition(): void {
  defineBehaviour('SpeechRecognition', {
    construct: recognition,
    start,
    stop: () => undefined,
    abort: () => undefined,
    available: () => resolvedWith('unavailable'),
    install: () => resolvedWith(false),
  });
  defineBehaviour('SpeechGrammar', { construct: () => ({ src: '', weight: 1 }) });
  defineBehaviour('SpeechGrammarList', {
    construct: () => ({ '%list': [] }),
    length(this: LiveRecord) {
      return (this['%list'] as Grammars).length;
    },
    item(this: LiveRecord, args: Args) {
      return (this['%list'] as Grammars)[Number(args[0]) >>> 0] ?? null;
    },
    addFromString: addGrammar,
    addFromUri: addGrammar,
  });
  defineBehaviour('SpeechRecognitionPhrase', {
    construct: (args: Args) => {
      const boost = Number(args[1] ?? 1);
      if (`${args[0]}` === '' || !(boost >= 0 && boost <= 10)) {
        const why = `Failed to construct 'SpeechRecognitionPhrase': Invalid ${boost > 10 ? 'boost' : 'phrase'}.`;
        throw domException('SyntaxError', why);
      }
      return { phrase: `${args[0]}`, boost };
    },
  });
}

export function installSpeechRecognition(): void {
  defineLater('SpeechRecognition SpeechGrammar SpeechGrammarList SpeechRecognitionPhrase', defineRecognition);
}
