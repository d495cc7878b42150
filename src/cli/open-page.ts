/**
 * `agentbrowser open`: one page, printed.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgentBrowser } from '../client/browser.ts';
import { AgentBrowserError } from '../errors.ts';
import type { Command } from './arguments.ts';
import type { Print } from './run-command.ts';

export async function openPage(command: Extract<Command, { kind: 'open' }>, print: Print): Promise<void> {
  const url = urlOf(command.target);
  const { viewport, script, timeoutMs } = command;
  await using browser = await AgentBrowser.launch({ viewport, script, timeoutMs });
  const session = await browser.session();
  const page = await session.goto(url);
  if (command.boxes) {
    const boxes = await session.boxes();
    if (command.format === 'json') print(`${JSON.stringify(boxes)}\n`);
    else for (const { tag, x, y, w, h, hasBox } of boxes) print(`${tag} ${hasBox ? `${x},${y} ${w}x${h}` : '-'}\n`);
  } else {
    print(command.format === 'json' ? `${JSON.stringify(page)}\n` : await session.text());
  }
}

/** What a person gives is a URL or a file. A scheme is never guessed: the guess could be somebody else's site. */
export function urlOf(target: string): string {
  if (/^[a-z][a-z\d+.-]+:(?!\d)/i.test(target)) return target;
  if (existsSync(target)) return pathToFileURL(resolve(target)).href;
  const scheme = /^(?:localhost|[\d.]+|\[.*\])(?::|\/|$)/.test(target) ? 'http' : 'https';
  throw new AgentBrowserError(
    'invalid_url',
    `'${target}' is neither a whole URL nor a file that exists. Perhaps you mean ${scheme}://${target}`,
  );
}
