/**
 * Where a command's words go: answers to standard output, everything else to standard error, in colour for people only.
 *
 * Colour follows NO_COLOR (https://no-color.org/) and FORCE_COLOR; without a terminal there is none.
 */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** How long work may take before it is said that it goes on. */
const PATIENCE_MS = 600;
const STEP_MS = 120;
/** Where nothing says how wide it is. */
const USUAL_COLUMNS = 100;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface Terminal {
  /** The answer. */
  print(text: string): void;
  /** What a person should know besides; machines do not get it. */
  note(text: string): void;
  /** Whether a person reads the answer. */
  readonly isPerson: boolean;
  /** How many characters there is room for in a line. */
  readonly columns: number;
  paint(style: Style, text: string): string;
  /** Does the work, and shows on a terminal that it goes on when it takes long. */
  during<T>(what: string, work: Promise<T>): Promise<T>;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface TerminalSettings {
  readonly out: Output;
  readonly err: Output;
  readonly env: NodeJS.ProcessEnv;
}

export function createTerminal({ out, err, env }: TerminalSettings): Terminal {
  const isPerson = out.isTTY === true;
  const isColour = usesColour(isPerson, env);
  const showsProgress = err.isTTY === true && env['TERM'] !== 'dumb' && env['CI'] === undefined;
  return {
    print: (text) => void out.write(text),
    note: (text) => {
      if (err.isTTY === true) err.write(text);
    },
    isPerson,
    columns: out.columns ?? USUAL_COLUMNS,
    paint: (style, text) => (isColour && text !== '' ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text),
    during: (what, work) => (showsProgress ? withProgress(what, work, err) : work),
  };
}

function usesColour(isPerson: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '') return env['FORCE_COLOR'] !== '0';
  return isPerson && env['TERM'] !== 'dumb';
}

async function withProgress<T>(what: string, work: Promise<T>, err: Output): Promise<T> {
  const started = performance.now();
  let frame = 0;
  const show = () => {
    const ms = performance.now() - started;
    if (ms < PATIENCE_MS) return;
    err.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${what} ${(ms / 1000).toFixed(0)} s`);
  };
  const clear = () => {
    if (frame > 0) err.write('\r\x1b[K');
  };
  const timer = setInterval(show, STEP_MS);
  const onInterrupt = () => {
    clear();
    process.exit(130);
  };
  process.once('SIGINT', onInterrupt);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    process.off('SIGINT', onInterrupt);
    clear();
  }
}
