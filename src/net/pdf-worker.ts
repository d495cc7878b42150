/**
 * Reads one PDF, in a thread of its own, and says what is written in it.
 *
 * In:  the file's bytes and how many pages are wanted, as the worker's data. Out: one message, a `PdfText` or a reason.
 *
 * Secure: the file is anyone's. pdf.js parses it away from the engine's own thread, with a limit of memory and time that
 * pdf-text.ts sets; scripts of the file do not run.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import type { PdfPage, PdfText } from './pdf-text.ts';

interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly height: number;
  readonly hasEOL: boolean;
}

const { bytes, maxPages } = workerData as { readonly bytes: Uint8Array; readonly maxPages: number };

async function read(): Promise<PdfText> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  const { info } = await pdf.getMetadata();
  const pages: PdfPage[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const annotations = (await page.getAnnotations()) as readonly { readonly url?: unknown }[];
    const links = annotations.map(({ url }) => url).filter((url) => typeof url === 'string');
    pages.push({ paragraphs: paragraphsOf(items.filter((item) => 'str' in item)), links: [...new Set(links)] });
    page.cleanup();
  }
  const title = (info as { readonly Title?: unknown }).Title;
  return { title: typeof title === 'string' ? title : '', pageCount: pdf.numPages, pages };
}

/** Lines that follow each other closely are one paragraph; a larger gap or another size of letters begins the next. */
function paragraphsOf(items: readonly TextItem[]): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let line = '';
  let last: { readonly y: number; readonly height: number } | null = null;
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.replace(/\s+/g, ' ').trim());
    line = '';
  };
  const endParagraph = () => {
    endLine();
    if (lines.length > 0) paragraphs.push(lines.join('\n'));
    lines = [];
  };
  for (const { str, transform, height, hasEOL } of items) {
    const y = transform[5] ?? 0;
    if (str.trim() !== '') {
      const size = height > 0 ? height : Math.abs(transform[3] ?? 0);
      const gap = last === null ? 0 : Math.abs(last.y - y);
      if (last !== null && gap > 1.7 * Math.max(last.height, size)) endParagraph();
      else if (last !== null && gap > 0.5 * size) endLine();
      last = { y, height: size };
    }
    line += str;
    if (hasEOL) endLine();
  }
  endParagraph();
  return paragraphs;
}

read().then(
  (text) => parentPort?.postMessage({ text }),
  (error: unknown) => parentPort?.postMessage({ reason: error instanceof Error ? error.message : String(error) }),
);
