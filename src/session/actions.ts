/**
 * The actions of an agent, each as the inputs that it consists of.
 *
 * In:  what a caller wants. Out: an `Action` for action.ts. Texts that are typed stay out of names: they may be secrets,
 *      and names end up in logs.
 */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { InputFile, PageInput } from '../page/messages.ts';
import type { Action } from './action.ts';
import { modifiersOf, parseChord } from './chord.ts';
import { describeTarget, type Target } from './target.ts';

export interface ClickOptions {
  readonly button?: 'left' | 'middle' | 'right' | undefined;
  readonly double?: boolean | undefined;
  readonly modifiers?: readonly string[] | undefined;
}

export interface TypeOptions {
  readonly clear: boolean;
  readonly submit: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

export function clickAction(target: Target, { button, double, modifiers }: ClickOptions = {}): Action {
  const options = {
    ...(button === undefined ? {} : { button }),
    ...(double === true ? { count: 2 as const } : {}),
    ...(modifiers === undefined ? {} : { modifiers: modifiersOf(modifiers) }),
  };
  return onElement('click', target, (id) => [{ kind: 'click', id, ...options }]);
}

export function typeAction(target: Target, text: string, { clear, submit }: TypeOptions): Action {
  return onElement('type', target, (id) => {
    const typed: PageInput = { kind: 'type', id, text, clear };
    return submit ? [typed, { kind: 'key', key: 'Enter' }] : [typed];
  });
}

export function selectAction(target: Target, values: readonly string[]): Action {
  return onElement('select', target, (id) => [{ kind: 'select', id, values }]);
}

export function checkAction(target: Target, checked: boolean): Action {
  return onElement(checked ? 'check' : 'uncheck', target, (id) => [{ kind: 'check', id, checked }]);
}

export function hoverAction(target: Target): Action {
  return onElement('hover', target, (id) => [{ kind: 'hover', id }]);
}

export function dragAction(target: Target, to: Target): Action {
  return {
    name: `drag(${describeTarget(target)}, ${describeTarget(to)})`,
    target,
    to,
    inputs: (id, end) => [{ kind: 'drag', id, to: end }],
  };
}

export function pressAction(chord: string, target: Target | null): Action {
  const { key, modifiers } = parseChord(chord);
  const press: PageInput = { kind: 'key', key, modifiers };
  return {
    name: `press(${chord})`,
    target,
    inputs: (id) => (target === null ? [press] : [{ kind: 'focus', id }, press]),
  };
}

/** How much of what shows is scrolled by when no amount is given: a line or two stay for orientation. */
const PAGE_SHARE = 0.8;

export function scrollAction(direction: Direction, amount: number | undefined, target: Target | null): Action {
  const sign = direction === 'down' || direction === 'right' ? 1 : -1;
  const distance = sign * (amount ?? PAGE_SHARE);
  const isVertical = direction === 'up' || direction === 'down';
  const unit = amount === undefined ? ('view' as const) : ('px' as const);
  return {
    name: `scroll(${direction}${amount === undefined ? '' : `, ${amount}`})`,
    target,
    inputs: (id) => [
      {
        kind: 'scroll',
        id: target === null ? null : id,
        x: isVertical ? 0 : distance,
        y: isVertical ? distance : 0,
        unit,
      },
    ],
  };
}

/** Secure: the caller names the files, never the page. */
export async function uploadAction(target: Target, paths: readonly string[]): Promise<Action> {
  const files: InputFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const size = await sizeOf(path);
    bytes += size;
    if (bytes > LIMITS.uploadBytes) {
      throw new AgentBrowserError(
        'invalid_argument',
        `The files are larger than ${LIMITS.uploadBytes} bytes together.`,
      );
    }
    const data = await readFile(path, 'base64');
    files.push({ name: basename(path), type: TYPES[extname(path).toLowerCase()] ?? '', data });
  }
  return onElement('upload', target, (id) => [{ kind: 'upload', id, files }]);
}

async function sizeOf(path: string): Promise<number> {
  try {
    const { size } = await stat(path);
    return size;
  } catch (cause) {
    throw new AgentBrowserError('invalid_argument', `The file ${path} cannot be read. Give the path of a file.`, {
      cause,
    });
  }
}

/** Types that a browser tells by the name. */
const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};

function onElement(verb: string, target: Target, inputs: (id: number) => readonly PageInput[]): Action {
  return { name: `${verb}(${describeTarget(target)})`, target, inputs };
}
