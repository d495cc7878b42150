/**
 * Tokens that clients of a server have to bring: given by option, or by the environment.
 *
 * In:  options and environment. Out: the tokens, which may be none; words that are no tokens are called wrong.
 */
import type { OptionValues } from './command.ts';
import { stringsOf } from './option-values.ts';
import { UsageError } from './usage-error.ts';

/** So that the token need not stand among the arguments, which other users of the machine can see. */
export const TOKEN_VARIABLE = 'AGENTBROWSER_TOKEN';
const SHORTEST_TOKEN = 16;

export function readTokens(values: OptionValues, environment: NodeJS.ProcessEnv): readonly string[] {
  const listed = stringsOf(values, 'token');
  const variable = environment[TOKEN_VARIABLE] ?? '';
  const given = listed.length > 0 || variable === '' ? listed : [variable];
  for (const token of given) {
    if (token.length < SHORTEST_TOKEN || !/^[\w-]+$/.test(token)) {
      throw new UsageError(`A token has ${SHORTEST_TOKEN} or more letters, digits, - and _.`);
    }
  }
  return given;
}
