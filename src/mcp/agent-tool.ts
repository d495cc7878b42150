/**
 * `browser_run_agent`: a whole task by another model, which the person who starts the server chose. Long tasks take
 * several calls.
 */
import * as z from 'zod';
import { fenced } from '../client/answer-text.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { AgentRun } from './agent-run.ts';
import { type Tool, type ToolCall, tool } from './tool.ts';

export const AGENT_TOOL: Tool = tool(
  'browser_run_agent',
  'Let an agent do a task of several steps in this browser; answers with its result. While it goes on, call again without task',
  {
    task: z.string().min(1).max(LIMITS.agentTaskChars).optional(),
    url: z.string().min(1).max(LIMITS.urlChars).optional().describe('Start page'),
    maxSteps: z.int().min(1).max(200).optional(),
    stop: z.boolean().optional(),
  },
  run,
  { duringAgent: true },
);

interface Arguments {
  readonly task?: string | undefined;
  readonly url?: string | undefined;
  readonly maxSteps?: number | undefined;
  readonly stop?: boolean | undefined;
}

async function run(call: ToolCall, { task, url, maxSteps, stop = false }: Arguments): Promise<string> {
  const { agent, signal, progress } = call;
  if (task !== undefined && !stop) {
    if (agent.task !== null && !agent.task.isOver) throw agentWorks();
    if (call.permissions.agent === null) throw noModel();
    agent.task = start(call, task, url, maxSteps);
  }
  const current = agent.task;
  if (current === null) throw new AgentBrowserError('invalid_argument', 'No agent is at work. Say the task.');
  if (stop) current.stop();
  const turn = await current.turn(signal, progress);
  if (turn.kind === 'runs') {
    return `the agent goes on; call browser_run_agent without task to see how it goes, or with stop\n${turn.steps.join('\n')}\n`;
  }
  agent.task = null;
  const { status, message, reason, steps, tokens, result } = turn.result;
  if (status === 'cancelled') throw new AgentBrowserError('cancelled', `The agent was stopped after ${steps} actions.`);
  if (status === 'failed') throw new AgentBrowserError('agent_failed', `${reason} after ${steps} actions: ${message}`);
  // Secure: the agent wrote it, but from what pages say.
  return `done in ${steps} actions, ${tokens.prompt + tokens.completion} tokens\n${fenced(result ?? '')}`;
}

function start(
  { session, permissions }: ToolCall,
  task: string,
  url: string | undefined,
  maxSteps: number | undefined,
): AgentRun {
  return new AgentRun(task, {
    session,
    model: permissions.agent ?? {},
    files: permissions.files,
    ...(url === undefined ? {} : { url }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  });
}

function noModel(): AgentBrowserError {
  return new AgentBrowserError(
    'not_allowed',
    'This server has no model for agents. Do the task with the other tools; whoever starts the server can name a model with AGENTBROWSER_MODEL and AGENTBROWSER_MODEL_URL.',
  );
}

export function agentWorks(): AgentBrowserError {
  return new AgentBrowserError(
    'not_allowed',
    'An agent works in this browser. Call browser_run_agent without task to see how it goes, or with stop.',
  );
}
