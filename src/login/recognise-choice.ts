/**
 * Pages that want one of several things chosen: an account, an organisation or a profile; a way to prove who one is.
 *
 * In:  facts of a page. Out: what there is to choose from, and what sends the choice where that takes a button.
 */
import type { SpatialElement } from '../spatial/spatial-dom.ts';
import { buttonBehind } from './form-button.ts';
import {
  isButton,
  isField,
  isHeading,
  isLink,
  isRadio,
  isText,
  type PageFacts,
  pageSays,
  wordsOf,
} from './page-facts.ts';
import { type Idea, says } from './words.ts';

export interface ChoiceOption {
  readonly id: number;
  readonly words: string;
  /** Pressed, which goes on by itself; ticked, or taken from a list, which needs a button. */
  readonly how: 'press' | 'tick' | 'pick';
}

export interface ChoiceStep {
  readonly kind: 'choose';
  readonly what: 'account' | 'way';
  readonly options: readonly ChoiceOption[];
  /** What leads to the form for an account that is not in the list. */
  readonly other: number | null;
  readonly submit: number | null;
  /** What the page says about it. */
  readonly words: string;
}

/** Longer than this is a text, no name of an account. */
const OPTION_CHARS = 200;
/** A page with more to press than this is an application, not a question. */
const MOST_THINGS = 60;
const MOST_THINGS_INSIDE = 14;

export function accountStep(facts: PageFacts): ChoiceStep | null {
  const { els } = facts;
  if (els.some((element) => isField(element) && element.tag !== 'select' && !isSearch(element))) return null;
  const asks = els.findIndex(
    (element) => isText(element) && !isRadio(element) && says(wordsOf(element), 'choose_account'),
  );
  if (asks < 0 && !says(facts.title, 'choose_account')) return null;
  const things = els.filter((element) => isButton(element) || isLink(element)).length;
  // Whoever is in can leave: there the question has to be what the page is about.
  const isInside = els.some((element) => wordsOf(element).length <= 60 && says(wordsOf(element), 'sign_out'));
  const isHeaded = asks >= 0 && isHeading(els[asks]!);
  if (things > (isInside ? MOST_THINGS_INSIDE : MOST_THINGS) || (isInside && !isHeaded)) return null;
  const options = optionsOf(els.slice(asks + 1), () => true);
  const other = els.find((element) => isPressed(element) && says(wordsOf(element), 'use_other'));
  if (options.length === 0 && other === undefined) return null;
  return {
    kind: 'choose',
    what: 'account',
    options,
    other: other?.id ?? null,
    submit: submitOf(els, options),
    words: asks < 0 ? facts.title : wordsOf(els[asks]!),
  };
}

const WAYS: readonly Idea[] = ['app', 'sms', 'mail', 'call', 'push', 'passkey', 'password', 'backup'];

/** Several ways to prove it, or one that needs nobody. */
export function wayStep(facts: PageFacts): ChoiceStep | null {
  const { els } = facts;
  if (els.some((element) => isField(element) && element.tag !== 'select' && !isSearch(element))) return null;
  const options = optionsOf(els, (words) => WAYS.some((way) => says(words, way)));
  const isAsked =
    pageSays(facts, 'choose_way') || (pageSays(facts, 'code') && (options.length > 1 || isOfApp(options)));
  if (!isAsked || options.length === 0) return null;
  const said = els.find((element) => isText(element) && !isRadio(element) && says(wordsOf(element), 'choose_way'));
  const words = said === undefined ? facts.title : wordsOf(said);
  return { kind: 'choose', what: 'way', options, other: null, submit: submitOf(els, options), words };
}

function isOfApp(options: readonly ChoiceOption[]): boolean {
  return options.some(({ words }) => says(words, 'app'));
}

function isSearch(element: SpatialElement): boolean {
  return element.type === 'search' || says(wordsOf(element), 'search');
}

function isPressed(element: SpatialElement): boolean {
  return isButton(element) || isLink(element);
}

function optionsOf(els: readonly SpatialElement[], isWanted: (words: string) => boolean): ChoiceOption[] {
  const ticked = els.filter((each) => isRadio(each) && each.disabled !== true);
  if (ticked.length > 0) return ticked.map(optionFor('tick')).filter(({ words }) => isWanted(words));
  const list = els.find(({ tag, options = [] }) => tag === 'select' && options.length > 1);
  if (list !== undefined) {
    const picked = list.options!.map((words) => ({ id: list.id, words, how: 'pick' }) as const);
    return picked.filter(({ words }, nth) => isWanted(words) && !(nth === 0 && isPrompt(words)));
  }
  return els
    .filter((each) => isPressed(each) && each.disabled !== true)
    .map(optionFor('press'))
    .filter(({ words }) => isWanted(words) && isOption(words));
}

function optionFor(how: ChoiceOption['how']): (element: SpatialElement) => ChoiceOption {
  return (element) => ({ id: element.id, words: wordsOf(element), how });
}

/** 'Please choose' is the first line of many lists. */
function isPrompt(words: string): boolean {
  return /^\W*$|^\W*(please|choose|select|pick|bitte|wahlen|choisi|elige|selec|scegli|escolh|kies)/i.test(words);
}

const ASIDE: readonly Idea[] = [
  'side_door',
  'sign_up',
  'sign_out',
  'small_print',
  'use_other',
  'other_way',
  'next',
  'skip',
];

function isOption(words: string): boolean {
  if (words.trim() === '' || words.length > OPTION_CHARS) return false;
  // What names a way or a person is one, whatever else it says.
  if (words.includes('@') || WAYS.some((way) => says(words, way))) return !says(words, 'use_other');
  return !ASIDE.some((idea) => says(words, idea));
}

function submitOf(els: readonly SpatialElement[], options: readonly ChoiceOption[]): number | null {
  const last = options.at(-1);
  if (last === undefined || last.how === 'press') return null;
  return (
    buttonBehind(
      els,
      els.findIndex(({ id }) => id === last.id),
      undefined,
    )?.id ?? null
  );
}
