/**
 * The voices that a Chrome has: those of its platform, and Google's, which speak over the network.
 *
 * Pretended: nobody speaks. As in Chrome the list is empty until it has been asked for, and 'voiceschanged' tells that it is
 * there.
 *
 * Web Speech §4.2.6 https://webaudio.github.io/web-speech-api/#speechsynthesisvoice
 */
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { defineBehaviour, liveObject } from './lazy-interfaces.ts';
import { currentProfile } from './navigator.ts';

/** Names with their languages. */
type Voice = readonly [name: string, language: string];

const GOOGLE: readonly Voice[] = [
  ['Google Deutsch', 'de-DE'],
  ['Google US English', 'en-US'],
  ['Google UK English Female', 'en-GB'],
  ['Google UK English Male', 'en-GB'],
  ['Google español', 'es-ES'],
  ['Google español de Estados Unidos', 'es-US'],
  ['Google français', 'fr-FR'],
  ['Google हिन्दी', 'hi-IN'],
  ['Google Bahasa Indonesia', 'id-ID'],
  ['Google italiano', 'it-IT'],
  ['Google 日本語', 'ja-JP'],
  ['Google 한국의', 'ko-KR'],
  ['Google Nederlands', 'nl-NL'],
  ['Google polski', 'pl-PL'],
  ['Google português do Brasil', 'pt-BR'],
  ['Google русский', 'ru-RU'],
  ['Google 普通话（中国大陆）', 'zh-CN'],
  ['Google 粤語（香港）', 'zh-HK'],
  ['Google 國語（臺灣）', 'zh-TW'],
];

const LOCAL: Readonly<Record<string, readonly Voice[]>> = {
  Linux: [],
  Windows: [
    ['Microsoft David - English (United States)', 'en-US'],
    ['Microsoft Mark - English (United States)', 'en-US'],
    ['Microsoft Zira - English (United States)', 'en-US'],
  ],
  macOS: [
    ['Samantha', 'en-US'],
    ['Albert', 'en-US'],
    ['Daniel (English (United Kingdom))', 'en-GB'],
    ['Fred', 'en-US'],
    ['Karen', 'en-AU'],
    ['Kathy', 'en-US'],
    ['Moira', 'en-IE'],
    ['Ralph', 'en-US'],
    ['Rishi', 'en-IN'],
    ['Tessa', 'en-ZA'],
  ],
};

let voices: object[] | null = null;
let isAsked = false;

function makeVoices(): object[] {
  const local = LOCAL[currentProfile().platformName]!;
  const make = ([name, lang]: Voice, localService: boolean, isDefault: boolean): object =>
    liveObject('SpeechSynthesisVoice', { voiceURI: name, name, lang, localService, default: isDefault });
  return [
    ...local.map((voice, at) => make(voice, true, at === 0)),
    ...GOOGLE.map((voice, at) => make(voice, false, local.length === 0 && at === 0)),
  ];
}

/** The first question is answered with nothing; soon after, the voices are there. */
export function getVoices(self: object): object[] {
  if (voices !== null) return [...voices];
  if (!isAsked) {
    isAsked = true;
    queueTask(() => {
      voices = makeVoices();
      dispatchTrusted(self, createEvent('Event', 'voiceschanged'));
    });
  }
  return [];
}

export function defineVoices(): void {
  defineBehaviour('SpeechSynthesisVoice', {});
}
