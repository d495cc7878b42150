/**
 * MediaList: the media queries of a sheet, of an import and of a media rule.
 *
 * In:  who has the text. Out: one object for it, which reads and writes that text query by query.
 *
 * CSSOM 1 §4.4 https://drafts.csswg.org/cssom-1/#the-medialist-interface
 */
import { domException } from '../dom/dom-exception.ts';
import { indexedHandler } from '../dom/indexed-list.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { create, parseJson, weakGet, weakSet } from '../primordials.ts';
import { joinedQueries } from './rule-record.ts';

export interface MediaOwner {
  read(): string;
  write(text: string): void;
}

const owners = new WeakMap<object, MediaOwner>();

function ownerOf(list: object): MediaOwner {
  const owner = weakGet(owners, list);
  if (owner === undefined) throw new TypeError('Illegal invocation');
  return owner;
}

/** Queries in their one spelling. */
function queriesOf(text: string): ArrayLike<string> {
  return parseJson(askEngine((engine) => engine.ruleParts('media', text, '')) ?? '[]') as string[];
}

const HANDLER = indexedHandler(
  (target) => queriesOf(ownerOf(target).read()).length,
  (target, index) => queriesOf(ownerOf(target).read())[index],
);

export function mediaList(owner: MediaOwner): object {
  const target = create(prototypeOf('MediaList'));
  const list = new Proxy(target, HANDLER);
  weakSet(owners, target, owner);
  weakSet(owners, list, owner);
  return list;
}

export function mediaTextOf(list: object): string {
  return joinedQueries(queriesOf(ownerOf(list).read()));
}

/** Also what is written to an attribute whose value is a list (Web IDL, [PutForwards]). */
export function setMediaText(list: object, value: unknown): void {
  ownerOf(list).write(value === null ? '' : joinedQueries(queriesOf(`${value}`)));
}

/** The queries without this one; `extra` comes behind them. */
function changed(queries: ArrayLike<string>, without: string, extra: string): string {
  let text = '';
  for (let at = 0; at < queries.length; at++) {
    if (queries[at] !== without) text += text === '' ? queries[at] : `, ${queries[at]}`;
  }
  return extra === '' || text === '' ? text + extra : `${text}, ${extra}`;
}

function has(queries: ArrayLike<string>, query: string): boolean {
  for (let at = 0; at < queries.length; at++) if (queries[at] === query) return true;
  return false;
}

export function installMediaList(): void {
  defineInterface('MediaList', null);
  defineMembers<object>('MediaList', {
    get mediaText(): string {
      return mediaTextOf(this);
    },
    set mediaText(value: unknown) {
      setMediaText(this, value);
    },
    get length(): number {
      return queriesOf(ownerOf(this).read()).length;
    },
    item(index: unknown): string | null {
      return queriesOf(ownerOf(this).read())[Number(index) >>> 0] ?? null;
    },
    appendMedium(medium: unknown): void {
      const owner = ownerOf(this);
      const given = queriesOf(`${medium}`);
      const queries = queriesOf(owner.read());
      if (given.length !== 1 || has(queries, given[0]!)) return;
      owner.write(changed(queries, '', given[0]!));
    },
    deleteMedium(medium: unknown): void {
      const owner = ownerOf(this);
      const given = queriesOf(`${medium}`);
      const queries = queriesOf(owner.read());
      if (given.length !== 1 || !has(queries, given[0]!)) {
        throw domException('NotFoundError', `Failed to delete '${medium}'.`);
      }
      owner.write(changed(queries, given[0]!, ''));
    },
    toString(): string {
      return mediaTextOf(this);
    },
  });
}
