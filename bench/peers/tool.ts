/**
 * What a benchmark asks of every tool, ours and others: one interface, with a file for each tool beside this one.
 */

/**
 * Forms of a page for an agent:
 * - `first`: what the tool tells of a page that was just opened
 * - `now`: what it tells by default when it is asked again
 * - `full`: the whole page, without places
 * - `boxes`: the whole page with the place of each element
 * - `interactive`: only what can be acted on
 */
export type Form = 'first' | 'now' | 'full' | 'boxes' | 'interactive';

/** A page with its own cookies and script. */
export interface ToolPage {
  /** Opens an address and waits until it is usable; with `ready`, until a text is in the page that script brings. */
  load(url: string, ready?: string): Promise<void>;
  /** What the tool tells an agent of the page, whole; `null` for a form that it does not have. */
  snapshot(form: Form): Promise<string | null>;
  /** Clicks the first button with this name, and gives everything that an agent is told until it knows what changed. */
  click(name: string): Promise<string>;
  /** The value of an expression, in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A tool that runs. */
export interface RunningTool {
  page(): Promise<ToolPage>;
  /** The processes that are the tool's own; those that they started count too. The benchmark's process does not. */
  pids(): Promise<readonly number[]>;
  /** The list of tools that an MCP client sends to a model with every task; `null` without one. */
  schema(): Promise<string | null>;
  close(): Promise<void>;
}

export interface Tool {
  readonly name: string;
  readonly version: string;
  /** Whether pages of one running tool are isolated from each other. Else another page is another browser. */
  readonly sharesProcess: boolean;
  /** Whether it lays pages out, and has a form of a page for agents. DOM libraries do not. */
  readonly hasView: boolean;
  start(): Promise<RunningTool>;
}

/** Environment of tools that start processes of their own: these are found by the mark again. */
export interface MarkedEnvironment {
  readonly mark: string;
  readonly env: Record<string, string>;
}

let marks = 0;

export function markedEnvironment(extra: Readonly<Record<string, string>> = {}): MarkedEnvironment {
  const mark = `AGENTBROWSER_BENCH=${process.pid}-${++marks};`;
  const [name, value] = [mark.slice(0, mark.indexOf('=')), mark.slice(mark.indexOf('=') + 1)];
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { mark, env: { ...Object.fromEntries(inherited), ...extra, [name]: value } };
}
