/**
 * The one table of tools: what a model may call, what each takes, and what it answers.
 *
 * Every action answers with what it changed, or with the page that it led to.
 */
import * as z from 'zod';
import { wholeAddress } from '../client/address.ts';
import { fenced, tabsAnswer, textAnswer } from '../client/answer-text.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { WaitCondition } from '../protocol/methods.ts';
import { checkFileAddress } from '../server/file-addresses.ts';
import { withoutFence } from '../spatial/page-fence.ts';
import { AGENT_TOOL } from './agent-tool.ts';
import { LOGIN_TOOL } from './login-tool.ts';
import { PICTURE_TOOL } from './picture-tool.ts';
import { type Tool, type ToolCall, tool } from './tool.ts';
import { changeOf, pageOf } from './tool-answer.ts';
import { uploadPaths } from './upload-folder.ts';

const id = z.int().min(1).describe('Element id');
const url = z.string().min(1).max(LIMITS.urlChars).transform(wholeAddress);
const fullOnly = { list: 'full' } as const;

export const TOOLS: readonly Tool[] = [
  tool('browser_navigate', 'Open a URL; answers with the page', { url }, async (call, { url }) => {
    checkFileAddress(url, call.permissions.files);
    return pageOf(call, await call.session.goto(url, { signal: call.signal }));
  }),

  tool(
    'browser_snapshot',
    'Show the page: one line per element with id, place, kind, state, text',
    {
      scope: z.enum(['viewport', 'page']).optional().describe('Default: what is on screen'),
      interactiveOnly: z.boolean().optional().describe('No plain text or boxes, also later'),
      boxes: z.boolean().optional().describe('false saves tokens, also in later answers'),
      links: z.boolean().optional().describe('Where links lead, also in later answers'),
      maxTokens: z.int().min(100).max(8_000).optional(),
      near: id.optional().describe('Keep what is around this id'),
    },
    async ({ session, agent, signal }, { scope, interactiveOnly, boxes, links, maxTokens, near }) => {
      agent.boxes = boxes ?? agent.boxes;
      agent.links = links ?? agent.links;
      const text = await session.text({
        // Whoever wants ids only gets boxes when they are asked for.
        ...(interactiveOnly === true && boxes === undefined ? {} : { boxes: agent.boxes }),
        links: agent.links,
        maxTokens: maxTokens ?? LIMITS.answerTokens,
        scope: scope ?? 'viewport',
        signal,
        ...(interactiveOnly === undefined ? {} : { interactiveOnly }),
        ...(near === undefined ? {} : { near }),
      });
      return text.length > LIMITS.toldChars ? fenced(withoutFence(text)) : text;
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
      return changeOf(call, await call.session.click(id, { double, button, signal: call.signal }));
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
      return changeOf(call, await call.session.type(id, text, { submit, clear, signal: call.signal }));
    },
  ),

  tool(
    'browser_select',
    'Choose options of a list by label or value',
    { id, values: z.array(z.string()).max(1_000) },
    async (call, { id, values }) => changeOf(call, await call.session.select(id, values, { signal: call.signal })),
  ),

  tool(
    'browser_press',
    'Press a key or chord, e.g. Enter, Control+a',
    { key: z.string().min(1).max(100), id: id.optional() },
    async (call, { key, id }) => {
      return changeOf(
        call,
        await call.session.press(key, { ...(id === undefined ? {} : { target: id }), signal: call.signal }),
      );
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
      return changeOf(
        call,
        await call.session.scroll(direction, amount, {
          ...(id === undefined ? {} : { within: id }),
          signal: call.signal,
        }),
      );
    },
  ),

  tool(
    'browser_get_text',
    'Readable content of the page as Markdown',
    {
      instruction: z.string().max(1_000).optional().describe('Words to look for'),
      offset: z.int().min(0).optional(),
    },
    async ({ session, signal }, { instruction, offset = 0 }) =>
      textAnswer(await session.read({ signal }), instruction, offset),
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
      return changeOf(call, await call.session.wait(condition, { timeoutMs: deadline, signal: call.signal }));
    },
  ),

  tool('browser_back', 'Go back in history', {}, async (call) =>
    pageOf(call, await call.session.back({ signal: call.signal })),
  ),

  tool(
    'browser_tabs',
    'List, open, switch or close tabs',
    {
      action: z.enum(['list', 'new', 'select', 'close']).optional(),
      tab: z.int().min(1).optional(),
      url: url.optional(),
    },
    runTabs,
  ),

  PICTURE_TOOL,

  LOGIN_TOOL,

  AGENT_TOOL,

  tool(
    'browser_close',
    'Close all tabs and forget cookies',
    {},
    async ({ agent }) => {
      await agent.close();
      return 'closed; browser_navigate starts anew\n';
    },
    { duringLogin: true, duringAgent: true },
  ),

  tool(
    'browser_forward',
    'Go forward in history',
    {},
    async (call) => pageOf(call, await call.session.forward({ signal: call.signal })),
    {
      ...fullOnly,
    },
  ),

  tool(
    'browser_reload',
    'Load the page again',
    {},
    async (call) => pageOf(call, await call.session.reload({ signal: call.signal })),
    {
      ...fullOnly,
    },
  ),

  tool(
    'browser_hover',
    'Move the pointer over an element',
    { id },
    async (call, { id }) => changeOf(call, await call.session.hover(id, { signal: call.signal })),
    { ...fullOnly },
  ),

  tool(
    'browser_check',
    'Tick a checkbox, radio button or switch, or untick it',
    { id, checked: z.boolean().optional().describe('Default true') },
    async (call, { id, checked = true }) =>
      changeOf(call, await call.session.check(id, checked, { signal: call.signal })),
    { ...fullOnly },
  ),

  tool(
    'browser_drag',
    'Drag an element to another one',
    { id, to: id },
    async (call, { id, to }) => changeOf(call, await call.session.drag(id, to, { signal: call.signal })),
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
      return changeOf(call, await call.session.upload(id, paths, { signal: call.signal }));
    },
    { ...fullOnly, isAllowed: ({ uploads }) => uploads !== null },
  ),

  tool(
    'browser_evaluate',
    'Value of a JavaScript expression in the page: text, number or boolean',
    { source: z.string().min(1).max(LIMITS.typedChars) },
    async ({ session, signal }, { source }) => fenced(JSON.stringify(await session.evaluate(source, { signal }))),
    { ...fullOnly, isAllowed: ({ evaluate }) => evaluate },
  ),
];

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
    action = 'list',
    tab,
    url,
  }: { readonly action?: string | undefined; readonly tab?: number | undefined; readonly url?: string | undefined },
): Promise<string> {
  const { session, signal } = call;
  if (action === 'list') return tabsAnswer(await session.tabs({ signal }));
  if (action === 'select' && tab === undefined) {
    throw new AgentBrowserError(
      'invalid_argument',
      'Give the number of the tab to select. The action list shows them.',
    );
  }
  if (url !== undefined) checkFileAddress(url, call.permissions.files);
  const shown =
    action === 'new'
      ? await session.newTab(url, { signal })
      : action === 'select'
        ? await session.switchTab(tab!, { signal })
        : await session.closeTab(tab, { signal });
  return `tab ${shown.tab} is current\n${await pageOf(call, shown.page)}`;
}
