/**
 * One line of a blocklist.
 *
 * In:  a line: a plain host, a line of a hosts file, or a network rule in the syntax of EasyList.
 * Out: a rule that can be matched, or `null` for comments, cosmetic rules and rules that need more than blocking.
 *
 * https://help.adblockplus.org/hc/en-us/articles/360062733293 describes the syntax.
 */
import { RESOURCE_TYPES, type ResourceType } from '../resource-types.ts';

export interface FilterRule {
  /** The line it stands in. */
  readonly text: string;
  /** `@@`: lets through what other rules block. */
  readonly isException: boolean;
  /** `$important`: no exception counts against it. */
  readonly isImportant: boolean;
  /** A rule for a host and all below it, and nothing more; empty otherwise. */
  readonly host: string;
  readonly pattern: string;
  readonly isCaseSensitive: boolean;
  /** `null` for every type. */
  readonly types: ReadonlySet<ResourceType> | null;
  readonly party: 'any' | 'first' | 'third';
  /** Hosts of pages on which it counts; empty for all. */
  readonly domains: readonly string[];
  readonly exceptDomains: readonly string[];
}

/** What is asked for, by which page. */
export interface FilterRequest {
  readonly url: string;
  readonly hostname: string;
  readonly type: ResourceType;
  readonly isThirdParty: boolean;
  readonly pageHostname: string;
}

const TYPE_NAMES: Record<string, readonly ResourceType[]> = {
  script: ['script'],
  image: ['image', 'favicon'],
  stylesheet: ['style'],
  css: ['style'],
  xmlhttprequest: ['fetch', 'sourcemap'],
  xhr: ['fetch', 'sourcemap'],
  font: ['font'],
  media: ['media'],
  websocket: ['websocket'],
  ping: ['beacon'],
  beacon: ['beacon'],
  other: ['beacon', 'favicon', 'sourcemap'],
};

/** Types that are never asked for as sub-resources here: a rule for nothing else is left out. */
const FOREIGN_TYPES = new Set(['subdocument', 'frame', 'document', 'doc', 'object', 'popup', 'popunder', 'webrtc']);
/** Without meaning for whether a request is made. */
const IGNORED_OPTIONS = /^(?:redirect(?:-rule)?(?:=.*)?|rewrite=.*|empty|mp4|badfilter-none|all)$/;

/** A rule is about what a page loads; the page itself must be named. */
const ALL_TYPES: readonly ResourceType[] = RESOURCE_TYPES.filter((type) => type !== 'document');

const HOSTNAME = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}$/u;
const HOST_PATTERN = /^\|\|((?:[\w-]+\.)+[\w-]+)\^?$/;
const COSMETIC = /##|#@#|#\?#|#\$#|#%#/;

export function parseFilterRule(line: string): FilterRule | null {
  const text = line.trim();
  if (text === '' || text.length > 4_000 || text[0] === '!' || text[0] === '#' || text[0] === '[') return null;
  if (text.includes('#') && COSMETIC.test(text)) return null;
  // Faster: most lines of most lists begin like this, and are no hosts.
  const isPattern = text[0] === '|' || text[0] === '/' || text[0] === '@';
  const hostsLine = isPattern ? undefined : /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)/.exec(text)?.[1];
  const plain = hostsLine ?? text;
  if (!isPattern && HOSTNAME.test(plain)) return hostRule(text, plain.toLowerCase());
  // An entry of a host with spaces in it, or a hosts file's line for this machine, is no rule.
  if (hostsLine !== undefined || /\s/.test(text)) return null;

  const isException = text.startsWith('@@');
  const body = isException ? text.slice(2) : text;
  const dollar = optionsStart(body);
  const pattern = dollar < 0 ? body : body.slice(0, dollar);
  const options = dollar < 0 ? NO_OPTIONS : optionsOf(body.slice(dollar + 1));
  if (options === null) return null;
  const host = HOST_PATTERN.exec(pattern)?.[1] ?? '';
  if (host === '' && options.domains.length === 0 && pattern.replace(/[*|^]/g, '') === '') return null;
  return { ...options, text, isException, host: host.toLowerCase(), pattern };
}

/** Whoever visits the host itself wants to see it, so its own pages get what they ask of it. */
function hostRule(text: string, host: string): FilterRule {
  return {
    text,
    isException: false,
    isImportant: false,
    host,
    pattern: `||${host}^`,
    isCaseSensitive: false,
    types: null,
    party: 'any',
    domains: [],
    exceptDomains: [host],
  };
}

/** Where the options begin. The dollar of a regular expression is none. */
function optionsStart(body: string): number {
  const at = body.lastIndexOf('$');
  if (at < 0) return -1;
  const isRegExp = body.startsWith('/') && body.endsWith('/') && body.length > 2;
  return isRegExp || !/^[~\w]/.test(body.slice(at + 1)) ? -1 : at;
}

type RuleOptions = Pick<
  FilterRule,
  'isImportant' | 'isCaseSensitive' | 'types' | 'party' | 'domains' | 'exceptDomains'
>;

const NO_OPTIONS: RuleOptions = {
  isImportant: false,
  isCaseSensitive: false,
  types: null,
  party: 'any',
  domains: [],
  exceptDomains: [],
};

/** By their text: lists repeat a few of them thousands of times. Emptied when it has become too large. */
const knownOptions = new Map<string, RuleOptions | null>();
const MAX_KNOWN_OPTIONS = 1_000;

function optionsOf(text: string): RuleOptions | null {
  const known = knownOptions.get(text);
  if (known !== undefined) return known;
  const options = readOptions(text);
  if (knownOptions.size >= MAX_KNOWN_OPTIONS) knownOptions.clear();
  knownOptions.set(text, options);
  return options;
}

/** `null` when the rule asks for something that blocking is not, such as another page policy. */
function readOptions(text: string): RuleOptions | null {
  const wanted = new Set<ResourceType>();
  const unwanted = new Set<ResourceType>();
  let isForeign = false;
  let isImportant = false;
  let isCaseSensitive = false;
  let party: FilterRule['party'] = 'any';
  let domains: string[] = [];
  let exceptDomains: string[] = [];
  for (const option of text.split(',')) {
    const isNot = option.startsWith('~');
    const name = (isNot ? option.slice(1) : option).toLowerCase();
    const types = TYPE_NAMES[name];
    if (types !== undefined) for (const type of types) (isNot ? unwanted : wanted).add(type);
    else if (FOREIGN_TYPES.has(name)) isForeign ||= !isNot;
    else if (name === 'third-party' || name === '3p') party = isNot ? 'first' : 'third';
    else if (name === 'first-party' || name === '1p') party = isNot ? 'third' : 'first';
    else if (name === 'important') isImportant = true;
    else if (name === 'match-case') isCaseSensitive = true;
    else if (name.startsWith('domain=') || name.startsWith('from=')) {
      const names = name.slice(name.indexOf('=') + 1).split('|');
      domains = names.filter((each) => !each.startsWith('~'));
      exceptDomains = names.filter((each) => each.startsWith('~')).map((each) => each.slice(1));
    } else if (!IGNORED_OPTIONS.test(name)) return null;
  }
  if (wanted.size === 0 && isForeign) return null;
  if (wanted.size === 0 && unwanted.size > 0) for (const type of ALL_TYPES) wanted.add(type);
  for (const type of unwanted) wanted.delete(type);
  const types = wanted.size === 0 ? null : wanted;
  return { isImportant, isCaseSensitive, types, party, domains, exceptDomains };
}

/** Whether a rule's options let it count for a request; its pattern is looked at elsewhere. */
export function countsFor(rule: FilterRule, request: FilterRequest): boolean {
  if (rule.types !== null && !rule.types.has(request.type)) return false;
  if (rule.party !== 'any' && (rule.party === 'third') !== request.isThirdParty) return false;
  const isOn = (domain: string) => isHostBelow(request.pageHostname, domain);
  if (rule.domains.length > 0 && !rule.domains.some(isOn)) return false;
  return !rule.exceptDomains.some(isOn);
}

export function isHostBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** The pattern as a regular expression. */
export function patternOf({ pattern, isCaseSensitive }: FilterRule): RegExp {
  const flags = isCaseSensitive ? '' : 'i';
  if (pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/')) {
    try {
      return new RegExp(pattern.slice(1, -1), flags);
    } catch {
      // Not a regular expression of JavaScript: it matches nothing.
      return /(?!)/;
    }
  }
  const atHost = pattern.startsWith('||');
  const atStart = !atHost && pattern.startsWith('|');
  const atEnd = pattern.endsWith('|') && pattern.length > 1;
  const middle = pattern.slice(atHost ? 2 : atStart ? 1 : 0, atEnd ? -1 : undefined).replace(/\*+/g, '*');
  const source = [...middle.replace(/^\*|\*$/g, '')]
    .map((char) =>
      char === '*' ? '.*' : char === '^' ? '(?:[^\\w.%-]|$)' : char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    )
    .join('');
  const start = atHost ? '^[a-z-]+://(?:[^/?#]*\\.)?' : atStart ? '^' : '';
  return new RegExp(start + source + (atEnd ? '$' : ''), flags);
}
