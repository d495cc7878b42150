/**
 * Members of navigator and of nodes that Chrome still has and that do nothing for a person who has switched
 * advertisements' auctions, topics and tokens off; and Origin, ranges of fields' values, which do something.
 *
 * Protected Audience §2, Topics §5, Private State Tokens §4 (as Chrome answers them); HTML §7.1.1 (Origin), OpaqueRange.
 */
import { attribute, hasAttribute } from '../../html/node-tree.ts';
import { removeAttributeValue, setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { inputType } from '../dom/form-controls.ts';
import { defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { setOtherBounds } from '../dom/range.ts';
import { defineNamedAccessor, namedMethod } from '../named-function.ts';
import { askHost } from '../network/host-call.ts';
import { promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { defineProperty } from '../primordials.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';
import { checkAdmitted } from '../window/admitted.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { newStreamId } from '../window/media-streams.ts';
import { type Args, failedTo, givenOf, missingMember, needArguments } from './answers.ts';

/** Members that dictionaries must have, by methods. */
const REQUIRED: Readonly<Record<string, readonly [dictionary: string, ...names: string[]]>> = {
  runAdAuction: ['AuctionAdConfig', 'seller'],
  joinAdInterestGroup: ['AuctionAdInterestGroup', 'name', 'owner'],
  leaveAdInterestGroup: ['AuctionAdInterestGroupKey', 'name', 'owner'],
  getInterestGroupAdAuctionData: ['AdAuctionDataConfig'],
};

/** Methods with how many arguments they need, and what they give. */
const AUCTION: Readonly<Record<string, readonly [length: number, answer: () => unknown]>> = {
  adAuctionComponents: [1, () => []],
  runAdAuction: [1, () => resolvedWith(null)],
  canLoadAdAuctionFencedFrame: [0, () => false],
  clearOriginJoinedAdInterestGroups: [1, () => resolvedWith(undefined)],
  createAuctionNonce: [0, () => resolvedWith(newStreamId())],
  joinAdInterestGroup: [1, () => resolvedWith(undefined)],
  leaveAdInterestGroup: [0, () => resolvedWith(undefined)],
  updateAdInterestGroups: [0, () => undefined],
  deprecatedReplaceInURN: [2, () => resolvedWith(undefined)],
  deprecatedURNToURL: [1, () => resolvedWith('about:blank')],
  getInterestGroupAdAuctionData: [1, () => resolvedWith({ request: new Uint8Array(0), requestId: '' })],
};

/** What a promise's method says of its arguments comes by the promise. */
const AT_ONCE = /^(?:adAuctionComponents|canLoad|update)/;

function ask(self: unknown, args: Args, name: string): unknown {
  const [length, answer] = AUCTION[name]!;
  const check = (): unknown => {
    checkAdmitted(self);
    needArguments(args, length, name, 'Navigator');
    const [dictionary = '', ...members] = REQUIRED[name] ?? [];
    if (args.length > 0) {
      for (const member of members) {
        if (givenOf(args[0])[member] === undefined) {
          throw new TypeError(failedTo(name, 'Navigator') + missingMember(member, dictionary));
        }
      }
    }
    return answer();
  };
  return AT_ONCE.test(name) ? check() : promised(check);
}

const SUPPORT = {
  adComponentsLimit: 20,
  deprecatedRenderURLReplacements: false,
  reportingTimeout: false,
  permitCrossOriginTrustedSignals: false,
  realTimeReporting: false,
  selectableReportingIds: false,
  sellerNonce: false,
  trustedSignalsKVv2: false,
  maxGroupLifetimeMs: 2_592_000_000,
};

function installAuctions(): void {
  const prototype = prototypeOf('Navigator');
  for (const name of Object.keys(AUCTION)) {
    const value = namedMethod(name, AUCTION[name]![0], ask, name);
    defineProperty(prototype, name, { value, writable: true, enumerable: true, configurable: true });
  }
  const admitted =
    (get: () => unknown) =>
    (self: unknown): unknown => {
      checkAdmitted(self);
      return get();
    };
  defineNamedAccessor(
    prototype,
    'deprecatedRunAdAuctionEnforcesKAnonymity',
    null,
    admitted(() => false),
    null,
  );
  defineLater('ProtectedAudience', () =>
    defineBehaviour('ProtectedAudience', {
      queryFeatureSupport: (args: Args) =>
        args[0] === '*' ? { ...SUPPORT } : (SUPPORT as Record<string, unknown>)[`${args[0]}`],
    }),
  );
  let audience: object | null = null;
  const read = admitted(() => {
    audience ??= liveObject('ProtectedAudience');
    return audience;
  });
  defineNamedAccessor(prototype, 'protectedAudience', null, read, null);
}

/** Members of navigator that only secure pages have. */
export const SECURE_AUCTION = [
  ...Object.keys(AUCTION),
  'protectedAudience',
  'deprecatedRunAdAuctionEnforcesKAnonymity',
];

function checkToken(value: unknown, where: string): void {
  for (const member of ['operation', 'version']) {
    if (givenOf(value)[member] === undefined) throw new TypeError(where + missingMember(member, 'PrivateToken'));
  }
}

function installTokens(): void {
  defineMembers<PageNode>('Document', {
    browsingTopics(): Promise<never> {
      const why = 'document.browsingTopics() is deprecated and has been removed.';
      return rejectedWith(domException('NotSupportedError', failedTo('browsingTopics', 'Document') + why));
    },
    hasPrivateToken(_issuer: unknown): Promise<boolean> {
      return resolvedWith(false);
    },
    hasRedemptionRecord(_issuer: unknown): Promise<boolean> {
      return resolvedWith(false);
    },
  });
  const frame = prototypeOf('HTMLIFrameElement');
  defineNamedAccessor(
    frame,
    'privateToken',
    'privatetoken',
    (self, name) => attribute(self as PageNode, name) ?? '',
    (self, value, name) => setAttributeValue(self as PageNode, name, `${value}`),
  );
  for (const name of ['browsingTopics', 'adAuctionHeaders']) {
    defineNamedAccessor(
      frame,
      name,
      name.toLowerCase(),
      (self, own) => hasAttribute(self as PageNode, own),
      (self, value, own) =>
        value ? setAttributeValue(self as PageNode, own, '') : removeAttributeValue(self as PageNode, own),
    );
  }
}

/** XMLHttpRequest is written as a class: these are put on its prototype. */
function installRequestMembers(): void {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: { readonly prototype: object } };
  const where = failedTo('setPrivateToken', 'XMLHttpRequest');
  const methods: Readonly<Record<string, (value: unknown) => void>> = {
    setAttributionReporting: () => {},
    setPrivateToken: (value) => checkToken(value, where),
  };
  for (const name of Object.keys(methods)) {
    const value = namedMethod(
      name,
      1,
      (_, args, act) => {
        needArguments(args, 1, name, 'XMLHttpRequest');
        act(args[0]);
      },
      methods[name]!,
    );
    defineProperty(XMLHttpRequest.prototype, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

function originIn(value: unknown): string | null {
  const where = failedTo('from', 'Origin');
  if (typeof value === 'string') {
    const parts = addressParts(value, '');
    if (parts === null) throw new TypeError(`${where}The string provided cannot be parsed as a serialized URL.`);
    const origin = parts[URL_PARTS.indexOf('origin')]!;
    return origin === 'null' ? null : origin;
  }
  const own = liveRecord(value, 'Origin');
  if (own !== null) return own['%origin'] as string | null;
  if (value === globalThis) return (value as { readonly origin: string }).origin;
  const { href } = givenOf(value);
  if (typeof href === 'string') return originIn(href);
  throw new TypeError(`${where}An origin cannot be extracted from the given parameter.`);
}

/** Scheme and registrable domain; the host knows which domains those are. */
function siteOf(origin: string): string {
  const parts = addressParts(origin, '');
  return parts === null
    ? origin
    : `${parts[URL_PARTS.indexOf('protocol')]}//${askHost('site', parts[URL_PARTS.indexOf('hostname')]!)}`;
}

function defineOrigin(): void {
  const isLike = (record: LiveRecord, other: unknown, self: object, kind: (origin: string) => string): boolean => {
    const second = liveRecord(other, 'Origin');
    if (second === null) throw new TypeError("parameter 1 is not of type 'Origin'.");
    if (record['%origin'] === null || second['%origin'] === null) return other === self;
    return kind(record['%origin'] as string) === kind(second['%origin'] as string);
  };
  defineBehaviour('Origin', {
    construct: (): LiveRecord => ({ '%origin': null, opaque: true }),
    from: (args: Args) => {
      const origin = originIn(args[0]);
      return liveObject('Origin', { '%origin': origin, opaque: origin === null });
    },
    isSameOrigin(this: LiveRecord, args: Args, self: object) {
      return isLike(this, args[0], self, (origin) => origin);
    },
    isSameSite(this: LiveRecord, args: Args, self: object) {
      return isLike(this, args[0], self, siteOf);
    },
  });
}

const RANGED = /^(?:text|search|url|tel|password)$/;

interface Field {
  readonly value: string;
  getBoundingClientRect(): object;
}

/** A range of a field's value. Differs: its box is that of the field. */
function valueRange(field: PageNode, start: unknown, end: unknown, name: string): object {
  if (name === 'HTMLInputElement' && !RANGED.test(inputType(field))) {
    const why = '<input> element must be of a text field type: text, search, url, tel, or password.';
    throw domException('NotSupportedError', `${failedTo('createValueRange', name)}${why}`);
  }
  const { value } = field as unknown as Field;
  const [from, to] = [Number(start) >>> 0, Number(end) >>> 0];
  if (from > value.length || to > value.length) {
    const why = 'Start or end offset exceeds value length.';
    throw domException('IndexSizeError', `${failedTo('createValueRange', name)}${why}`);
  }
  const last = from > to ? from : to;
  return liveObject('OpaqueRange', { startOffset: from, endOffset: last, collapsed: from === last, '%field': field });
}

function installValueRanges(): void {
  for (const name of ['HTMLInputElement', 'HTMLTextAreaElement']) {
    defineMembers<PageNode>(name, {
      createValueRange(start: unknown, end: unknown): object {
        return valueRange(this, start, end, name);
      },
    });
  }
  setOtherBounds((range) => {
    const record = liveRecord(range, 'OpaqueRange');
    if (record === null) return null;
    const node = record['%field'] as PageNode;
    return {
      startNode: node,
      startOffset: record['startOffset'] as number,
      endNode: node,
      endOffset: record['endOffset'] as number,
    };
  });
  const fieldOf = (record: LiveRecord): Field => record['%field'] as Field;
  defineLater('OpaqueRange', () =>
    defineBehaviour('OpaqueRange', {
      disconnect: () => undefined,
      getBoundingClientRect(this: LiveRecord) {
        return fieldOf(this).getBoundingClientRect();
      },
      getClientRects(this: LiveRecord) {
        return this['collapsed'] === true ? [] : [fieldOf(this).getBoundingClientRect()];
      },
    }),
  );
}

export function installOldMembers(): void {
  installAuctions();
  installTokens();
  installRequestMembers();
  installValueRanges();
  defineLater('Origin', defineOrigin);
}
