/**
 * What the engine realm tells about frames, and how their documents are doing: every field checked.
 *
 * The engine realm is ours, but what pages want stands in its texts as they wrote it.
 */
import { LIMITS } from '../limits.ts';
import type { FrameDeparture, FrameNavigation } from '../page/messages.ts';
import { boolean, type Fields, fields, list, number, oneOf, orNull, parse, refuse, string } from './fields.ts';

export type CheckedNews =
  | (FrameDeparture & { readonly kind: 'navigate' })
  | { readonly kind: 'blank'; readonly realm: number; readonly navigable: number; readonly parent: number }
  | { readonly kind: 'closed'; readonly realm: number }
  | { readonly kind: 'end'; readonly navigable: number };

/** A page may send its frames somewhere often; what is more than this in one turn is dropped. */
const MOST_NEWS = 10_000;

export function readFrameNews(text: unknown): CheckedNews[] {
  if (text === '[]') return [];
  return list(parse(text, 'news'), MOST_NEWS, 'news').map((value) => readNews(fields(value, 'news')));
}

function readNews(news: Fields): CheckedNews {
  const { kind } = news;
  switch (kind) {
    case 'navigate': {
      const navigation = readNavigation(fields(parse(news['navigation'], 'a navigation'), 'a navigation'));
      return {
        kind,
        navigable: number(news['navigable'], 'a frame'),
        from: number(news['from'], 'a realm'),
        navigation,
      };
    }
    case 'blank':
      return {
        kind,
        realm: number(news['realm'], 'a realm'),
        navigable: number(news['navigable'], 'a frame'),
        parent: number(news['parent'], 'a realm'),
      };
    case 'closed':
      return { kind, realm: number(news['realm'], 'a realm') };
    case 'end':
      return { kind, navigable: number(news['navigable'], 'a frame') };
    default:
      throw refuse('news');
  }
}

function readNavigation(navigation: Fields): FrameNavigation {
  return {
    url: string(navigation['url'], LIMITS.urlChars, 'an address'),
    method: oneOf(navigation['method'], ['GET', 'POST'], 'a method'),
    contentType: orNull(navigation['contentType'], (type) => string(type, 1000, 'a content type')),
    body: orNull(navigation['body'], (body) => string(body, LIMITS.realmAnswerChars, 'a body')),
    replace: boolean(navigation['replace'], 'replace'),
    srcdoc: orNull(navigation['srcdoc'], (markup) => string(markup, LIMITS.documentBytes, 'markup')),
    ...(navigation['referrerPolicy'] === undefined
      ? {}
      : { referrerPolicy: string(navigation['referrerPolicy'], 100, 'a referrer policy') }),
  };
}

export interface FrameStatus {
  readonly ready: boolean;
  readonly dueMs: number | null;
  readonly loading: boolean;
  readonly version: number;
}

export function readFrameStatus(text: unknown): FrameStatus {
  const status = fields(parse(text, 'a status'), 'a status');
  return {
    ready: boolean(status['ready'], 'ready'),
    dueMs: orNull(status['dueMs'], (value) => number(value, 'dueMs')),
    loading: boolean(status['loading'], 'loading'),
    version: number(status['version'], 'version'),
  };
}
