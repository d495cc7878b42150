/**
 * What a model may do, one action at a time.
 *
 * In:  a value that a model wrote as an action. Out: an action that can be trusted, or what is wrong with it in words that
 *      the model can use.
 */
import * as z from 'zod';
import { LIMITS } from '../limits.ts';

const id = z.int().min(1);
const text = z.string().max(LIMITS.typedChars);

const ACTIONS = {
  navigate: z.object({ type: z.literal('navigate'), url: z.string().min(1).max(LIMITS.urlChars) }),
  click: z.object({ type: z.literal('click'), id }),
  type: z.object({ type: z.literal('type'), id, text, submit: z.boolean().optional() }),
  select: z.object({ type: z.literal('select'), id, values: z.array(z.string()).min(1).max(1_000) }),
  press_enter: z.object({ type: z.literal('press_enter'), id: id.optional() }),
  press: z.object({ type: z.literal('press'), key: z.string().min(1).max(100), id: id.optional() }),
  scroll: z.object({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down', 'left', 'right']).default('down'),
    amount: z.number().min(0).max(1_000_000).optional(),
    id: id.optional(),
  }),
  wait: z.object({
    type: z.literal('wait'),
    seconds: z.number().min(0).optional(),
    text: z.string().min(1).max(1_000).optional(),
  }),
  extract: z.object({ type: z.literal('extract'), instruction: z.string().max(1_000).optional() }),
  back: z.object({ type: z.literal('back') }),
  tab: z.object({ type: z.literal('tab'), tab: z.int().min(1) }),
  login: z.object({ type: z.literal('login'), name: z.string().min(1).max(100) }),
  done: z.object({ type: z.literal('done'), result: z.string() }),
  error: z.object({ type: z.literal('error'), reason: z.string() }),
} as const;

type ActionType = keyof typeof ACTIONS;

/** One action of an agent, as its model asked for it. */
export type AgentAction = { [T in ActionType]: z.output<(typeof ACTIONS)[T]> }[ActionType];

export type ReadAction = { readonly action: AgentAction } | { readonly fault: string };

export function isActionType(name: unknown): name is ActionType {
  return typeof name === 'string' && Object.hasOwn(ACTIONS, name);
}

export function readAction(value: unknown): ReadAction {
  const given = withUsualNames(value);
  const type = given['type'];
  if (!isActionType(type)) {
    const names = Object.keys(ACTIONS).join(', ');
    return { fault: `the action has the type ${shown(type)}; there are ${names}` };
  }
  const parsed = ACTIONS[type].safeParse(given);
  if (parsed.success) return { action: parsed.data };
  const faults = parsed.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { fault: `the action ${type} is not complete or not right: ${faults.join('; ')}` };
}

/** What models often write instead: other names for a field, and numbers as text. */
function withUsualNames(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const { ref, element, element_id: elementId, index, value: chosen, ...given } = value as Record<string, unknown>;
  const named = given['id'] ?? ref ?? elementId ?? element ?? index;
  if (named !== undefined && named !== null) given['id'] = numberOf(named);
  else delete given['id'];
  if (given['tab'] !== undefined) given['tab'] = numberOf(given['tab']);
  const type = given['type'];
  if (type === 'type' && given['text'] === undefined) given['text'] = chosen;
  if (type === 'select') given['values'] = listOf(given['values'] ?? chosen ?? given['text']);
  if (type === 'done') given['result'] = textOf(given['result'] ?? given['text'] ?? given['answer'] ?? chosen);
  if (type === 'error') given['reason'] = textOf(given['reason'] ?? given['message'] ?? given['text']);
  // A field that is there as null is not there.
  return Object.fromEntries(Object.entries(given).filter(([, each]) => each !== null));
}

/** `5`, `"5"`, `"[5]"` */
function numberOf(value: unknown): unknown {
  const match = typeof value === 'string' ? /^\s*[[#]?(\d{1,9})\]?\s*$/.exec(value) : null;
  return match === null ? value : Number(match[1]);
}

function listOf(value: unknown): unknown {
  return typeof value === 'string' ? [value] : value;
}

/** Answers may be structured: the user gets them as JSON. */
function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function shown(type: unknown): string {
  return JSON.stringify(type ?? null)?.slice(0, 60) ?? 'none';
}

/** An action in a few words: `click 5`, `type 3 "red shoes"`. */
export function describeAction(action: AgentAction): string {
  switch (action.type) {
    case 'navigate':
      return `navigate ${action.url.slice(0, 200)}`;
    case 'click':
      return `click ${action.id}`;
    case 'type':
      return `type ${action.id} ${quoted(action.text)}${action.submit ? ' and Enter' : ''}`;
    case 'select':
      return `select ${action.id} ${action.values.map(quoted).join(' ')}`.slice(0, 200);
    case 'press_enter':
      return `press Enter${action.id === undefined ? '' : ` on ${action.id}`}`;
    case 'press':
      return `press ${action.key}${action.id === undefined ? '' : ` on ${action.id}`}`;
    case 'scroll':
      return `scroll ${action.direction}${action.amount === undefined ? '' : ` ${action.amount}`}`;
    case 'wait':
      return action.text === undefined ? `wait ${action.seconds ?? 1} s` : `wait for ${quoted(action.text)}`;
    case 'extract':
      return `read the page${action.instruction === undefined ? '' : `: ${action.instruction.slice(0, 100)}`}`;
    case 'back':
      return 'go back';
    case 'tab':
      return `show tab ${action.tab}`;
    case 'login':
      return `sign in with '${action.name}'`;
    case 'done':
      return 'done';
    case 'error':
      return 'give up';
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
