/**
 * Errors as a model reads them: the stable code, what happened, and which tool to call next.
 *
 * In:  whatever a call threw. Out: the result of a tool, marked as an error.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AgentBrowserError, type ErrorCode, isAgentBrowserError } from '../errors.ts';
import { fileError } from '../file-error.ts';
import { LIMITS } from '../limits.ts';

/** Messages are written for callers of the library. Models know its methods under other names. */
const TOOL_NAMES: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/\bstate\(\)/g, 'browser_snapshot'],
  [/\bgoto\(\)/g, 'browser_navigate'],
  [/\btabs\(\)/g, 'browser_tabs'],
  [/\bgive a longer timeoutMs/g, 'wait longer with browser_wait'],
  [/\bbrowser\.session\(\) starts a new one/g, 'The next call starts a new one'],
];

/** What to do next, where the message cannot know it. */
const NEXT_STEPS: Partial<Record<ErrorCode, string>> = {
  element_not_visible: 'browser_snapshot shows what can be reached now.',
  element_not_editable: 'browser_snapshot shows which elements take text.',
  navigation_error: 'browser_snapshot shows the page that is open.',
  script_timeout: 'browser_snapshot shows how far the page came.',
  engine_crashed: 'Begin again with browser_navigate: cookies and tabs are gone.',
  session_closed: 'Begin again with browser_navigate.',
  unknown_login: 'The owner of this machine adds sign-ins with: agentbrowser auth add.',
  vault_locked: 'The owner of this machine has to unlock it; do not ask for a passphrase.',
};

export function toolError(thrown: unknown): CallToolResult {
  const error = isAgentBrowserError(thrown) ? thrown : (fileError(thrown) ?? unexpected(thrown));
  let message = error.message;
  for (const [pattern, tool] of TOOL_NAMES) message = message.replace(pattern, tool);
  const next = NEXT_STEPS[error.code];
  // Secure: a message may quote the page. On one line it cannot pass for anything else than this error.
  const text = `${error.code}: ${message}${next === undefined ? '' : ` ${next}`}`.replace(/\s+/g, ' ');
  return { isError: true, content: [{ type: 'text', text: text.slice(0, LIMITS.mcpErrorChars) }] };
}

function unexpected(thrown: unknown): AgentBrowserError {
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new AgentBrowserError('internal_error', `agentbrowser failed: ${what}. Please report it.`, { cause: thrown });
}
