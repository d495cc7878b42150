/**
 * A page for a PDF: its text, page by page.
 *
 * In:  what is written in the file. Out: a document with a section for each page, and the links of that page.
 */
import type { PdfText } from '../net/pdf-text.ts';
import { escapeAttribute, escapeMarkup } from './text-document.ts';

export function pdfDocument({ title, pageCount, pages }: PdfText, name: string): string {
  const sections = pages.map(({ paragraphs, links }, at) => {
    const text = paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n');
    const list = links.map((link) => `<li><a href="${escapeAttribute(link)}">${escapeMarkup(link)}</a></li>`).join('');
    return `<section aria-label="Page ${at + 1}"><h2>Page ${at + 1}</h2>\n${text}${list === '' ? '' : `<ul>${list}</ul>`}</section>`;
  });
  const missing = pageCount - pages.length;
  const rest = missing > 0 ? `<p>${missing} more pages were not read.</p>` : '';
  const heading = escapeMarkup(title.trim() === '' ? name : title);
  return `<!DOCTYPE html><html><head><title>${heading}</title></head><body><main><h1>${heading}</h1>\n${sections.join('\n')}${rest}</main></body></html>`;
}
