/**
 * Whose function is this? The names of the platform's functions in all realms of a page, for Function.prototype.toString.
 *
 * In:  a function that one document has from another. Out: its name if it is the platform's there.
 *
 * Documents of one origin hand functions to each other, and pages ask one realm for the text of another one's functions. A
 * realm knows its own (native-look.ts). They are asked as long as a page has one of them: also when the frame is gone.
 */

type NativeName = (value: object) => string | null;

export class NativeNames {
  #realms: { readonly origin: string; readonly nativeName: WeakRef<NativeName> }[] = [];

  /** `nativeName` is a function of the realm's platform: it lives as long as any other one of them. */
  add(origin: string, nativeName: NativeName): void {
    this.#realms = this.#realms.filter((realm) => realm.nativeName.deref() !== undefined);
    this.#realms.push({ origin, nativeName: new WeakRef(nativeName) });
  }

  find(origin: string, value: object): string | null {
    // The only realm has looked itself.
    if (this.#realms.length < 2) return null;
    for (const realm of this.#realms) {
      const name = realm.origin === origin ? (realm.nativeName.deref()?.(value) ?? null) : null;
      if (name !== null) return name;
    }
    return null;
  }
}
