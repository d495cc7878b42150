/**
 * What `?pipe=` asks of WPT's server: other headers, another status, a part of a file, or its bytes slowly.
 *
 * In:  the text of the parameter, and the answer as it would be. Out: the answer as it is to be, and its bytes in steps.
 *
 * https://web-platform-tests.org/writing-tests/server-pipes.html
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export interface PipedAnswer {
  status: number;
  readonly headers: Record<string, string[]>;
  body: Buffer;
  /** Of `trickle`: so many bytes, or so many milliseconds; what is left comes behind. */
  steps: readonly Step[];
}

type Step = { readonly kind: 'bytes'; readonly count: number } | { readonly kind: 'wait'; readonly ms: number };

/** A delay beyond this is one that no test gets to the end of. */
const MAX_WAIT_MS = 10_000;
const MAX_STEPS = 1_000;

/** Does what the pipes say, in their order. `substitute` is what `.sub.` files get. */
export function applyPipes(pipes: string, answer: PipedAnswer, substitute: (body: Buffer) => Buffer): void {
  for (const [, name, text = ''] of pipes.matchAll(/(\w+)(?:\(((?:\\.|[^)\\])*)\))?/g)) {
    const args = text.split(/(?<!\\),/).map((arg) => arg.trim().replace(/\\(.)/g, '$1'));
    switch (name) {
      case 'status':
        answer.status = Number.parseInt(args[0] ?? '', 10) || answer.status;
        break;
      case 'header':
        addHeader(answer, args);
        break;
      case 'slice':
        answer.body = answer.body.subarray(sliceEnd(args[0], 0), sliceEnd(args[1], answer.body.length));
        break;
      case 'sub':
        answer.body = substitute(answer.body);
        break;
      case 'gzip':
        answer.body = gzipSync(answer.body);
        answer.headers['content-encoding'] = ['gzip'];
        break;
      case 'trickle':
        answer.steps = trickle(text);
        break;
    }
  }
}

function addHeader({ headers }: PipedAnswer, [name = '', value = '', append = '']: readonly string[]): void {
  const key = name.toLowerCase();
  if (key === '') return;
  headers[key] = /^(?:true|1)$/i.test(append) ? [...(headers[key] ?? []), value] : [value];
}

function sliceEnd(arg: string | undefined, otherwise: number): number {
  return arg === undefined || arg === '' || arg === 'null' ? otherwise : Number(arg);
}

/** 'd1' waits a second, '100' sends as many bytes, 'r2' does the last two of them until the body ends. */
function trickle(text: string): Step[] {
  const steps: Step[] = [];
  for (const word of text.split(':')) {
    const number = Number(word.replace(/^[dr]/, ''));
    if (!Number.isFinite(number)) continue;
    if (word.startsWith('d')) steps.push({ kind: 'wait', ms: Math.min(number * 1000, MAX_WAIT_MS) });
    else if (word.startsWith('r')) {
      const again = steps.slice(-number);
      while (again.length > 0 && steps.length < MAX_STEPS) steps.push(...again);
    } else steps.push({ kind: 'bytes', count: number });
  }
  return steps;
}

/** Writes the answer; with steps, it takes its time. */
export async function sendSlowly(response: ServerResponse, answer: PipedAnswer): Promise<void> {
  const { status, headers, body, steps } = answer;
  let at = 0;
  for (const [index, step] of steps.entries()) {
    if (at >= body.length || response.destroyed) break;
    if (step.kind === 'wait') {
      await wait(step.ms);
      continue;
    }
    // A delay that stands first holds the headers back too.
    if (!response.headersSent) response.writeHead(status, headers);
    response.write(body.subarray(at, at + step.count));
    at += step.count;
    if (index >= MAX_STEPS) break;
  }
  if (!response.headersSent) response.writeHead(status, headers);
  response.end(body.subarray(at));
}
