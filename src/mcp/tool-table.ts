/**
 * The one table of tools: what a model may call, what each takes, and what it answers.
 *
 * Every action answers with what it changed, or with the page that it led to.
 */
import { z } from 'zod';
import { actionAnswer, fenced, pageAnswer, tabsAnswer, textAnswer, withoutFence } from '../client/answer-text.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ActionResult, MethodResult, WaitCondition } from '../protocol/methods.ts';
import { checkFileAddress } from '../server/file-addresses.ts';
import { LoginRun } from './login-run.ts';
import { type Tool, type ToolCall, tool } from './tool.ts';
import { uploadPaths } from './upload-folder.ts';

const id = z.int().min(1).describe('Element id');
const url = z.string().min(1).max(LIMITS.urlChars);
const fullOnly = { list: 'full' } as const;

export const TOOLS: readonly Tool[] = [
  tool('browser_navigate', 'Open a URL; answers with the page', { url }, async (call, { url }) => {
    checkFileAddress(url, call.permissions.files);
    return pageOf(call, await call.session.goto(url));
  }),

  tool(
    'browser_snapshot',
    'Show the page: one line per element with id, kind, text, state, x,y and size',
    {
      scope: z.enum(['viewport', 'page']).optional().describe('Default: what is on screen'),
      interactiveOnly: z.boolean().optional().describe('No plain text, also in later answers'),
      boxes: z.boolean().optional().describe('false saves tokens, also in later answers'),
      links: z.boolean().optional().describe('Where links lead, also in later answers'),
      maxTokens: z.int().min(100).max(8_000).optional(),
      near: id.optional().describe('Keep what is around this id'),
    },
    async ({ session, agent }, { scope, interactiveOnly, boxes, links, maxTokens, near }) => {
      agent.boxes = boxes ?? agent.boxes;
      agent.links = links ?? agent.links;
      const text = await session.text({
        boxes: agent.boxes,
        links: agent.links,
        maxTokens: maxTokens ?? LIMITS.answerTokens,
        scope: scope ?? 'viewport',
        ...(interactiveOnly === undefined ? {} : { interactiveOnly }),
        ...(near === undefined ? {} : { near }),
      });
      return fenced(withoutFence(text));
    },
    { readOnly: true },
  ),

  tool(
    'browser_click',
    'Click an element; answers with what changed',
    {
      id,
      double: z.boolean().optional(),
      button: z.enum(['left', 'middle', 'right']).optional(),
    },
    async (call, { id, double = false, button = 'left' }) => {
      return changeOf(call, await call.session.click(id, { double, button }));
    },
  ),

  tool(
    'browser_type',
    'Type into a field',
    {
      id,
      text: z.string().max(LIMITS.typedChars),
      submit: z.boolean().optional().describe('Press Enter after'),
      clear: z.boolean().optional().describe('Empty it first; default true'),
    },
    async (call, { id, text, submit = false, clear = true }) => {
      return changeOf(call, await call.session.type(id, text, { submit, clear }));
    },
  ),

  tool(
    'browser_select',
    'Choose options of a list by label or value',
    { id, values: z.array(z.string()).max(1_000) },
    async (call, { id, values }) => changeOf(call, await call.session.select(id, values)),
  ),

  tool(
    'browser_press',
    'Press a key or chord, e.g. Enter, Control+a',
    { key: z.string().min(1).max(100), id: id.optional() },
    async (call, { key, id }) => {
      return changeOf(call, await call.session.press(key, id === undefined ? {} : { target: id }));
    },
  ),

  tool(
    'browser_scroll',
    'Scroll the page, or the box around an element',
    {
      direction: z.enum(['up', 'down', 'left', 'right']),
      amount: z.number().min(0).max(1_000_000).optional().describe('Pixels; default: a screen'),
      id: id.optional(),
    },
    async (call, { direction, amount, id }) => {
      return changeOf(call, await call.session.scroll(direction, amount, id === undefined ? {} : { within: id }));
    },
  ),

  tool(
    'browser_get_text',
    'Readable content of the page as Markdown',
    {
      instruction: z.string().max(1_000).optional().describe('Words to look for'),
      offset: z.int().min(0).optional(),
    },
    async ({ session }, { instruction, offset = 0 }) => textAnswer(await session.read(), instruction, offset),
    { readOnly: true },
  ),

  tool(
    'browser_wait',
    'Wait for one of these, or without any until the page is at rest',
    {
      text: z.string().min(1).max(1_000).optional(),
      selector: z.string().min(1).max(LIMITS.selectorChars).optional(),
      url: z.string().min(1).max(1_000).optional().describe('Part of the address'),
      gone: id.optional().describe('Id that goes away'),
      ms: z.int().min(0).max(LIMITS.mcpWaitMs).optional(),
      timeoutMs: z.int().min(1).max(LIMITS.mcpWaitMs).optional(),
    },
    async (call, { timeoutMs, ...wanted }) => {
      const condition = conditionOf(wanted);
      // A wait that takes a time needs a deadline behind it.
      const deadline = timeoutMs ?? ('ms' in condition ? condition.ms + LIMITS.callMs : LIMITS.callMs);
      return changeOf(call, await call.session.wait(condition, { timeoutMs: deadline }));
    },
  ),

  tool('browser_back', 'Go back in history', {}, async (call) => pageOf(call, await call.session.back())),

  tool(
    'browser_tabs',
    'List, open, switch or close tabs',
    {
      action: z.enum(['list', 'new', 'select', 'close']),
      tab: z.int().min(1).optional(),
      url: url.optional(),
    },
    runTabs,
  ),

  tool(
    'browser_login',
    'Sign in with credentials stored under a name; you never see them. If it asks for a code, ask the user and call again with it',
    {
      name: z.string().min(1).max(100),
      code: z.string().min(1).max(100).optional().describe("The code, 'done' if approved elsewhere, or 'cancel'"),
    },
    runLogin,
    { duringLogin: true },
  ),

  tool(
    'browser_close',
    'Close all tabs and forget cookies',
    {},
    async ({ agent }) => {
      await agent.close();
      return 'closed; browser_navigate starts anew\n';
    },
    { duringLogin: true },
  ),

  tool('browser_forward', 'Go forward in history', {}, async (call) => pageOf(call, await call.session.forward()), {
    ...fullOnly,
  }),

  tool('browser_reload', 'Load the page again', {}, async (call) => pageOf(call, await call.session.reload()), {
    ...fullOnly,
  }),

  tool(
    'browser_hover',
    'Move the pointer over an element',
    { id },
    async (call, { id }) => changeOf(call, await call.session.hover(id)),
    { ...fullOnly },
  ),

  tool(
    'browser_check',
    'Tick a checkbox, radio button or switch, or untick it',
    { id, checked: z.boolean().optional().describe('Default true') },
    async (call, { id, checked = true }) => changeOf(call, await call.session.check(id, checked)),
    { ...fullOnly },
  ),

  tool(
    'browser_drag',
    'Drag an element to another one',
    { id, to: id },
    async (call, { id, to }) => changeOf(call, await call.session.drag(id, to)),
    { ...fullOnly },
  ),

  tool(
    'browser_dialog',
    'Answer the next alert, confirm or prompt of the page; without it they are dismissed',
    { accept: z.boolean(), text: z.string().max(LIMITS.eventChars).optional() },
    async ({ session }, { accept, text }) => {
      await session.dialog({ accept, ...(text === undefined ? {} : { text }) });
      return 'noted for the next dialog\n';
    },
    { ...fullOnly },
  ),

  tool(
    'browser_network',
    'What the network did: requests, what was blocked, files saved',
    {},
    async ({ session }) => {
      const { downloads, ...counts } = await session.network();
      // Secure: where files are on this machine is not for models.
      const files = downloads.map(({ path: _, ...file }) => file);
      return fenced(JSON.stringify({ ...counts, downloads: files }));
    },
    { ...fullOnly, readOnly: true },
  ),

  tool(
    'browser_upload',
    'Give files of the upload folder to a file input',
    { id, files: z.array(z.string().min(1).max(1_000)).min(1).max(20) },
    async (call, { id, files }) => {
      const paths = await uploadPaths(call.permissions.uploads, files);
      return changeOf(call, await call.session.upload(id, paths));
    },
    { ...fullOnly, isAllowed: ({ uploads }) => uploads !== null },
  ),

  tool(
    'browser_evaluate',
    'Value of a JavaScript expression in the page: text, number or boolean',
    { source: z.string().min(1).max(LIMITS.typedChars) },
    async ({ session }, { source }) => fenced(JSON.stringify(await session.evaluate(source))),
    { ...fullOnly, isAllowed: ({ evaluate }) => evaluate },
  ),
];

async function changeOf({ session, agent }: ToolCall, result: ActionResult): Promise<string> {
  return actionAnswer(result, { boxes: agent.boxes, links: agent.links, events: await agent.events(session) });
}

async function pageOf({ session, agent }: ToolCall, page: MethodResult<'session.goto'>): Promise<string> {
  return pageAnswer(page, { boxes: agent.boxes, links: agent.links, events: await agent.events(session) });
}

function conditionOf(wanted: {
  readonly text?: string | undefined;
  readonly selector?: string | undefined;
  readonly url?: string | undefined;
  readonly gone?: number | undefined;
  readonly ms?: number | undefined;
}): WaitCondition {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    const names = given.map(([name]) => name).join(' and ');
    throw new AgentBrowserError(
      'invalid_argument',
      `browser_wait waits for one thing, not for ${names}. Call it twice.`,
    );
  }
  return given.length === 0 ? { settled: true } : (Object.fromEntries(given) as WaitCondition);
}

async function runTabs(
  call: ToolCall,
  {
    action,
    tab,
    url,
  }: { readonly action: string; readonly tab?: number | undefined; readonly url?: string | undefined },
): Promise<string> {
  const { session } = call;
  if (action === 'list') return tabsAnswer(await session.tabs());
  if (action === 'select' && tab === undefined) {
    throw new AgentBrowserError(
      'invalid_argument',
      'Give the number of the tab to select. The action list shows them.',
    );
  }
  if (url !== undefined) checkFileAddress(url, call.permissions.files);
  const shown =
    action === 'new'
      ? await session.newTab(url)
      : action === 'select'
        ? await session.switchTab(tab!)
        : await session.closeTab(tab);
  return `tab ${shown.tab} is current\n${await pageOf(call, shown.page)}`;
}

async function runLogin(
  call: ToolCall,
  { name, code }: { readonly name: string; readonly code?: string | undefined },
): Promise<string> {
  const { agent, session } = call;
  let run = agent.login;
  if (run !== null && run.name !== name && !run.isOver) throw loginWaits(run.name);
  if (run === null || run.name !== name) {
    if (code !== undefined) {
      throw new AgentBrowserError(
        'invalid_argument',
        `No sign-in '${name}' waits for a code. Call without code first.`,
      );
    }
    run = new LoginRun(session, name);
    agent.login = run;
  } else if (code !== undefined) {
    run.answer(code === 'cancel' ? null : code === 'done' ? true : code);
  }
  try {
    const turn = await run.turn();
    switch (turn.kind) {
      case 'runs':
        return `signing in goes on; call browser_login with name '${name}' again to see how it went\n`;
      case 'asks':
        return `the sign-in waits: ${turn.pending.kind}. Ask the user, then call browser_login with code.\n${fenced(turn.pending.reason)}`;
      case 'done':
        agent.login = null;
        return `signed in\n${await pageOf(call, turn.page)}`;
    }
  } catch (error) {
    agent.login = null;
    throw error;
  }
}

export function loginWaits(name: string): AgentBrowserError {
  return new AgentBrowserError(
    'not_allowed',
    `The sign-in '${name}' has not come to its end. Call browser_login with that name, with the code it asked for or 'cancel'.`,
  );
}
