/**
 * Measurements of one part: raw values by tool, checked answers, and the file that they are kept in.
 *
 * In:  a function for each measurement, which throws when the tool's answer is wrong.
 * Out: bench/results/<part>.json, from which tables, charts and targets are made.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { summarise, type Timing } from '../measure.ts';
import type { Tool } from './tool.ts';

export type Unit = 'ms' | 'MB' | 'tokens' | 's';

export interface Measurement {
  /** What was measured, such as 'load article, warm'. */
  readonly what: string;
  readonly tool: string;
  readonly unit: Unit;
  /** One for each run, in order. Empty when it failed. */
  readonly values: readonly number[];
  /** Why the tool's answer was wrong, or none came. */
  readonly failure?: string;
}

export interface PartResults {
  readonly part: string;
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  /** Versions by tool. */
  readonly versions: Readonly<Record<string, string>>;
  readonly measurements: readonly Measurement[];
}

/** Slow tools are timed less often: no more runs begin after this time, once there are enough of them. */
const BUDGET_MS = 10_000;
const ENOUGH_RUNS = 5;

const FOLDER = new URL('../results/', import.meta.url);

export class Recorder {
  readonly #part: string;
  readonly #measurements: Measurement[] = [];
  readonly #versions: Record<string, string> = {};

  constructor(part: string, tools: readonly Tool[]) {
    this.#part = part;
    for (const { name, version } of tools) this.#versions[name] = version;
  }

  add(measurement: Measurement): void {
    this.#measurements.push(measurement);
    const { what, tool, unit, values, failure } = measurement;
    const shown = values.length === 0 ? 'FAILED' : showValue(summarise(values).median, unit);
    const note = failure ?? (values.length > 1 ? spreadOf(summarise(values), unit) : '');
    console.log(`  ${what.padEnd(38)} ${tool.padEnd(16)} ${shown.padStart(12)}  ${note}`);
  }

  /** Times a function: some runs that do not count, then those that do. A wrong answer in any of them fails all. */
  async time(
    what: string,
    tool: Tool,
    action: () => Promise<unknown>,
    { runs = 15, warmUp = 3, pauseMs = 0 } = {},
  ): Promise<void> {
    const values: number[] = [];
    try {
      const begun = performance.now();
      for (let run = -warmUp; run < runs; run++) {
        if (pauseMs > 0) await pause(pauseMs);
        const start = performance.now();
        if (start - begun > BUDGET_MS && values.length >= ENOUGH_RUNS) break;
        await action();
        if (run >= 0) values.push(performance.now() - start);
      }
      this.add({ what, tool: tool.name, unit: 'ms', values });
    } catch (error) {
      this.fail(what, tool, 'ms', error);
    }
  }

  fail(what: string, { name }: Tool, unit: Unit, error: unknown): void {
    this.add({ what, tool: name, unit, values: [], failure: failureText(error) });
  }

  /** Writes the part's file. */
  write(): void {
    mkdirSync(FOLDER, { recursive: true });
    const measurements = this.#measurements.map((each) => ({ ...each, values: each.values.map(rounded) }));
    const results: PartResults = {
      part: this.#part,
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
      node: process.version,
      versions: this.#versions,
      measurements,
    };
    writeFileSync(new URL(`${this.#part}.json`, FOLDER), `${toLines(results)}\n`);
  }
}

/** What went wrong, in a line. Programs are named without the folder that they are in: results are for everybody. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/\s+/g, ' ')
    .replace(/(?<![\w:/.])(?:\/[^\s/:'"]+)+\/(?=[^\s/:'"]+)/g, '')
    .slice(0, 300);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** One line for each measurement, so that two runs can be compared by eye. */
function toLines({ measurements, ...head }: PartResults): string {
  const rows = measurements.map((each) => `    ${JSON.stringify(each)}`).join(',\n');
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "measurements": [\n${rows}\n  ]\n}`;
}

/** What a part measured last, or `null` when it has not run yet. */
export function readResults(part: string): PartResults | null {
  try {
    return JSON.parse(readFileSync(new URL(`${part}.json`, FOLDER), 'utf8')) as PartResults;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Median and spread of a measurement, or `null` when there is none, or it failed. */
export function timingOf(results: PartResults | null, what: string, tool: string): Timing | null {
  const found = results?.measurements.find((each) => each.what === what && each.tool === tool);
  return found === undefined || found.values.length === 0 ? null : summarise(found.values);
}

export function showValue(value: number, unit: Unit): string {
  if (unit === 'tokens') return Math.round(value).toLocaleString('en');
  return `${value.toFixed(value >= 100 ? 0 : 1)} ${unit}`;
}

function spreadOf({ min, max, p95, runs }: Timing, unit: Unit): string {
  return `${showValue(min, unit)} to ${showValue(max, unit)}, p95 ${showValue(p95, unit)}, ${runs} runs`;
}

/** Throws when an answer lacks what it must have. */
export function mustHave(answer: string | null, expected: readonly string[]): void {
  for (const text of expected) {
    if (answer === null || !answer.includes(text)) throw new Error(`wrong answer: '${text}' is not in it`);
  }
}

export function mustBe(answer: unknown, expected: unknown): void {
  if (answer !== expected)
    throw new Error(`wrong answer: ${JSON.stringify(answer)} in place of ${JSON.stringify(expected)}`);
}
