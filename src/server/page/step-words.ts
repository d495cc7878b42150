/**
 * A step in words: `click(3)` is "Click button Sign in" while the page with element 3 shows.
 */
import type { DrawnElement } from '../../spatial/drawn-page.ts';
import { elementRole } from '../../spatial/element-role.ts';
import type { LiveStep } from '../live-messages.ts';

const MOST_CHARACTERS = 60;

export function stepWords({ name }: Pick<LiveStep, 'name'>, element: DrawnElement | undefined): string {
  const match = /^(\w+)\((.*)\)$/s.exec(name);
  if (match === null) return capital(name);
  const [, verb = '', about = ''] = match;
  if (verb === 'wait') return waitWords(about);
  if (element === undefined)
    return about === '' ? capital(VERBS[verb] ?? verb) : `${capital(VERBS[verb] ?? verb)} ${about}`;
  const words = element.name ?? element.text ?? element.ph ?? '';
  const cut = words.length > MOST_CHARACTERS ? `${words.slice(0, MOST_CHARACTERS - 1)}…` : words;
  const role = elementRole(element) ?? element.tag;
  return `${capital(VERBS[verb] ?? verb)} ${role}${cut === '' ? ` ${about}` : ` “${cut}”`}`;
}

/** `selector #list`, `ms 500`, `settled`, `text Thank you` */
function waitWords(about: string): string {
  if (about === 'settled') return 'Wait until the page is at rest';
  const [, kind = '', rest = about] = /^(ms|selector|text|url|gone) (.*)$/s.exec(about) ?? [];
  if (kind === 'ms') return `Wait ${rest} ms`;
  return kind === 'gone' ? `Wait until ${rest} is gone` : `Wait for ${rest}`;
}

const VERBS: Readonly<Record<string, string>> = {
  goto: 'open',
  state: 'look at the page',
  text: 'look at the page',
  read: 'read the page',
  type: 'type into',
  picture: 'take a picture',
};

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
