/**
 * `npm run bench`: what the engine costs on this machine. Timings count only while nothing else runs.
 *
 *   npm run bench                 all of it
 *   npm run bench -- stages       one part: stages, sessions, actions, bundle, tokens, yoga
 */
import { benchActions } from './actions.ts';
import { benchBundle } from './bundle.ts';
import { benchSessions } from './sessions.ts';
import { benchStages } from './stages.ts';
import { benchTokens } from './tokens.ts';
import { benchYoga } from './yoga.ts';

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  stages: benchStages,
  sessions: benchSessions,
  actions: benchActions,
  bundle: benchBundle,
  tokens: benchTokens,
  yoga: benchYoga,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown[0]}'. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
console.log(`Node ${process.version}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`);
for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) await PARTS[name]();
