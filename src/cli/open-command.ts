/**
 * `agentbrowser open`: a page, printed, and kept for the commands that follow.
 *
 * The first one starts a daemon, which keeps the session until it is closed or nobody needs it. `--once` does without.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBareAddress, wholeAddress } from '../client/address.ts';
import { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { NOTICED } from '../mcp/agent-session.ts';
import { MAIN, type MainSettings } from '../server/daemon-main-session.ts';
import { reachDaemon } from '../server/daemon-start.ts';
import { daemonPaths } from '../server/socket-path.ts';
import type { Command, Given, OptionValues } from './command.ts';
import { readIdle } from './daemon-command.ts';
import { PAGE_OPTIONS, readViewport, SHOW_OPTIONS, stringOf, takeOperands, VIEWPORT_OPTION } from './option-values.ts';
import { printJson, printPage } from './page-output.ts';
import { lastNoticed, type PageCall, readPageCall } from './page-session.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withVault } from './vault-passphrase.ts';

export interface OpenCall extends PageCall {
  readonly target: string;
  /** Every element's box, in place of the Spatial DOM. */
  readonly wantsBoxes: boolean;
  readonly once: boolean;
  readonly auth: string | undefined;
  readonly idleMs: number;
  /** What the session should be like; what is not named stays as it is. */
  readonly settings: MainSettings;
}

export const OPEN_COMMAND: Command = {
  name: 'open',
  aliases: ['goto'],
  group: 'Pages',
  summary: 'opens a URL or file, prints what an agent sees, and keeps the page open',
  operands: '<url-or-file>',
  options: {
    ...PAGE_OPTIONS,
    ...SHOW_OPTIONS,
    ...VIEWPORT_OPTION,
    boxes: { type: 'boolean', help: 'The border box of every element in document order instead' },
    auth: { type: 'string', value: 'NAME', help: "Sign in with what 'agentbrowser auth add NAME' kept" },
    instant: { type: 'boolean', help: "Act at once, without a person's movements and pauses" },
    'allow-evaluate': { type: 'boolean', help: 'Clients of the socket may run script of theirs in pages' },
    proxy: {
      type: 'string',
      value: 'URL',
      help: 'http, https or socks5; its password is better in AGENTBROWSER_PROXY',
    },
    idle: { type: 'string', value: 'TIME', help: 'How long the page is kept when nobody needs it; 30m without it' },
    once: { type: 'boolean', help: 'Keep nothing open: print the page and end' },
  },
  details: [
    'Each line is one element: its id, what it is, what it says, and where it is. Ids are for the commands that follow.',
    'The page stays open, with its cookies, in a process behind the scenes until you close it or leave it alone for half',
    'an hour. With another viewport or without script the session begins anew, with the cookies it had.',
  ].join('\n'),
  examples: [
    'open https://example.com/',
    'open page.html --viewport 390x844',
    `open https://example.com/ --json | jq '.els[] | select(.tag == "a")'`,
    'open https://example.com/account --auth shop --session shop',
  ],
  read(given) {
    const call = readOpen(given);
    return (terminal) => (call.once ? openOnce(call, terminal) : openKept(call, terminal));
  },
};

export function readOpen(given: Given): OpenCall {
  const [target] = takeOperands('open', given, 'the URL or file to open');
  const { values } = given;
  const call = readPageCall(values);
  const once = values['once'] === true;
  if (once && (values['idle'] !== undefined || values['session'] !== undefined)) {
    throw new UsageError('--once keeps nothing open: --idle and --session do not go with it.');
  }
  return {
    ...call,
    target: target!,
    wantsBoxes: values['boxes'] === true,
    once,
    auth: stringOf(values, 'auth'),
    idleMs: readIdle(values),
    settings: readSettings(values),
  };
}

function readSettings(values: OptionValues): MainSettings {
  const viewport = stringOf(values, 'viewport');
  const proxy = stringOf(values, 'proxy') ?? process.env['AGENTBROWSER_PROXY'];
  return {
    ...(viewport === undefined ? {} : { viewport: [...readViewport(viewport)] as [number, number] }),
    ...(values['no-script'] === true ? { script: false } : {}),
    ...(values['instant'] === true ? { behaviour: 'instant' as const } : {}),
    ...(values['allow-evaluate'] === true ? { allowEvaluate: true } : {}),
    ...(proxy === undefined || proxy === '' ? {} : { proxy }),
  };
}

async function openKept(call: OpenCall, terminal: Terminal): Promise<void> {
  const url = urlOf(call.target);
  const { name, timeoutMs, settings, idleMs } = call;
  const { link, status } = await terminal.during(
    'starting the engine',
    reachDaemon({ paths: daemonPaths(name), idleMs, main: {} }, (link) => link.prepare(settings, timeoutMs)),
  );
  try {
    const session = new Session(link, MAIN, timeoutMs);
    await withVault(link, () => show(session, url, call, terminal));
    if (status.main === null) {
      const option = name === 'default' ? '' : ` --session ${name}`;
      terminal.note(
        terminal.paint(
          'dim',
          `The page stays open: try 'agentbrowser click <id>${option}'. 'agentbrowser close${option}' ends it.\n`,
        ),
      );
    }
  } finally {
    await link.close();
  }
}

async function openOnce(call: OpenCall, terminal: Terminal): Promise<void> {
  const url = urlOf(call.target);
  // Faster: a page that is kept open is not opened here.
  const { AgentBrowser } = await import('../client/browser.ts');
  await using browser = await AgentBrowser.launch({ ...call.settings, timeoutMs: call.timeoutMs } as object);
  await show(await browser.session(), url, call, terminal);
}

async function show(session: Session, url: string, call: OpenCall, terminal: Terminal): Promise<void> {
  const after = await lastNoticed(session);
  const { auth, timeoutMs } = call;
  const options = { timeoutMs, ...(auth === undefined ? {} : { auth }) };
  const page = await terminal.during(`opening ${url.slice(0, 60)}`, session.goto(url, options));
  if (!call.wantsBoxes) {
    printPage(page, await session.events({ after, kinds: NOTICED }), call, terminal);
    return;
  }
  const boxes = await session.boxes();
  if (call.json) printJson(boxes, terminal);
  else {
    for (const { tag, x, y, w, h, hasBox } of boxes) terminal.print(`${tag} ${hasBox ? `${x},${y} ${w}x${h}` : '-'}\n`);
  }
}

/** What could have been meant: a host without a scheme, or a file that is elsewhere. */
function hintFor(target: string): string {
  if (isBareAddress(target)) return `Perhaps you mean ${wholeAddress(target)}`;
  return 'Give a URL such as https://example.com/, or the path of a file.';
}

/** What a person gives is a URL or a file. A scheme is never guessed: the guess could be somebody else's site. */
export function urlOf(target: string): string {
  if (/^[a-z][a-z\d+.-]+:(?!\d)/i.test(target)) return target;
  if (existsSync(target)) return pathToFileURL(resolve(target)).href;
  if (target.trim() === '') throw new AgentBrowserError('invalid_url', 'The address is empty. Give a URL or a file.');
  const what = `'${target}' is neither a whole URL nor a file that exists.`;
  throw new AgentBrowserError('invalid_url', `${what} ${hintFor(target)}`);
}
