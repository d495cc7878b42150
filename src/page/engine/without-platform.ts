/**
 * The engine's realm lets go of the platform that pages have.
 *
 * In:  a realm behind the snapshot. Out: the same realm with a global object as V8 made it, and the engine.
 *
 * Smaller: every context of the snapshot has both, and the platform is 2.9 MB of it. The engine uses nothing of it but nodes,
 * which are those of the page's realm.
 */
import type { Platform, RealmWays } from '../realm-ways.ts';

/** `boot`, behind which the realm is the engine's alone. */
export function withoutPlatform<Args extends unknown[], Result>(
  ways: RealmWays,
  boot: (...args: Args) => Result,
): (...args: Args) => Result {
  const { builtIns, textOfFunction } = ways.platform!;
  let isDone = false;
  return (...args) => {
    if (!isDone) {
      isDone = true;
      delete ways.bootPage;
      delete ways.bootWorker;
      dropPlatform(builtIns, textOfFunction);
    }
    return boot(...args);
  };
}

function dropPlatform(builtIns: Platform['builtIns'], textOfFunction: Platform['textOfFunction']): void {
  for (const key of Reflect.ownKeys(globalThis)) {
    // Temporal is V8's, which puts it on when it makes the context: a clock (fine-clock.ts).
    if (key === '__agentbrowser' || key === 'Temporal') continue;
    if (!Object.hasOwn(builtIns, key)) Reflect.deleteProperty(globalThis, key);
  }
  Object.defineProperties(globalThis, builtIns);
  Object.setPrototypeOf(globalThis, Object.prototype);
  Object.defineProperty(Function.prototype, 'toString', { value: textOfFunction, writable: true, configurable: true });
}
