/**
 * Questions to the person at the terminal, and answers that do not show.
 *
 * In:  a question. Out: a line. Where there is no terminal, the lines of standard input answer one after the other, so that
 *      a program can hand over secrets through a pipe, never as arguments.
 */
import { createInterface } from 'node:readline/promises';
import { AgentBrowserError } from '../errors.ts';

export interface Asker {
  ask(question: string): Promise<string>;
  /** Nothing of the answer shows, not even its length. */
  askSecret(question: string): Promise<string>;
  /** Whether a person is there to be asked. */
  readonly isPerson: boolean;
}

export function terminalAsker(): Asker {
  return process.stdin.isTTY ? new TerminalAsker() : new PipedAsker();
}

class TerminalAsker implements Asker {
  readonly isPerson = true;

  async ask(question: string): Promise<string> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl-C rejects the question, and after the end of input (Ctrl-D) it has no answer at all.
    const ended = new Promise<never>((_, reject) => lines.once('close', () => reject(stopped())));
    try {
      return (await Promise.race([lines.question(`${question}: `), ended])).trim();
    } catch (error) {
      if (!isAborted(error)) throw error;
      throw stopped();
    } finally {
      ended.catch(() => undefined);
      lines.close();
    }
  }

  async askSecret(question: string): Promise<string> {
    const { stdin, stderr } = process;
    stderr.write(`${question} (does not show): `);
    stdin.setRawMode(true);
    stdin.resume();
    try {
      return await new Promise<string>((resolve, reject) => {
        let text = '';
        const onData = (chunk: Buffer) => {
          for (const letter of chunk.toString('utf8')) {
            if (letter === '\r' || letter === '\n' || letter === '\x04') {
              stdin.off('data', onData);
              resolve(text);
              return;
            }
            if (letter === '\x03') {
              stdin.off('data', onData);
              reject(stopped());
              return;
            }
            text = letter === '\x7f' || letter === '\b' ? [...text].slice(0, -1).join('') : text + letter;
          }
        };
        stdin.on('data', onData);
      });
    } finally {
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
    }
  }
}

function stopped(): AgentBrowserError {
  return new AgentBrowserError('cancelled', 'Stopped. Nothing was changed.');
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

class PipedAsker implements Asker {
  readonly isPerson = false;
  #lines: string[] | null = null;

  ask(): Promise<string> {
    return this.#next();
  }

  askSecret(): Promise<string> {
    return this.#next();
  }

  /** Empty when there are no more. */
  async #next(): Promise<string> {
    if (this.#lines === null) {
      let text = '';
      for await (const chunk of process.stdin) text += String(chunk);
      this.#lines = text.split(/\r?\n/);
    }
    return this.#lines.shift() ?? '';
  }
}
