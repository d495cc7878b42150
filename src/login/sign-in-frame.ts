/**
 * Forms in frames: the frame's own address, to be opened as a page.
 *
 * In:  the markup of a page, and the origins that secrets may go to. Out: the address of the frame that has the form, as far
 *      as that can be told; `null` for none.
 *
 * A form in a frame is filled where it stands. This is for frames that have no document here, such as those of pages without
 * script: the frame's cookies are the same in a page of its own, so that the page around it knows afterwards who it is.
 */

/** Frames of one page that are looked at. */
const MAX_FRAMES = 20;
const SIGN_IN_PATH = /log-?in|log-?on|sign-?in|auth|sso|identity|account/i;

/** Addresses of frames in the order of the markup. Frames that script makes are not among them. */
export function frameAddresses(html: string, base: string): string[] {
  const found: string[] = [];
  for (const match of html.matchAll(/<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)) {
    const text = (match[1] ?? match[2] ?? match[3] ?? '').replaceAll('&amp;', '&');
    const url = URL.parse(text, base);
    if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) found.push(url.href);
    if (found.length === MAX_FRAMES) break;
  }
  return found;
}

/** Secure: only a frame of an origin that the secrets are for. */
export function signInFrame(frames: readonly string[], origins: readonly string[]): string | null {
  const own = frames.filter((frame) => origins.includes(new URL(frame).origin));
  return own.find((frame) => SIGN_IN_PATH.test(new URL(frame).pathname)) ?? (own.length === 1 ? own[0]! : null);
}
