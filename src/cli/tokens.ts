/**
 * How many tokens a model pays for a text.
 *
 * Counted with o200k where the tokenizer is installed, which is a development dependency; estimated elsewhere.
 */
export interface TokenCounter {
  readonly count: (text: string) => number;
  /** How the numbers came about, for the reader. */
  readonly method: string;
}

/** English and JSON have about this many characters in a token of o200k. */
const CHARS_PER_TOKEN = 3.5;

export async function tokenCounter(): Promise<TokenCounter> {
  try {
    const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
    return { count: (text) => encode(text).length, method: 'counted with o200k' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return {
      count: (text) => Math.round(text.length / CHARS_PER_TOKEN),
      method: `estimated at ${CHARS_PER_TOKEN} characters a token: gpt-tokenizer is not installed`,
    };
  }
}
