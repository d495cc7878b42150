/**
 * What the realms of a document say to each other, every field checked and every length bounded.
 */
import { LIMITS } from '../limits.ts';
import type { RealmPost } from '../page/workers/realm-posts.ts';
import { boolean, fields, list, number, oneOf, orNull, refuse, string } from './fields.ts';

const channelOf = (value: unknown): number => number(value, 'a channel');

function sideOf(value: unknown): 0 | 1 {
  if (value !== 0 && value !== 1) throw refuse('a port');
  return value;
}

function portsOf(value: unknown): (readonly [number, 0 | 1])[] {
  return list(value, LIMITS.portsPerDocument, 'ports').map((each) => {
    const [channel, side] = list(each, 2, 'a port');
    return [channelOf(channel), sideOf(side)] as const;
  });
}

export function readPost(value: unknown): RealmPost {
  const post = fields(value, 'a post');
  const { kind } = post;
  switch (kind) {
    case 'worker':
      return {
        kind,
        channel: channelOf(post['channel']),
        url: string(post['url'], LIMITS.urlChars, 'an address'),
        code: orNull(post['code'], (code) => string(code, LIMITS.resourceBytes, 'a script')),
        isModule: boolean(post['isModule'], 'a worker'),
        name: string(post['name'], LIMITS.urlChars, 'a name'),
        isShared: boolean(post['isShared'], 'a worker'),
      };
    case 'window':
      return {
        kind,
        to: number(post['to'], 'a window'),
        origin: string(post['origin'], LIMITS.urlChars, 'an origin'),
        text: string(post['text'], LIMITS.realmAnswerChars, 'a message'),
        ports: portsOf(post['ports']),
      };
    case 'worker_end':
      return { kind, channel: channelOf(post['channel']) };
    case 'port':
      return {
        kind,
        channel: channelOf(post['channel']),
        side: sideOf(post['side']),
        what: oneOf(post['what'], ['message', 'error', 'close'], 'a post'),
        text: string(post['text'], LIMITS.realmAnswerChars, 'a message'),
        ports: portsOf(post['ports']),
      };
    default:
      throw refuse('a post');
  }
}
