/**
 * The commands of a page's network, storage and history, every field checked and every length bounded.
 */
import { LIMITS } from '../limits.ts';
import type { FetchCommand, PageCommand } from '../page/network/commands.ts';
import { boolean, type Fields, fields, list, number, oneOf, orNull, readHeader, refuse, string } from './fields.ts';

/** Base64 is four characters for three bytes. */
const BODY_CHARS = Math.ceil((LIMITS.requestBytes * 4) / 3) + 4;

const address = (value: unknown): string => string(value, LIMITS.urlChars, 'an address');
const channel = (value: unknown): number => number(value, 'a channel');

export function readCommand(value: unknown): PageCommand {
  const command = fields(value, 'a command');
  const { kind } = command;
  switch (kind) {
    case 'fetch':
      return readFetch(command);
    case 'abort':
      return { kind, id: channel(command['id']) };
    case 'socket': {
      const protocols = list(command['protocols'], 100, 'protocols').map((each) => string(each, 1000, 'a protocol'));
      return { kind, id: channel(command['id']), url: address(command['url']), protocols };
    }
    case 'socket_send': {
      const data = string(command['data'], BODY_CHARS, 'a message');
      return { kind, id: channel(command['id']), data, isBinary: boolean(command['isBinary'], 'a message') };
    }
    case 'socket_close': {
      const code = orNull(command['code'], (each) => number(each, 'a code'));
      return { kind, id: channel(command['id']), code, reason: string(command['reason'], 1000, 'a reason') };
    }
    case 'storage':
      return {
        kind,
        area: oneOf(command['area'], ['local', 'session'], 'a storage area'),
        clears: boolean(command['clears'], 'a storage area'),
        items: list(command['items'], LIMITS.storageItems, 'items').map(readItem),
      };
    case 'history':
      return {
        kind,
        change: oneOf(command['change'], ['push', 'replace'], 'a history entry'),
        url: address(command['url']),
        state: string(command['state'], LIMITS.historyStateChars, 'a history state'),
      };
    case 'history_move':
    case 'traverse':
      return { kind, delta: Math.trunc(number(command['delta'], 'a distance')) };
    case 'persist':
      return {
        kind,
        left: number(command['left'], 'a place'),
        top: number(command['top'], 'a place'),
        controls: string(command['controls'], LIMITS.persistedChars, 'what controls hold'),
      };
    case 'open':
      return {
        kind,
        url: address(command['url']),
        name: string(command['name'], 1000, 'a name'),
        isBackground: boolean(command['isBackground'], 'a window'),
        referrerPolicy: string(command['referrerPolicy'] ?? '', 100, 'a referrer policy'),
        content: orNull(command['content'] ?? null, (given) => {
          const content = fields(given, 'a form');
          return {
            contentType: string(content['contentType'], LIMITS.urlChars, 'a type'),
            body: string(content['body'], LIMITS.realmAnswerChars, 'a body'),
          };
        }),
      };
    case 'file_chooser':
      return { kind, id: number(command['id'], 'an id'), multiple: boolean(command['multiple'], 'a file chooser') };
    case 'database': {
      const content = orNull(command['content'], (each) => string(each, LIMITS.databaseChars, 'a database'));
      return { kind, name: string(command['name'], LIMITS.storageKeyChars, 'a name'), content };
    }
    default:
      throw refuse('a command');
  }
}

const CACHES = ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'] as const;

function readFetch(command: Fields): FetchCommand {
  return {
    kind: 'fetch',
    id: channel(command['id']),
    url: address(command['url']),
    method: string(command['method'], 100, 'a method'),
    headers: list(command['headers'], 1000, 'headers').map(readHeader),
    body: orNull(command['body'], (body) => string(body, BODY_CHARS, 'a body')),
    isBinary: boolean(command['isBinary'], 'a body'),
    mode: oneOf(command['mode'], ['cors', 'no-cors', 'same-origin'], 'a mode'),
    credentials: oneOf(command['credentials'], ['omit', 'same-origin', 'include'], 'credentials'),
    redirect: oneOf(command['redirect'], ['follow', 'error', 'manual'], 'a redirect mode'),
    referrer: address(command['referrer']),
    referrerPolicy: string(command['referrerPolicy'], 100, 'a referrer policy'),
    isBackground: boolean(command['isBackground'], 'a request'),
    keepalive: boolean(command['keepalive'], 'a request'),
    cache: oneOf(command['cache'] ?? 'default', CACHES, 'a cache mode'),
  };
}

function readItem(value: unknown): readonly [string, string | null] {
  const [key, text] = list(value, 2, 'an item');
  const limit = LIMITS.storageChars;
  return [string(key, limit, 'a key'), orNull(text, (each) => string(each, limit, 'a value'))];
}
