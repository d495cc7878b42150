/**
 * What isolated-vm calls when an isolate breaks down.
 *
 * In:  who answers. Out: the function that isolated-vm is given. It may keep that function for ever, also when the isolate
 *      was disposed of, so the function holds nothing but this object, and this object nothing once it is silent.
 */
export class Alarm {
  #answer: ((message: string) => void) | null;

  readonly ring = (message: string): void => this.#answer?.(message);

  constructor(answer: (message: string) => void) {
    this.#answer = answer;
  }

  silence(): void {
    this.#answer = null;
  }
}
