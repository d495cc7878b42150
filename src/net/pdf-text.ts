/**
 * What is written in a PDF.
 *
 * In:  the file's bytes. Out: its pages as paragraphs, or an error that says why it cannot be read.
 *
 * The thread that reads it is started when the first PDF comes, and ends with it.
 */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { shorten } from './policy.ts';

export interface PdfText {
  readonly title: string;
  /** How many pages the file has; `pages` may be fewer. */
  readonly pageCount: number;
  readonly pages: readonly PdfPage[];
}

export interface PdfPage {
  /** Lines are separated by line ends. */
  readonly paragraphs: readonly string[];
  readonly links: readonly string[];
}

type Answer = { readonly text: PdfText } | { readonly reason: string };

export async function readPdf(bytes: Uint8Array, url: URL, signal: AbortSignal): Promise<PdfText> {
  signal.throwIfAborted();
  const worker = new Worker(workerFile(), {
    workerData: { bytes, maxPages: LIMITS.pdfPages },
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.pdfMemoryMb },
    // pdf.js warns about odd files on the console, which is the engine's.
    stdout: true,
    stderr: true,
  });
  const ends = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.pdfMs)]);
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => resolve({ reason: String(error) }));
      worker.once('exit', () => resolve({ reason: 'it ended without an answer' }));
      ends.addEventListener('abort', () => reject(ends.reason), { once: true });
    });
    if ('text' in answer) return answer.text;
    throw new AgentBrowserError(
      'unsupported_content',
      `${shorten(url.href)} is a PDF that cannot be read: ${shorten(answer.reason).replace(/\.$/, '')}. Open a page that has it as text.`,
    );
  } finally {
    await worker.terminate();
  }
}

/** Beside this file in the sources; the built engine is one file in the folder next to it. */
function workerFile(): URL {
  const name = `pdf-worker${extname(fileURLToPath(import.meta.url))}`;
  const beside = new URL(`./${name}`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../net/${name}`, import.meta.url);
}
