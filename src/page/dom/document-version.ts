/**
 * The version of the page realm's document: it grows with every change that style, layout or a live list could see.
 *
 * The number is a variable of this module, so that no page can turn it back.
 */
let version = 1;

export function documentVersion(): number {
  return version;
}

export function markChanged(): void {
  version++;
}
