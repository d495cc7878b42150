/**
 * A page for content that is text but not HTML: JSON, XML, plain text.
 *
 * In:  the text.
 * Out: the document that Chrome shows for it, with the text in one `pre`.
 *
 * HTML §7.5.4 https://html.spec.whatwg.org/#navigate-text
 */
export function textDocument(text: string): string {
  return `${TEXT_DOCUMENT_START}${escapeMarkup(text)}</pre></body></html>`;
}

/** What stands before the text. The parser drops one line end after <pre>, so one is given that it may drop. */
export const TEXT_DOCUMENT_START =
  '<!DOCTYPE html><html><head><meta name="color-scheme" content="light dark"></head><body><pre style="word-wrap: break-word; white-space: pre-wrap;">\n';

/** Text as markup that shows it. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\0', '\uFFFD');
}

export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('"', '&quot;');
}

/** A page that says what a server only said by its status, as browsers have one. */
export function statusDocument(host: string, status: number, reason: string): string {
  const title = escapeMarkup(`HTTP ERROR ${status} ${reason}`.trim());
  return `<!doctype html><title>${title}</title><h1>${title}</h1><p>${escapeMarkup(host)} sent no page.</p>`;
}
