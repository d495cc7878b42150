/**
 * A session's page as signing in acts on it.
 *
 * In:  steps of a sign-in. Out: inputs like a person's, and facts of the page. This is where a secret goes into a page: for
 *      the origin of the document as the host knows it, through the same events as typing.
 */
import { LIMITS } from '../limits.ts';
import { TELEPHONE_CODE } from '../login/form-button.ts';
import { factsOf, HINT_SELECTORS, type Hint, isField, type PageFacts } from '../login/page-facts.ts';
import type { CountryList, LoginPage, NamedOption } from '../login/progress.ts';
import { frameAddresses } from '../login/sign-in-frame.ts';
import { plainWords } from '../login/words.ts';
import type { PageInput } from '../page/messages.ts';
import type { Redactor } from '../vault/redact.ts';
import type { SecretHandle } from '../vault/secret.ts';
import { useSecret } from '../vault/use.ts';
import { callerRequest } from './document-request.ts';
import type { Behaviour } from './human-hand.ts';
import type { Navigator } from './navigate.ts';
import type { Tab } from './tab.ts';

export class AuthPage implements LoginPage {
  readonly #tab: Tab;
  readonly #behaviour: Behaviour;
  readonly #redactor: Redactor;
  readonly #signal: AbortSignal;
  readonly #dialogs: () => readonly string[];
  #isInWindow = false;

  /** @param dialogs what boxes of the browser have said since signing in began. */
  constructor(
    tab: Tab,
    behaviour: Behaviour,
    redactor: Redactor,
    signal: AbortSignal,
    dialogs: () => readonly string[],
  ) {
    this.#dialogs = dialogs;
    this.#tab = tab;
    this.#behaviour = behaviour;
    this.#redactor = redactor;
    this.#signal = signal;
  }

  get #navigator(): Navigator {
    return this.#tab.navigator;
  }

  async look(): Promise<PageFacts> {
    await this.#navigator.catchUp(this.#signal);
    return lookAt(this.#navigator, this.#dialogs());
  }

  async typeSecret(id: number, secret: SecretHandle, countries: CountryList | null = null): Promise<void> {
    await useSecret(secret, await this.#originOf(id), async (text) => {
      const country = countries === null ? null : countryOf(text, countries.options);
      if (country === null) return this.#type(id, text);
      await this.select(countries!.id, country.option);
      await this.#type(id, country.rest);
    });
    await this.#navigator.settle(this.#signal);
  }

  async namedBy(options: readonly NamedOption[], secret: SecretHandle): Promise<number | null> {
    return useSecret(secret, await this.#originOf(options[0]!.id), (text) => {
      const wanted = spaced(text);
      const found = options.flatMap(({ words }, nth) => (spaced(words).includes(wanted) ? [nth] : []));
      return found.length === 1 ? found[0]! : null;
    });
  }

  get isInWindow(): boolean {
    return this.#isInWindow;
  }

  async typeSecretCode(fields: readonly number[], secret: SecretHandle): Promise<void> {
    for (const id of fields.slice(1)) {
      if ((await this.#originOf(id)) !== (await this.#originOf(fields[0]!))) return;
    }
    await useSecret(secret, await this.#originOf(fields[0] ?? 0), (code) => this.#typeDigits(fields, code));
  }

  async typeCode(fields: readonly number[], code: string): Promise<void> {
    this.#redactor.add(code, 'code');
    await this.#typeDigits(fields, code);
  }

  async click(id: number): Promise<void> {
    const outcome = await this.#do({ kind: 'click', id });
    // What a person could not click is sent by the key: a banner may lie above the button.
    if (outcome.startsWith('covered') || outcome === 'not_visible') await this.#do({ kind: 'key', key: 'Enter' });
    await this.#navigator.settle(this.#signal);
    // A window of the site's own is gone to here: there is one page at a time.
    const popup = this.#navigator.takePopups().find(({ isBackground }) => !isBackground);
    if (popup === undefined) return;
    this.#isInWindow = true;
    await this.#navigator.navigate(popup.request, 'push', this.#signal);
  }

  async open(url: string): Promise<void> {
    await this.#navigator.navigate(callerRequest(url), 'push', this.#signal);
  }

  async check(id: number): Promise<void> {
    await this.#do({ kind: 'check', id, checked: true });
    await this.#navigator.settle(this.#signal);
  }

  async select(id: number, option: string): Promise<void> {
    await this.#do({ kind: 'select', id, values: [option] });
    await this.#navigator.settle(this.#signal);
  }

  async pressEnter(): Promise<void> {
    await this.#do({ kind: 'key', key: 'Enter' });
    await this.#navigator.settle(this.#signal);
  }

  async wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= LIMITS.settleMs) {
      await this.#navigator.advance(Math.min(left, LIMITS.settleMs), this.#signal);
    }
  }

  /** One field takes all; several take one character each. Pages move the focus on by themselves, or not. */
  async #typeDigits(fields: readonly number[], code: string): Promise<void> {
    const pieces = fields.length === 1 ? [code] : [...code].slice(0, fields.length);
    for (const [nth, text] of pieces.entries()) {
      await this.#type(fields[nth]!, text);
      if (await this.#navigator.settle(this.#signal)) return;
    }
  }

  /** A field that something lies above, such as a banner about cookies, is reached by the keyboard. */
  async #type(id: number, text: string): Promise<void> {
    const outcome = await this.#do({ kind: 'type', id, text, clear: true });
    if (!outcome.startsWith('covered') && outcome !== 'not_visible') return;
    await this.#do({ kind: 'focus', id });
    for (const key of text) await this.#do({ kind: 'key', key });
  }

  async #do(input: PageInput): Promise<string> {
    const { outcome } = await this.#tab.hand.perform(input, this.#behaviour, this.#signal);
    return outcome;
  }

  /** Secure: from the host's record of the document that the field is in, which no page and no frame can change. */
  #originOf(id: number): Promise<string> {
    return this.#navigator.originOfElement(id);
  }
}

/** The country of a telephone number in a list, and the number without it. */
function countryOf(number: string, options: readonly string[]): { option: string; rest: string } | null {
  const digits = number.replace(/[^\d+]/g, '');
  if (!digits.startsWith('+')) return null;
  let best: { option: string; rest: string } | null = null;
  for (const option of options) {
    const code = TELEPHONE_CODE.exec(option)?.[1]?.replace(/\D/g, '') ?? '';
    if (code === '' || !digits.startsWith(code, 1)) continue;
    const rest = digits.slice(1 + code.length);
    if (best === null || rest.length < best.rest.length) best = { option, rest };
  }
  return best;
}

/** Words with one space around each, so that only whole ones are found: names and addresses of mail as people write them. */
function spaced(text: string): string {
  return ` ${plainWords(text)
    .split(/[\s,;()<>|]+/)
    .filter(Boolean)
    .join(' ')} `;
}

/** The whole page with what its attributes say, for recognition. */
export async function lookAt(navigator: Navigator, dialogs: readonly string[] = []): Promise<PageFacts> {
  const page = await navigator.withPage((host) => host.view({ scope: 'page' }));
  const hints = new Map<Hint, number>();
  if (page.els.some(isField)) {
    for (const [hint, selector] of Object.entries(HINT_SELECTORS)) {
      const id = await navigator.withPage((host) => host.find(selector));
      if (id !== null) hints.set(hint as Hint, id);
    }
  }
  const { document } = navigator;
  return factsOf(page, hints, {
    status: document?.status ?? 200,
    document: navigator.documents,
    dialogs,
    frames: document === null ? [] : frameAddresses(document.html, document.url.href),
  });
}
