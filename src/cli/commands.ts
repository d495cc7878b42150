/**
 * The one table of commands. A new command is a file of its own and a line here.
 */
import { AGENT_COMMAND } from './agent-command.ts';
import { CLOSE_COMMAND } from './close-command.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion-command.ts';
import { DAEMON_COMMAND } from './daemon-command.ts';
import { DEMO_COMMAND } from './demo-command.ts';
import { ELEMENT_COMMANDS } from './element-commands.ts';
import { HISTORY_COMMANDS } from './history-commands.ts';
import { LOGIN_COMMAND } from './login-command.ts';
import { MCP_COMMAND } from './mcp-command.ts';
import { OPEN_COMMAND } from './open-command.ts';
import { READING_COMMANDS } from './reading-commands.ts';
import { SCREENSHOT_COMMAND } from './screenshot-command.ts';
import { SERVE_COMMAND } from './serve-command.ts';
import { STATUS_COMMAND } from './status-command.ts';
import { TABS_COMMAND } from './tabs-command.ts';
import { AUTH_COMMAND } from './vault-command.ts';
import { WAIT_COMMAND } from './wait-command.ts';
import { WORKER_COMMAND } from './worker-command.ts';

export const COMMANDS: readonly Command[] = [
  OPEN_COMMAND,
  ...READING_COMMANDS,
  SCREENSHOT_COMMAND,
  ...HISTORY_COMMANDS,
  ...ELEMENT_COMMANDS,
  WAIT_COMMAND,
  TABS_COMMAND,
  STATUS_COMMAND,
  CLOSE_COMMAND,
  LOGIN_COMMAND,
  AUTH_COMMAND,
  MCP_COMMAND,
  SERVE_COMMAND,
  AGENT_COMMAND,
  WORKER_COMMAND,
  DAEMON_COMMAND,
  DEMO_COMMAND,
  completionCommand(() => COMMANDS),
];

export function findCommand(word: string): Command | undefined {
  return COMMANDS.find(({ name, aliases = [] }) => name === word || aliases.includes(word));
}
