/**
 * Uses a realm as a small page does, while the snapshot is made, so that the snapshot holds the compiled code of what every
 * page needs: booting, parsing, turns of the event loop, the DOM's usual methods, a look, a click, typed text.
 *
 * It runs in a context of its own behind the other scripts, which is thrown away: V8 keeps the code of a function for all
 * contexts of the isolate. What layout makes once and keeps is made by warm-up.ts.
 *
 * Measured: a session with its first small page compiles 89 functions in place of 412.
 */
import { DEFAULT_PROFILE } from '../identity/profile.ts';
import { type DocumentConfig, ENTRY_FAILED, type PageInput } from './messages.ts';
import type { RealmWays } from './realm-ways.ts';

const ADDRESS = 'http://page.test/';

const PAGE = `<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>t</title><style>
  body { margin: 0; font: 16px/1.5 Arial, sans-serif } .f { display: flex; gap: 8px } .g { display: grid }
  a:hover, li:nth-child(2) > b { color: #123 } @media (max-width: 600px) { .f { display: block } }
</style></head><body><header><nav><a href=x>Home</a></nav></header><main><h1>Title</h1><p>Text, <b>bold</b>.</p>
<ul><li>One<li>Two</ul><div class=f><div>a</div></div><div class=g><p>c</p></div><table><tr><th>g<td>h</table>
<form><label>i <input name=j></label><select><option>k</select><textarea></textarea><input type=checkbox>
<button type=button>l</button></form><img alt=m width=10></main></body>`;

const CONFIG: DocumentConfig = {
  url: ADDRESS,
  contentType: 'text/html',
  encoding: 'UTF-8',
  referrer: '',
  scripting: true,
  profile: DEFAULT_PROFILE,
  environment: { viewport: [1280, 800], colorScheme: 'light', reducedMotion: false, media: 'screen' },
  clock: 'virtual',
  timeOrigin: 0,
};

/** As much of the DOM as is used here; its types are not those of Node. */
interface UsedNode {
  textContent: string;
  innerHTML: string;
  className: string;
  readonly content: UsedNode;
  readonly children: readonly UsedNode[];
  readonly classList: { add(name: string): void };
  readonly dataset: Record<string, string>;
  readonly style: Record<string, string>;
  append(...nodes: (UsedNode | string)[]): void;
  appendChild(node: UsedNode): UsedNode;
  insertBefore(node: UsedNode, next: UsedNode): UsedNode;
  cloneNode(isDeep: boolean): UsedNode;
  remove(): void;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  closest(selector: string): UsedNode | null;
  matches(selector: string): boolean;
  querySelector(selector: string): UsedNode;
  querySelectorAll(selector: string): { readonly length: number };
  addEventListener(type: string, listener: (event: UsedEvent) => void): void;
  getBoundingClientRect(): { readonly width: number };
}

interface UsedEvent {
  readonly target: UsedNode;
  preventDefault(): void;
}

interface UsedWindow {
  readonly __agentbrowser: Required<RealmWays>;
  readonly document: UsedNode & {
    readonly body: UsedNode;
    createElement(name: string): UsedNode;
    createTextNode(text: string): UsedNode;
    getElementById(id: string): UsedNode | null;
  };
  readonly URL: typeof URL;
  setTimeout(work: () => void): void;
  requestAnimationFrame(work: () => void): void;
  getComputedStyle(element: UsedNode): { readonly display: string };
}

const realm = globalThis as unknown as UsedWindow;
const config = JSON.stringify(CONFIG);
const ways = realm.__agentbrowser;
const page = ways.bootPage(config);
// The engine takes all of the platform off the global object when it boots: in a session it has a realm of its own.
const { document, URL: PageUrl, setTimeout, requestAnimationFrame, getComputedStyle } = realm;
const { forPage, forHost } = ways.bootEngine(page.port, config);
const nobody = { applySyncPromise: () => undefined };
forHost.connectHost(nobody as never, {} as never, { release() {} });
page.entries.connect(forPage);

let timeMs = 0;

function answerOf(name: string, { collect }: { collect(): string }): string {
  const answer = collect();
  if (answer === ENTRY_FAILED) throw new Error(`The realm's '${name}' failed while it was warmed up.`);
  return answer;
}

function turns(count: number): void {
  for (let left = count; left > 0; left--) {
    timeMs += 4;
    page.entries.turn(timeMs);
    answerOf('turn', page.entries);
  }
}

/** Layout, and what an agent is told of it. */
function look(): { readonly els: readonly { readonly id: number; readonly tag: string }[] } {
  forHost.view(ADDRESS, '{}', 0);
  return JSON.parse(answerOf('view', forHost)) as ReturnType<typeof look>;
}

function act(input: PageInput): void {
  page.entries.input(timeMs, JSON.stringify(input));
  answerOf('input', page.entries);
  turns(4);
}

function changeAsScriptsDo(): void {
  const list = document.querySelector('ul');
  const item = document.createElement('li');
  item.textContent = 'Three';
  item.className = 'a';
  item.classList.add('b');
  item.setAttribute('id', 'c');
  item.dataset['d'] = 'e';
  item.style['color'] = 'red';
  list.append(item, 'text');
  list.insertBefore(document.createElement('li'), item);
  list.appendChild(document.createTextNode('more'));
  const template = document.createElement('template');
  template.innerHTML = '<li><a href="/y">Four</a></li>';
  list.append(template.content.cloneNode(true));
  list.children[1]?.remove();
  list.querySelectorAll('li').length;
  document.getElementById('c')?.matches('.a');
  const button = document.querySelector('button');
  button.addEventListener('click', (event) => {
    event.preventDefault();
    event.target.closest('form')?.getAttribute('id');
    document.body.append('clicked');
  });
  button.getBoundingClientRect();
  getComputedStyle.call(realm, button).display;
  new PageUrl('/x?y=1', ADDRESS).searchParams.get('y');
  setTimeout.call(realm, () => undefined);
  requestAnimationFrame.call(realm, () => undefined);
}

page.entries.feed(PAGE, true);
answerOf('feed', page.entries);
turns(20);
changeAsScriptsDo();
turns(8);
const { els } = look();
for (const { id, tag } of els) {
  if (tag === 'button') act({ kind: 'click', id });
  if (tag === 'input') act({ kind: 'type', id, text: 'abc', clear: true });
}
look();
