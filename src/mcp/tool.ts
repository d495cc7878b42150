/**
 * What a tool is, and how its arguments are described and checked.
 *
 * In:  a schema, and whatever a model sent. Out: JSON Schema in few tokens; arguments that can be trusted, or an error
 *      that says what the tool takes.
 */
import * as z from 'zod';
import type { ModelOptions } from '../agent/model-options.ts';
import type { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { faultsOf } from '../protocol/faults.ts';
import type { AgentProgress } from './agent-run.ts';
import type { AgentSession } from './agent-session.ts';

/** What the person who started the server allows models to do. */
export interface Permissions {
  /** Script of the model's own in pages. */
  readonly evaluate: boolean;
  /** `file:` addresses. */
  readonly files: boolean;
  /** The folder whose files may be given to pages; `null` for none. */
  readonly uploads: string | null;
  /** The model for tasks of several steps; `null` for none. */
  readonly agent: ModelOptions | null;
}

export interface ToolCall {
  readonly session: Session;
  readonly agent: AgentSession;
  readonly permissions: Permissions;
  /** The client does not want the answer any more. */
  readonly signal: AbortSignal;
  /** Tells a client that wants to know how far it is. */
  readonly progress: (progress: AgentProgress) => void;
}

/** What a tool answers: text, or a picture with a line about it. */
export type ToolAnswer = string | { readonly image: string; readonly type: string; readonly text: string };

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly args: z.ZodObject;
  /** 'core' is always listed, 'full' only when the server was started with all tools. */
  readonly list: 'core' | 'full';
  /** Whether it leaves the page as it is, which clients may let pass without asking. */
  readonly readOnly: boolean;
  /** Whether it may be called while a sign-in waits for an answer. */
  readonly duringLogin: boolean;
  /** Whether it may be called while an agent works in the browser. */
  readonly duringAgent: boolean;
  readonly isAllowed: (permissions: Permissions) => boolean;
  readonly run: (call: ToolCall, args: never) => Promise<ToolAnswer>;
}

type ToolTraits = Partial<Pick<Tool, 'list' | 'readOnly' | 'duringLogin' | 'duringAgent' | 'isAllowed'>>;

export function tool<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  run: (call: ToolCall, args: z.output<z.ZodObject<Shape>>) => Promise<ToolAnswer>,
  {
    list = 'core',
    readOnly = false,
    duringLogin = false,
    duringAgent = false,
    isAllowed = () => true,
  }: ToolTraits = {},
): Tool {
  return { name, description, args: z.strictObject(shape), list, readOnly, duringLogin, duringAgent, isAllowed, run };
}

/** Bounds that a model would not break are left out of the description: each costs tokens, and the check says them. */
const UNSAID = new Set(['$schema', 'additionalProperties', 'minimum', 'maximum', 'minLength', 'maxLength', 'maxItems']);

export interface ObjectSchema {
  readonly type: 'object';
  readonly [key: string]: unknown;
}

export function inputSchema({ args }: Tool): ObjectSchema {
  const schema = z.toJSONSchema(args, { io: 'input' });
  return JSON.parse(JSON.stringify(schema, (key, value) => (UNSAID.has(key) ? undefined : value))) as ObjectSchema;
}

/** What models often write instead: other names for an argument, `@e3` for an id, and one option for a list of them. */
function withUsualNames(given: Record<string, unknown>): Record<string, unknown> {
  const { ref, value, ...args } = given;
  if (ref !== undefined) args['id'] ??= ref;
  if (value !== undefined) args['values'] ??= value;
  if (typeof args['values'] === 'string') args['values'] = [args['values']];
  const match = typeof args['id'] === 'string' ? /^@?e?(\d{1,9})$/.exec(args['id'].trim()) : null;
  if (match !== null) args['id'] = Number(match[1]);
  return args;
}

/** Throws `invalid_argument` when they are not what the tool takes. */
export function readToolArguments({ name, args: schema }: Tool, given: Record<string, unknown>): never {
  const named = withUsualNames(given);
  const parsed = schema.safeParse(named);
  if (parsed.success) return parsed.data as never;
  const faults = faultsOf(schema, named, parsed.error);
  const names = Object.keys(schema.shape);
  const takes = names.length === 0 ? 'takes no arguments' : `takes ${names.join(', ')}`;
  throw new AgentBrowserError('invalid_argument', `${faults}. ${name} ${takes}.`);
}
