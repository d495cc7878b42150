/**
 * `browser_login`: signs in over one or several calls, when a person has to be asked in between.
 */
import * as z from 'zod';
import { fenced } from '../client/answer-text.ts';
import { AgentBrowserError } from '../errors.ts';
import { LoginRun } from './login-run.ts';
import { type Tool, type ToolCall, tool } from './tool.ts';
import { pageOf } from './tool-answer.ts';

export const LOGIN_TOOL: Tool = tool(
  'browser_login',
  'Sign in with credentials stored under a name; you never see them. If it asks for a code, ask the user and call again with it',
  {
    name: z.string().min(1).max(100),
    code: z.string().min(1).max(2_000).optional().describe("The code, choice or link, 'done', or 'cancel'"),
  },
  runLogin,
  { duringLogin: true },
);

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
