/**
 * What a model is told: compact text with a fence around what comes from the page, never longer than the limit.
 *
 * In:  a page, what an action changed, or text of a page.
 * Out: text for a model.
 *
 * Secure: the fence is made of a word that the page cannot guess, so a page cannot write where its content ends.
 */
import { randomInt } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import type { ActionResult, MethodResult, SessionEvent, TabInfo } from '../protocol/methods.ts';
import { fence, fenceLines, withoutFence } from '../spatial/page-fence.ts';
import { deltaToText, toText } from '../spatial/to-text.ts';

type SpatialDom = MethodResult<'session.goto'>;

export interface AnswerOptions {
  readonly boxes: boolean;
  readonly links: boolean;
  /** What happened besides: dialogs, downloads. */
  readonly events: readonly SessionEvent[];
}

export function pageAnswer(page: SpatialDom, { boxes, links, events }: AnswerOptions): string {
  return fencedLines(toText(page, { boxes, links }) + eventLines(events));
}

/** What changed, or the page that the action led to. */
export function actionAnswer(result: ActionResult, options: AnswerOptions): string {
  const { boxes, links, events } = options;
  if ('delta' in result) return fencedLines(deltaToText(result.delta, { boxes, links }) + eventLines(events));
  const opened = result.tab === undefined ? '' : `opened tab ${result.tab}, now current\n`;
  return opened + pageAnswer(result.page, options);
}

export function tabsAnswer(tabs: readonly TabInfo[]): string {
  const lines = tabs.map(({ id, title, url, current, opener }) => {
    const marks = `${current ? ' current' : ''}${opener === undefined ? '' : ` opened by ${opener}`}`;
    return `tab ${id} ${JSON.stringify(title)} ${url}${marks}\n`;
  });
  return fenced(lines.join(''));
}

/** `! dialog "Delete it?"`: what a person would have noticed beside the page. */
export function eventLines(events: readonly SessionEvent[]): string {
  return events
    .map(({ kind, message, el }) => `! ${kind} ${JSON.stringify(message)}${el === undefined ? '' : ` element ${el}`}\n`)
    .join('');
}

/** Text of a page between two marks, cut at the end of a line where it is too long. */
export function fenced(text: string, maxChars: number = LIMITS.toldChars): string {
  return `${fence(cutToLines(text, maxChars), randomInt)}\n`;
}

/** The same for lines of the compact text form. */
function fencedLines(lines: string): string {
  return `${fenceLines(cutToLines(lines, LIMITS.toldChars), randomInt)}\n`;
}

function cutToLines(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text.endsWith('\n') ? text : `${text}\n`;
  const end = text.lastIndexOf('\n', maxChars);
  const kept = text.slice(0, end > 0 ? end : maxChars);
  const lines = text.slice(kept.length).split('\n').length - 1;
  return `${kept}\n+ ${lines} lines cut: scroll, or ask for less\n`;
}

/**
 * The part of a page's text that a model wants: paragraphs with the words of what it looks for, or all of them from an
 * offset on. What is left out is said outside the fence.
 */
export function textAnswer(
  markdown: string,
  instruction: string | undefined,
  offset: number,
  maxChars: number = LIMITS.toldChars,
): string {
  const whole = withoutFence(markdown).trimEnd();
  const wanted = instruction === undefined ? whole : paragraphsAbout(whole, instruction);
  const room = maxChars - 1;
  const part = wanted.slice(offset, offset + room);
  const end = offset + part.length;
  const rest = end < wanted.length ? `${wanted.length - end} more characters: call again with offset ${end}\n` : '';
  const about = wanted === whole ? '' : `parts about it; ${whole.length} characters without instruction\n`;
  return fenced(part) + about + rest;
}

/** Words shorter than this are in every paragraph. */
const TELLING_WORD = 3;

/** The paragraphs with most of the words, in the order of the page; all of them when none has any. */
function paragraphsAbout(markdown: string, instruction: string): string {
  const words = new Set(
    instruction
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= TELLING_WORD),
  );
  const paragraphs = markdown.split(/\n{2,}/);
  const scores = paragraphs.map((paragraph) => {
    const text = paragraph.toLowerCase();
    return [...words].filter((word) => text.includes(word)).length;
  });
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  if (best === 0) return markdown;
  return paragraphs.filter((_, index) => scores[index]! * 2 >= best).join('\n\n');
}
