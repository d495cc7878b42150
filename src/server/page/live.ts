/**
 * The live view: a session's page as it is now, what the agent does, and the way to take over.
 *
 * It is hidden while no browser is active, a bar when it is collapsed, and the page with its lists when it is expanded.
 */
import { applyDelta } from '../../spatial/delta.ts';
import type { DrawnPage } from '../../spatial/drawn-page.ts';
import type { LiveStep, LiveTab, ServerMessage } from '../live-messages.ts';
import { Connection, type LinkState } from './connection.ts';
import { el, ICONS, icon } from './element.ts';
import { listenOn } from './hands.ts';
import { openListBox } from './list-box.ts';
import { Side } from './side.ts';
import { Stage } from './stage.ts';
import { stepWords } from './step-words.ts';
import { isDark, startTheme, switchTheme } from './theme.ts';

const VIEW_KEY = 'agentbrowser.view';

const stage = new Stage();
/** Steps in the words of the page on which they were done, which may not show any more. */
const said = new Map<number, string>();
const MOST_SAID = 300;
const side = new Side(wordsOf);

const button = (label: string, path: string, name = ''): HTMLButtonElement =>
  el('button', { type: 'button', class: `tool ${name}`, 'aria-label': label, title: label }, icon(path));

const back = button('Back', ICONS.back);
const forward = button('Forward', ICONS.forward);
const reload = button('Reload', ICONS.reload);
const address = el('input', {
  type: 'text',
  class: 'address',
  'aria-label': 'Address',
  spellcheck: 'false',
  readonly: true,
});
const sessions = el('select', { class: 'sessions', 'aria-label': 'Session' });
const tabs = el('select', { class: 'page-tabs', 'aria-label': 'Tab', hidden: true });
const state = el('span', { class: 'state', role: 'status' });
const takeOver = el('button', { type: 'button', class: 'take-over' }, icon(ICONS.hand), el('span', {}, 'Take over'));
const theme = button('Dark or light', ICONS.moon);
const collapse = button('Collapse', ICONS.collapse);
const expand = el('button', { type: 'button', class: 'bar' }, icon(ICONS.expand), el('span', { class: 'bar-words' }));
const notice = el('p', { class: 'notice', role: 'alert', hidden: true });
const empty = el(
  'div',
  { class: 'empty' },
  el('h1', {}, 'No browser is active'),
  el('p', { class: 'why' }),
  el(
    'dl',
    { class: 'ways' },
    ...[
      ['MCP', `${location.origin}/mcp`],
      ['HTTP', `POST ${location.origin}/browser/open`],
    ].flatMap(([door, where]) => [el('dt', {}, door!), el('dd', {}, where!)]),
  ),
);
const hint = el('p', { class: 'hint' });

const panel = el(
  'section',
  { class: 'panel', 'aria-label': 'Live browser' },
  el('header', { class: 'bar-top' }, back, forward, reload, address, tabs, sessions, state, takeOver, theme, collapse),
  notice,
  el('div', { class: 'body' }, el('div', { class: 'view' }, stage.root, hint), side.root),
);

let link: LinkState = 'connecting';
let control: 'agent' | 'person' | 'you' = 'agent';
let isBusy = false;
let active: readonly string[] = [];
let watched: string | null = null;
let view: 'collapsed' | 'expanded' = sessionStorage.getItem(VIEW_KEY) === 'collapsed' ? 'collapsed' : 'expanded';
let noticeTimer: number | undefined;

/** What the person here has clicked, by the place that the step names: by then another page may show. */
const clicked = new Map<string, string>();

function wordsOf(step: LiveStep): string {
  const own = step.by === 'person' ? (clicked.get(step.name) ?? said.get(step.seq)) : undefined;
  if (own !== undefined) {
    said.set(step.seq, own);
    return own;
  }
  const element = step.el === undefined ? undefined : stage.elementOf(step.el);
  const words = said.get(step.seq) ?? stepWords(step, element);
  if (element !== undefined) said.set(step.seq, words);
  for (const seq of said.keys()) {
    if (said.size <= MOST_SAID) break;
    said.delete(seq);
  }
  return words;
}

const connection = new Connection(receive, (next) => {
  link = next;
  if (next !== 'open') {
    control = 'agent';
    watched = null;
  }
  render();
});

function receive(message: ServerMessage): void {
  switch (message.type) {
    case 'sessions':
      active = message.sessions.map(({ id }) => id);
      choose(watched !== null && active.includes(watched) ? watched : (active.at(-1) ?? null));
      break;
    case 'page':
      show(message.page);
      break;
    case 'delta':
      if (stage.page === null || stage.page.version !== message.delta.from) resync();
      else show(applyDelta(stage.page, message.delta) as DrawnPage);
      break;
    case 'trail':
      stage.move(message.points);
      return;
    case 'status':
      control = message.control;
      isBusy = message.isBusy;
      side.add(message);
      showTabs(message.tabs);
      for (const step of message.steps) {
        if (step.el !== undefined && step.by === 'agent') stage.highlight(step.el, wordsOf(step));
      }
      break;
    case 'ended':
      watched = null;
      break;
    case 'error':
      tell(message.message);
      break;
  }
  render();
}

function show(page: DrawnPage): void {
  stage.show(page);
  if (document.activeElement !== address) address.value = page.url;
  document.title = `${page.title === '' ? page.url : page.title} – agentbrowser live`;
}

function choose(id: string | null): void {
  // What still shows may be of a server that is gone.
  if (id === watched && (id !== null || stage.page === null)) return;
  watched = id;
  control = 'agent';
  stage.clear();
  side.clear();
  said.clear();
  if (id === null) {
    document.title = 'agentbrowser live';
    connection.send({ type: 'unwatch' });
    return;
  }
  connection.send({ type: 'view', state: view });
  connection.send({ type: 'watch', sessionId: id });
}

/** Something was missed: the page comes again as a whole. */
function resync(): void {
  if (watched !== null) connection.send({ type: 'watch', sessionId: watched });
}

function setView(next: 'collapsed' | 'expanded'): void {
  view = next;
  sessionStorage.setItem(VIEW_KEY, next);
  connection.send({ type: 'view', state: next });
  render();
  (next === 'expanded' ? stage.root : expand).focus();
}

function tell(words: string): void {
  notice.textContent = words;
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => {
    notice.hidden = true;
  }, 6_000);
}

function showTabs(list: readonly LiveTab[]): void {
  tabs.hidden = list.length < 2;
  const names = list.map(({ id, title, url, current }) =>
    el('option', { value: id, selected: current }, title || url || `Tab ${id}`),
  );
  // A list that is open is left alone.
  if (document.activeElement !== tabs) tabs.replaceChildren(...names);
}

const STATES = { agent: 'Agent is driving', person: 'Somebody else has taken over', you: 'You are driving' } as const;

function render(): void {
  // The last picture stays while the connection is being made again.
  const isLost = (link === 'connecting' || link === 'waiting') && stage.page !== null;
  const isHidden = watched === null && !isLost;
  const app = document.querySelector('#app')!;
  const wanted = isHidden ? empty : view === 'collapsed' ? expand : panel;
  if (app.firstElementChild !== wanted) app.replaceChildren(wanted);
  document.body.dataset['state'] = isHidden ? 'hidden' : view;
  document.body.dataset['control'] = control;
  document.body.dataset['link'] = link;
  const isOpen = link === 'open';
  const words = isOpen ? STATES[control] : link === 'refused' ? 'Not let in' : 'Reconnecting…';
  if (state.textContent !== words) state.textContent = words;
  state.classList.toggle('busy', isOpen && isBusy);
  takeOver.disabled = !isOpen || control === 'person';
  takeOver.lastElementChild!.textContent = control === 'you' ? 'Give back' : 'Take over';
  takeOver.setAttribute('aria-pressed', String(control === 'you'));
  const isDriving = control === 'you';
  for (const each of [back, forward, reload]) each.disabled = !isDriving;
  address.readOnly = !isDriving;
  tabs.disabled = !isDriving;
  stage.root.setAttribute(
    'aria-label',
    isDriving ? 'Live page. Keys go to the page, F6 leaves it.' : 'Live page. Take over to use it.',
  );
  hint.textContent = isDriving
    ? 'You are driving: click, type and scroll in the page. F6 leaves it. Give back when you are done.'
    : isLost
      ? 'The server does not answer. This page connects again by itself.'
      : control === 'person'
        ? 'Somebody else is driving. You can take over when they have given back.'
        : 'You are looking on. Take over to click and type; the agent waits meanwhile.';
  const what = stage.page?.title || stage.page?.url;
  expand.querySelector('.bar-words')!.textContent = `Browser active${what === undefined ? '' : `: ${what}`} · ${words}`;
  expand.setAttribute('aria-label', `${expand.textContent}. Click to expand.`);
  const options = active.map((id) => el('option', { value: id, selected: id === watched }, id));
  if (document.activeElement !== sessions) sessions.replaceChildren(...options);
  sessions.hidden = active.length < 2;
  empty.firstElementChild!.textContent =
    link === 'open'
      ? 'No browser is active'
      : link === 'refused'
        ? 'The server does not let this page in'
        : 'Connecting…';
  const [, why, ways] = empty.children as unknown as readonly HTMLElement[];
  ways!.hidden = link !== 'open';
  why!.textContent =
    link === 'refused'
      ? 'Open the address that the server printed when it started: it has the token in it.'
      : 'The page shows here as soon as an agent opens one.';
}

takeOver.addEventListener('click', () => {
  connection.send({ type: control === 'you' ? 'give_back' : 'take_over' });
  if (control !== 'you') stage.root.focus();
});
collapse.addEventListener('click', () => setView('collapsed'));
expand.addEventListener('click', () => setView('expanded'));
sessions.addEventListener('change', () => {
  choose(sessions.value);
  render();
});
tabs.addEventListener('change', () => send([{ kind: 'tab', tab: Number(tabs.value) }]));
back.addEventListener('click', () => send([{ kind: 'back' }]));
forward.addEventListener('click', () => send([{ kind: 'forward' }]));
reload.addEventListener('click', () => send([{ kind: 'reload' }]));
address.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') address.value = stage.page?.url ?? '';
  if (event.key !== 'Enter' || address.readOnly) return;
  const typed = address.value.trim();
  const url = /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[\w.-]+:\d+(\/|$)/.test(typed) ? typed : `https://${typed}`;
  send([{ kind: 'open', url }]);
  stage.root.focus();
});
theme.addEventListener('click', () => {
  switchTheme();
  showTheme();
});

function send(events: Parameters<Parameters<typeof listenOn>[1]['send']>[0]): void {
  connection.send({ type: 'input', events });
}

function showTheme(): void {
  theme.replaceChildren(icon(isDark() ? ICONS.sun : ICONS.moon));
}

listenOn(stage, {
  isDriving: () => control === 'you',
  send,
  onIdleTry: () => {
    takeOver.classList.remove('look');
    // Read so that the animation begins anew.
    void takeOver.offsetWidth;
    takeOver.classList.add('look');
  },
  onList: (list) => {
    openListBox(list, stage.boxOf(list.b), (label) => {
      send([{ kind: 'select', id: list.id, values: [label] }]);
      stage.root.focus();
    });
  },
  onClick: (x, y, element) => {
    const step = `click at ${Math.round(x)},${Math.round(y)}`;
    clicked.delete(step);
    if (element !== null) clicked.set(step, stepWords({ name: 'click()' }, element));
    if (clicked.size > MOST_SAID) clicked.delete(clicked.keys().next().value!);
  },
  leave: () => takeOver.focus(),
});

startTheme(showTheme);
showTheme();
render();
connection.open();
