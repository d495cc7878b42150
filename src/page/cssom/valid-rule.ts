/**
 * Which at-rules there are: what has no such name, or is not valid before its braces, is not in a list of rules.
 *
 * CSS Syntax 3 §9 https://drafts.csswg.org/css-syntax-3/#css-stylesheets, and the standard of each rule
 */
import { charCodeAt, hasWord, isAsciiSpace } from '../primordials.ts';
import { isReservedName, unquoted } from './keyframe-keys.ts';
import { partsOf } from './rule-record.ts';
import type { RuleText } from './split-rules.ts';

/** Rules without braces, which stand at the start of a sheet only. */
export function isStatement(name: string): boolean {
  return hasWord(' import namespace charset ', name);
}

/** Rules whose parts are read by the engine. */
const READ = ' import namespace layer scope property container page ';
/** Rules with nothing before their braces. */
const BARE = ' font-face starting-style ';
const OTHERS =
  ' media supports keyframes -webkit-keyframes position-try counter-style font-feature-values font-palette-values ' +
  'view-transition function ';

export function isValidAtRule({ name, prelude, body }: RuleText): boolean {
  if (name !== 'layer' && (body === null) !== isStatement(name)) return false;
  if (hasWord(READ, name)) return isRead(name, prelude, body);
  if (hasWord(BARE, name)) return prelude === '';
  if (!hasWord(OTHERS, name)) return false;
  switch (name) {
    case 'keyframes':
    case '-webkit-keyframes':
      return isKeyframesPrelude(prelude);
    case 'supports':
      return prelude !== '';
    default:
      return true;
  }
}

function isRead(name: string, prelude: string, body: string | null): boolean {
  const parts = partsOf<ArrayLike<unknown>>(name, prelude, body ?? '');
  if (parts === null || name !== 'layer') return parts !== null;
  return body === null ? parts.length > 0 : parts.length < 2;
}

/** One name, or a string. */
function isKeyframesPrelude(prelude: string): boolean {
  if (prelude === '' || isReservedName(prelude)) return false;
  if (unquoted(prelude) !== prelude) return true;
  for (let at = 0; at < prelude.length; at++) {
    const code = charCodeAt(prelude, at);
    if (code === 0x5c) at++;
    else if (isAsciiSpace(code) || code === 0x2c) return false;
  }
  return true;
}
