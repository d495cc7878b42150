/**
 * An address as people and models write it, made whole.
 *
 * In:  `example.com/shop`, `localhost:3000`, or any URL. Out: a URL with its scheme; what is no address stays as it is, and
 *      whoever opens it says so.
 *
 * As in the address bar of browsers, a name is meant to be a web site, and this machine or a bare number is asked without
 * encryption, which neither can have a certificate for.
 */
const BARE = /^(?:localhost|\[[\da-f:.]+\]|[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+)\.?(?::\d{1,5})?(?:[/?#].*)?$/iu;
const NUMBER_OR_SELF = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])\.?(?=[:/?#]|$)/i;

/** Whether it begins with a host, where a scheme should stand. */
export function isBareAddress(text: string): boolean {
  return BARE.test(text);
}

export function wholeAddress(written: string): string {
  const text = written.trim();
  if (!isBareAddress(text)) return text;
  return `${NUMBER_OR_SELF.test(text) ? 'http' : 'https'}://${text}`;
}
