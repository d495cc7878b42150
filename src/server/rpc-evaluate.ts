/**
 * `evaluate` of the socket: an expression or the body of an async function, with arguments, and any JSON as its result.
 *
 * In:  script and named arguments. Out: its value. The engine's own evaluation gives plain values only and waits for nothing;
 *      so the script's promise is put aside in the page, asked after until it is settled, and taken away again.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Script } from 'node:vm';
import { AgentBrowserError } from '../errors.ts';

type Evaluate = (source: string) => Promise<string | number | boolean | null>;

/** Between two looks at a promise. */
const STEP_MS = 20;

export async function evaluateScript(
  script: string,
  args: Readonly<Record<string, unknown>>,
  evaluate: Evaluate,
  timeoutMs: number,
): Promise<unknown> {
  const names = Object.keys(args);
  const wrong = names.find((name) => !/^[A-Za-z_$][\w$]*$/.test(name));
  if (wrong !== undefined) {
    throw new AgentBrowserError('invalid_argument', `'${wrong.slice(0, 60)}' cannot be the name of an argument.`);
  }
  const body = functionBody(script, names);
  // Several statements without return: their completion value, as in a console.
  if (body === null) return evaluate(script);
  const values = names.map((name) => JSON.stringify(args[name]) ?? 'undefined').join(',');
  const key = JSON.stringify(`agentbrowser-${randomBytes(12).toString('hex')}`);
  const end = performance.now() + timeoutMs;
  let state = await evaluate(startSource(key, `(async (${names.join(',')}) => {${body}\n})(${values})`));
  while (state === 'pending') {
    if (performance.now() > end) {
      await evaluate(`delete globalThis[${key}]`);
      throw new AgentBrowserError('timeout', `The script's promise was not settled within ${timeoutMs} ms.`);
    }
    await pause(STEP_MS);
    state = await evaluate(`globalThis[${key}].state`);
  }
  const answer = await evaluate(takeSource(key));
  if (state === 'failed') throw new AgentBrowserError('invalid_argument', `The script threw: ${String(answer)}`);
  return typeof answer === 'string' ? JSON.parse(answer) : null;
}

/** What stands in the function; `null` when the script can only stand by itself. */
function functionBody(script: string, names: readonly string[]): string | null {
  const asExpression = `return (\n${script}\n)`;
  for (const body of [asExpression, script]) {
    const isProgram = body === script && names.length === 0 && compiles(script);
    if (compiles(`(async (${names.join(',')}) => {${body}\n})`)) return isProgram ? null : body;
  }
  return null;
}

/** Only looks at it: nothing of it runs here. */
function compiles(source: string): boolean {
  try {
    new Script(source);
    return true;
  } catch {
    return false;
  }
}

function startSource(key: string, promise: string): string {
  return `(() => {
    const box = { state: 'pending', text: undefined };
    Object.defineProperty(globalThis, ${key}, { value: box, configurable: true });
    const fail = (error) => { box.state = 'failed'; box.text = String(error); };
    ${promise}.then((value) => { box.text = JSON.stringify(value); box.state = 'done'; }).catch(fail);
    return box.state;
  })()`;
}

function takeSource(key: string): string {
  return `(() => { const { text } = globalThis[${key}]; delete globalThis[${key}]; return text; })()`;
}
