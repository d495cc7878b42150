/**
 * What stands beside the page: the steps, the console, the requests. Three lists, of which one shows.
 */
import type { LiveStep, ServerMessage } from '../live-messages.ts';
import { el, ICONS, icon } from './element.ts';

type Status = Extract<ServerMessage, { readonly type: 'status' }>;
type LiveEvent = Status['events'][number];

const MOST_LINES = 300;
const NAMES = ['Steps', 'Console', 'Network'] as const;

export class Side {
  readonly #tabs = NAMES.map((name, at) =>
    el('button', { type: 'button', role: 'tab', id: `tab-${at}`, 'aria-controls': `list-${at}` }, name),
  );
  readonly #lists = NAMES.map((name, at) =>
    el('ol', {
      role: 'tabpanel',
      id: `list-${at}`,
      'aria-labelledby': `tab-${at}`,
      tabindex: '0',
      class: `lines ${name.toLowerCase()}`,
    }),
  );
  readonly root = el(
    'aside',
    { class: 'side', 'aria-label': 'What happens' },
    el('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Lists' }, ...this.#tabs),
    ...this.#lists,
  );
  readonly #steps = new Map<number, HTMLLIElement>();
  readonly #words: (step: LiveStep) => string;

  /** `words` says what a step is in the words of the page that shows. */
  constructor(words: (step: LiveStep) => string) {
    this.#words = words;
    for (const [at, tab] of this.#tabs.entries()) {
      tab.addEventListener('click', () => this.#choose(at));
      tab.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        const next = (at + step + NAMES.length) % NAMES.length;
        this.#choose(next);
        this.#tabs[next]!.focus();
      });
    }
    this.#choose(0);
    this.clear();
  }

  clear(): void {
    this.#steps.clear();
    for (const [at, list] of this.#lists.entries()) {
      list.replaceChildren(el('li', { class: 'nothing' }, `Nothing yet in ${NAMES[at]!.toLowerCase()}.`));
    }
  }

  add({ steps, events }: Pick<Status, 'steps' | 'events'>): void {
    for (const step of steps) this.#step(step);
    for (const event of events) {
      const isRequest = event.kind === 'request' || event.kind === 'request_failed';
      this.#append(isRequest ? 2 : 1, isRequest ? requestLine(event) : eventLine(event));
    }
  }

  #step(step: LiveStep): void {
    const line = stepLine(step, this.#words(step));
    const known = this.#steps.get(step.seq);
    if (known === undefined) this.#append(0, line);
    else known.replaceWith(line);
    this.#steps.set(step.seq, line);
  }

  #append(at: number, line: HTMLLIElement): void {
    const list = this.#lists[at]!;
    list.querySelector('.nothing')?.remove();
    // Whoever has scrolled up is reading.
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(line);
    while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  #choose(chosen: number): void {
    for (const [at, tab] of this.#tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      this.#lists[at]!.hidden = at !== chosen;
    }
  }
}

function stepLine(step: LiveStep, words: string): HTMLLIElement {
  const sign =
    step.state === 'running' ? el('span', { class: 'spin' }) : icon(step.state === 'done' ? ICONS.done : ICONS.failed);
  const time = el('time', { datetime: new Date(step.at).toISOString() }, new Date(step.at).toLocaleTimeString());
  const took =
    step.state === 'running' || step.by === 'person'
      ? ''
      : ` · ${step.ms < 1_000 ? `${step.ms} ms` : `${(step.ms / 1_000).toFixed(1)} s`}`;
  const who = step.by === 'person' ? 'Person' : 'Agent';
  return el(
    'li',
    { class: `step ${step.state} by-${step.by}` },
    el('span', { class: 'sign' }, sign),
    el('span', { class: 'what' }, words),
    el('span', { class: 'when' }, `${who} · `, time, took),
    ...(step.error === undefined ? [] : [el('span', { class: 'error' }, step.error)]),
  );
}

function eventLine({ kind, message, url }: LiveEvent): HTMLLIElement {
  const [, level, said = message] = (kind === 'console' && /^(error|warn|info|debug): (.*)$/s.exec(message)) || [];
  const isBad = kind === 'error' || kind === 'budget_exceeded' || level === 'error';
  const words = kind === 'navigation' ? `${message} ${url}` : said;
  const label = kind === 'console' ? (level === 'warn' ? 'warning' : (level ?? 'log')) : kind.replaceAll('_', ' ');
  return el(
    'li',
    { class: isBad ? 'bad' : level === 'warn' ? 'warning' : kind },
    el('span', { class: 'kind' }, label),
    el('span', { class: 'what' }, words),
  );
}

/** `GET 200 script` */
function requestLine({ kind, message, url }: LiveEvent): HTMLLIElement {
  const [method = '', status = '', type = ''] = kind === 'request' ? message.split(' ') : ['', 'failed', ''];
  const isBad = !/^[123]/.test(status);
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const path = parsed === null ? url : `${parsed.pathname}${parsed.search}`;
  return el(
    'li',
    { class: isBad ? 'bad' : '', title: url },
    el('span', { class: 'kind' }, `${method} ${status}`.trim()),
    el('span', { class: 'what' }, path === '' ? url : path),
    el(
      'span',
      { class: 'when' },
      [type, parsed?.host ?? ''].filter(Boolean).join(' · '),
      ...(kind === 'request' ? [] : [` ${message}`]),
    ),
  );
}
