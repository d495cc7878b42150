/**
 * Whether a page wants a person to prove being one.
 *
 * In:  the page that is open. Out: the id of the widget or frame, told once for each document as `captcha_pending`.
 */
import type { EventSink } from './events.ts';
import type { Navigator } from './navigate.ts';

/** Widgets and frames of the usual services, and pages that stand in the way of another one. */
const CHALLENGES = [
  '.g-recaptcha:not([data-size="invisible"])',
  '.h-captcha:not([data-size="invisible"])',
  '.cf-turnstile',
  '#challenge-form',
  '#challenge-stage',
  'iframe[src*="challenges.cloudflare.com"]',
  'iframe[src*="hcaptcha.com"]',
  'iframe[src*="/recaptcha/api2/"]',
  'iframe[src*="/recaptcha/enterprise/"]',
  'iframe[src*="captcha-delivery.com"]',
  'iframe[src*="arkoselabs.com"]',
  'iframe[src*="funcaptcha.com"]',
].join(', ');

export class CaptchaWatch {
  readonly #navigator: Navigator;
  readonly #events: EventSink;
  readonly #requests: () => number;
  #told = -1;
  #seen = '';

  /** @param requests how many there have been: what is new in a page without one is no captcha. */
  constructor(navigator: Navigator, events: EventSink, requests: () => number) {
    this.#navigator = navigator;
    this.#events = events;
    this.#requests = requests;
  }

  /** Looks at the page that is open, unless it has been told already, or nothing has come to it. */
  async look(): Promise<void> {
    const { documents } = this.#navigator;
    const seen = `${documents} ${this.#requests()}`;
    if (this.#told === documents || this.#seen === seen) return;
    this.#seen = seen;
    const id = await this.#navigator.withPage((host) => host.find(CHALLENGES));
    if (id === null) return;
    this.#told = documents;
    const url = this.#navigator.history.current?.url.href ?? '';
    this.#events.add('captcha_pending', 'The page wants a captcha to be solved.', url, id);
  }
}
