/**
 * What a document's headers say about it: its policies, and whether others may show it in a frame.
 *
 * In:  the headers of an answer, and the documents around a frame. Out: texts of policies; why not, or `null`.
 *
 * CSP 3 §6.4.2 (frame-ancestors), HTML §7.5 https://html.spec.whatwg.org/#the-x-frame-options-header
 */
import type { ResponseHeaders } from '../net/transport.ts';
import { type PolicyText, parsePolicies } from '../page/csp/policy.ts';
import { matchesSources } from '../page/csp/source-list.ts';
import type { LoadedDocument } from './load-document.ts';

export function policyTexts(headers: ResponseHeaders | undefined): PolicyText[] {
  const texts = (name: string, isReportOnly: boolean) =>
    (headers?.get(name) ?? []).map((text): PolicyText => [text, isReportOnly]);
  return [...texts('content-security-policy', false), ...texts('content-security-policy-report-only', true)];
}

export function mayBeFramed(document: LoadedDocument, page: LoadedDocument, around: LoadedDocument): string | null {
  const ancestors = [page, around];
  const lists = parsePolicies(policyTexts(document.headers))
    .filter(({ isReportOnly }) => !isReportOnly)
    .map(({ directives }) => directives.get('frame-ancestors'))
    .filter((list) => list !== undefined);
  const { origin } = document.url;
  if (lists.some((list) => ancestors.some(({ url }) => !matchesSources(list, `${url.origin}/`, origin, false)))) {
    return `${document.url.host} does not let this page show it in a frame (frame-ancestors).`;
  }
  // Where a policy says it, X-Frame-Options does not count.
  return lists.length > 0 ? null : frameOptions(document, ancestors);
}

/** "check a navigation response's adherence to X-Frame-Options" */
function frameOptions(document: LoadedDocument, ancestors: readonly LoadedDocument[]): string | null {
  const values = (document.headers?.get('x-frame-options') ?? [])
    .flatMap((value) => value.split(','))
    .map((value) => value.trim().toLowerCase())
    .filter(Boolean);
  const options = new Set(values);
  const [option] = options;
  // Several that contradict each other refuse; words that nobody knows count as nothing.
  const isConflict = options.size > 1 && (options.has('deny') || options.has('allowall') || options.has('sameorigin'));
  const isRefused =
    isConflict ||
    option === 'deny' ||
    (option === 'sameorigin' && ancestors.some(({ url }) => url.origin !== document.url.origin));
  return isRefused ? `${document.url.host} does not let other pages show it in a frame (X-Frame-Options).` : null;
}
