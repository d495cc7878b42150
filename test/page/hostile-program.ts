/**
 * Pages whose script changes the tree at every moment where page code runs in the middle of something.
 *
 * In:  numbers. Out: a page. Each number that its script takes chooses what it does next, so that fewer and smaller numbers
 * are smaller programs; when there are no more, it does nothing. `problem()` in the page says what is wrong with its tree.
 *
 *   npm run fuzz:tree -- [--programs 5000] [--seed 1] [--chunk 250]
 *
 * runs new ones, in chunks with a seed each, which is printed when it has held. Tests run the same ones each time.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { openPage } from './open-page.ts';

/** Runs in the page: chooses by CHOICES, and writes what it did and what was thrown into `log`. */
const RUNTIME = String.raw`
const log = [], pool = [];
let taken = 0, depth = 0;
const draw = (below) => taken < CHOICES.length ? CHOICES[taken++] % below : 0;
const remember = (node) => { if (node && node.nodeType && !pool.includes(node) && pool.length < 400) pool.push(node); return node; };
const all = () => {
  const walk = document.createTreeWalker(document, 5);
  for (let at = walk.root; at; at = walk.nextNode()) if (at.nodeType !== 9 && !['html', 'head', 'script'].includes(at.localName) && at.parentNode.localName !== 'script') {
    remember(at);
    if (at.shadowRoot) remember(at.shadowRoot);
    if (at.localName === 'template') remember(at.content);
  }
};
const pick = () => { all(); return pool[draw(pool.length)]; };
const pickElement = () => { all(); const list = pool.filter((n) => n.nodeType === 1); return list[draw(list.length)] ?? document.body; };
const pickParent = () => { all(); const list = pool.filter((n) => n.nodeType === 1 || n.nodeType === 11); return list[draw(list.length)] ?? document.body; };
const hostileText = () => ({ toString() { act(); return 'k'; } });
const TAGS = ['x-a', 'x-b', 'p', 'b', 'table', 'tr', 'select', 'option', 'template', 'slot', 'input', 'details', 'dialog', 'form', 'label', 'iframe', 'a', 'svg'];
const MARKUP = ['<x-a y=1>k<x-b></x-b></x-a>', '<b>1<p>2</b>3', '<table>t<tr><td>c', '<select><option>1<option selected>2', '<template><x-a></x-a></template>',
  '<div><template shadowrootmode=open><slot></slot></template>l</div>', '<input autofocus><details open>d', '', 'text', '<iframe></iframe>'];
const OPS = [
  function append(a, b) { a.append(b); },
  function prepend(a, b) { a.prepend(b, hostileText()); },
  function before(a, b) { a.before(b); },
  function after(a, b) { a.after(hostileText(), b); },
  function beforeText(a, b) { a.before(b, hostileText()); },
  function replaceWith(a, b) { a.replaceWith(b, hostileText()); },
  function remove(a) { a.remove(); },
  function insertBefore(a, b) { a.insertBefore(b, a.childNodes[draw(3)] ?? null); },
  function replaceChild(a, b) { a.replaceChild(b, a.childNodes[draw(3)] ?? a.firstChild); },
  function replaceChildren(a, b) { a.replaceChildren(b, hostileText()); },
  function moveBefore(a, b) { a.moveBefore(b, a.childNodes[draw(3)] ?? null); },
  function innerHTML(a) { a.innerHTML = MARKUP[draw(MARKUP.length)]; },
  function outerHTML(a) { a.outerHTML = MARKUP[draw(MARKUP.length)]; },
  function hostileHTML(a) { a.outerHTML = { toString() { act(); return '<i>h</i>'; } }; },
  function adjacentHTML(a) { a.insertAdjacentHTML(['beforebegin', 'afterbegin', 'beforeend', 'afterend'][draw(4)], { toString() { act(); return MARKUP[draw(MARKUP.length)]; } }); },
  function adjacentElement(a, b) { a.insertAdjacentElement({ toString() { act(); return ['beforebegin', 'afterend'][draw(2)]; } }, b); },
  function textContent(a) { a.textContent = hostileText(); },
  function create() { remember(document.createElement(TAGS[draw(TAGS.length)])); },
  function clone(a) { remember(a.cloneNode(draw(2) === 1)); },
  function importNode(a) { remember(document.importNode(a, true)); },
  function adoptElsewhere(a) { (window.other ??= document.implementation.createHTMLDocument('')).adoptNode(a); },
  function appendElsewhere(a) { (window.other ??= document.implementation.createHTMLDocument('')).body.append(a); },
  function intoFrame(a) { document.querySelector('iframe')?.contentDocument?.body?.append(a); },
  function normalize(a) { a.normalize(); },
  function splitText(a) { pool.find((n) => n.nodeType === 3 && n.length > 0 && n.parentNode)?.splitText(draw(2)); },
  function attribute(a) { a.setAttribute(['y', 'slot', 'name', 'id', 'open', 'hidden', 'disabled', 'popover', 'form', 'class'][draw(10)], hostileText()); },
  function unattribute(a) { a.removeAttribute(['y', 'slot', 'name', 'open', 'class'][draw(5)]); },
  function attrNode(a, b) { if (a.attributes?.length) { const attr = a.attributes[0]; a.removeAttributeNode(attr); b.setAttributeNode(attr); } },
  function toggleClass(a) { a.classList.toggle(hostileText()); },
  function attachShadow(a) { remember(a.attachShadow({ get mode() { act(); return 'open'; }, get slotAssignment() { act(); return ['named', 'manual'][draw(2)]; } })); },
  function assign(a, b) { (a.assign ? a : pool.find((n) => n.localName === 'slot'))?.assign(b); },
  function surround(a, b) { const range = document.createRange(); range.selectNodeContents(a); range.surroundContents(b); },
  function extract(a) { const range = document.createRange(); range.setStart(a, draw((a.childNodes.length || a.length || 0) + 1)); range.setEndAfter(a); remember(range.extractContents()); },
  function rangeInsert(a, b) { const range = document.createRange(); range.setStart(a, draw((a.childNodes.length || a.length || 0) + 1)); range.insertNode(b); },
  function rangeDelete(a, b) { const range = document.createRange(); range.setStartBefore(a); range.setEndAfter(b); range.deleteContents(); },
  function fragment(a) { const range = document.createRange(); range.selectNodeContents(a); remember(range.createContextualFragment(MARKUP[draw(MARKUP.length)])); },
  function makeFragment(a, b) { const made = document.createDocumentFragment(); made.append(a, b); remember(made); },
  function focus(a) { a.focus({ get preventScroll() { act(); return true; } }); },
  function blur(a) { a.blur(); },
  function listen(a) { for (const type of ['focus', 'blur', 'focusin', 'focusout', 'change', 'toggle', 'beforetoggle', 'load', 'slotchange', 'close', 'invalid', 'reset', 'click']) a.addEventListener(type, act); },
  function click(a) { a.click(); },
  function showModal(a) { (a.showModal ? a : pool.find((n) => n.localName === 'dialog'))?.showModal(); },
  function close(a) { (a.close ? a : pool.find((n) => n.localName === 'dialog'))?.close(hostileText()); },
  function popover(a) { a.togglePopover(); },
  function open(a) { (a.localName === 'details' ? a : pool.find((n) => n.localName === 'details'))?.toggleAttribute('open'); },
  function reset(a) { (a.reset ? a : document.querySelector('form'))?.reset(); },
  function validity(a) { (a.reportValidity ? a : document.querySelector('form'))?.reportValidity(); },
  function optionsLength(a) { const select = document.querySelector('select'); if (select) select.options.length = { valueOf() { act(); return draw(4); } }; },
  function optionsAdd(a) { document.querySelector('select')?.add(document.createElement('option'), { valueOf() { act(); return draw(3); } }); },
  function optionsSet(a) { const select = document.querySelector('select'); if (select) select[draw(3)] = document.createElement('option'); },
  function selectValue(a) { const select = document.querySelector('select'); if (select) select.value = hostileText(); },
  function insertRow(a) { document.querySelector('table')?.insertRow({ valueOf() { act(); return -1; } }).insertCell(0); },
  function caption(a) { const table = document.querySelector('table'); if (table) { table.createTHead(); table.createCaption(); table.tFoot = null; table.caption = document.createElement('caption'); } },
  function walkAll(a) { const walk = document.createTreeWalker(a, 5, () => { act(); return 1 + draw(3); }); for (let steps = 0; walk.nextNode() && steps < 20; steps++); },
  function walkBack(a, b) { const walk = document.createTreeWalker(a, 5, () => { act(); return 1 + draw(3); }); walk.currentNode = b; for (let steps = 0; walk.previousNode() && steps < 20; steps++); walk.previousSibling(); walk.lastChild(); },
  function iterateAll(a) { const walk = document.createNodeIterator(a, 5, () => { act(); return 1 + draw(3); }); for (let steps = 0; walk.nextNode() && steps < 20; steps++); for (let steps = 0; walk.previousNode() && steps < 9; steps++); },
  function xpath(a) { const result = document.evaluate('.//*', a, null, 4); for (let steps = 0; steps < 20 && result.iterateNext(); steps++) act(); },
  function each(a) { let steps = 0; for (const node of a.childNodes) { if (++steps > 20) break; act(); } },
  function forEach(a) { let steps = 0; a.childNodes.forEach(() => { if (++steps < 20) act(); }); },
  function select(a, b) { getSelection().setBaseAndExtent(a, 0, b, 0); },
  function deleteSelection() { getSelection().deleteFromDocument(); },
  function observe(a) { new MutationObserver(act).observe(a, { childList: true, get subtree() { act(); return true; }, attributes: true }); },
  function upgrade(a) { customElements.upgrade(a); },
  function define() { if (!customElements.get('x-c')) customElements.define('x-c', class extends makeClass() { static get formAssociated() { act(); return true; } }); },
  function write() { if (document.currentScript) document.write(MARKUP[draw(MARKUP.length)]); },
  function writeHostile() { if (document.currentScript) document.write(hostileText(), '<b><p>'); },
  function documentChild(a) { document.documentElement.before(a); },
  function rootReplaced(a) { document.replaceChild(a, document.documentElement); },
  function scriptElement(a) { const made = document.createElement('script'); made.textContent = 'act()'; a.append(made); made.remove(); },
  function execCommand(a) { document.execCommand(['delete', 'insertText', 'selectAll'][draw(3)], false, 'k'); },
  function innerText(a) { a.innerText = 'one\ntwo'; },
  function event(a) { const event = new Event('k', { get bubbles() { act(); return true; } }); a.addEventListener('k', act, { get once() { act(); return true; } }); a.dispatchEvent(event); },
];
function act() {
  if (depth > 6 || taken >= CHOICES.length) return;
  depth++;
  const op = OPS[draw(OPS.length)];
  try {
    const textual = ['before', 'after', 'beforeText', 'replaceWith', 'remove', 'rangeInsert', 'extract', 'rangeDelete', 'clone', 'importNode'];
    const a = textual.includes(op.name) ? pick() : ['focus', 'blur', 'click', 'outerHTML', 'hostileHTML', 'adjacentHTML', 'adjacentElement', 'attribute', 'unattribute', 'attrNode', 'toggleClass', 'attachShadow'].includes(op.name) ? pickElement() : pickParent();
    const b = op.length > 1 ? pick() : null;
    log.push(op.name + ' ' + name(a) + ' ' + name(b));
    op(a, b);
  } catch (error) {
    log.push(op.name + ' ' + error.name);
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) log.push(error.stack);
  }
  depth--;
}
const name = (node) => node === null ? '' : node === undefined ? '?' : pool.indexOf(node) + node.nodeName;
const makeClass = () => class extends HTMLElement {
  static observedAttributes = ['y', 'slot', 'class'];
  constructor() { super(); remember(this); act(); }
  connectedCallback() { act(); }
  disconnectedCallback() { act(); }
  adoptedCallback() { act(); }
  attributeChangedCallback() { act(); }
  connectedMoveCallback() { act(); }
  formAssociatedCallback() { act(); }
  formResetCallback() { act(); }
  formDisabledCallback() { act(); }
};
class A extends makeClass() { static formAssociated = true; }
customElements.define('x-a', A);
customElements.define('x-b', makeClass());
customElements.define('x-i', class extends HTMLParagraphElement { constructor() { super(); act(); } connectedCallback() { act(); } }, { extends: 'p' });
`;

/** Runs in the page: what is wrong with its trees, or ''. */
const CHECK = `
function problem() {
  const seen = new Set();
  const get = (proto, name) => Object.getOwnPropertyDescriptor(proto, name).get;
  const rest = [document, ...pool.map((node) => { let at = node, steps = 0; while (at.parentNode) { if (++steps > 1e5) return null; at = at.parentNode; } return at; })];
  if (rest.includes(null)) return 'ancestors without end';
  for (const root of rest) {
    if (seen.has(root)) continue;
    const nodes = [root];
    seen.add(root);
    for (const node of nodes) {
      let last = null;
      for (let child = node.firstChild; child; child = child.nextSibling) {
        if (seen.has(child)) return 'a node stands twice: ' + child.nodeName;
        seen.add(child);
        nodes.push(child);
        if (child.parentNode !== node) return 'a child has another parent: ' + child.nodeName;
        if (child.previousSibling !== last) return 'links back are wrong: ' + child.nodeName;
        last = child;
        if (nodes.length > 1e5) return 'too many nodes';
      }
      if (node.lastChild !== last) return 'another last child: ' + node.nodeName;
      if (node.nodeType === 1) for (const attr of node.attributes) if (attr.ownerElement !== node) return 'an attribute of another element';
      if (node.ownerDocument !== (root.nodeType === 9 ? (node === root ? null : root) : root.ownerDocument)) return 'another document: ' + node.nodeName;
      if (node.shadowRoot && !rest.includes(node.shadowRoot)) rest.push(node.shadowRoot);
      if (node.localName === 'template' && node.content && !rest.includes(node.content)) rest.push(node.content);
    }
    const walk = document.createTreeWalker(root);
    let count = 1;
    while (walk.nextNode()) count++;
    if (count !== nodes.length) return 'walked ' + count + ' of ' + nodes.length;
    if (root.querySelectorAll && root.querySelectorAll('*').length !== nodes.filter((n) => n.nodeType === 1 && n !== root).length) return 'selectors find others';
    if (root.nodeType === 9) {
      if ([...root.childNodes].filter((n) => n.nodeType === 1).length > 1) return 'several document elements';
      if ([...root.childNodes].some((n) => n.nodeType === 3)) return 'text in a document';
      for (const node of nodes) if (node.id && root.getElementById(node.id) === null) return 'not found by id';
    }
  }
  return '';
}
`;

const SCRIPT = '<script>act()</script>';
const TOKENS = [
  SCRIPT,
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<x-a y=1>',
  '</x-a>',
  '<x-b>',
  '</x-b>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  'text',
  '<template>',
  '</template>',
  '<template shadowrootmode=open>',
  '<div id=d>',
  '</div>',
  '<slot>',
  '<a href=x>',
  '</a>',
  '<i>',
  '</i>',
  '<select><option>1</select>',
  '</select>',
  '<form>',
  '</form>',
  '<p is=x-i>',
  '<svg><foreignObject>',
  '</svg>',
  '<nobr>',
  '<iframe srcdoc=k></iframe>',
  '<input autofocus>',
  '<details>',
  '<button>',
  '<caption>',
  '<!--c-->',
  '<dialog>',
  '<frameset>',
  '</body>',
  '</html>',
  '<script>document.write("<b><p><x-a y=1>w"); act()</script>',
  '<script>act();act();act()</script>',
] as const;

export interface HostileProgram {
  readonly markup: readonly number[];
  readonly choices: readonly number[];
}

export function hostilePage({ markup, choices }: HostileProgram): string {
  const soup = markup.map((token) => TOKENS[token % TOKENS.length]).join('');
  return `<!DOCTYPE html><head><script>const CHOICES = [${choices.join()}];${RUNTIME}${CHECK}</script></head><body>${soup}`;
}

/** What a page is when its script has run, without the runtime. */
export const OUTCOME: string = `(() => {
  const html = document.documentElement?.outerHTML ?? '';
  return log.join('\\n') + '\\n' + html.replace(/<script>const CHOICES[^]*?<.script>/g, '');
})()`;

const PROGRAMS: fc.Arbitrary<HostileProgram> = fc.record({
  markup: fc.array(fc.nat(TOKENS.length - 1), { minLength: 3, maxLength: 25, size: 'max' }),
  choices: fc.array(fc.nat(9_999), { minLength: 10, maxLength: 120, size: 'max' }),
});

/** Runs the random programs of a seed: each comes to rest, leaves trees, and can be shown. */
export async function checkHostilePages(count: number, seed: number): Promise<void> {
  const holds = fc.asyncProperty(PROGRAMS, async (program) => {
    using page = await openPage(hostilePage(program));
    assert.equal(await page.evaluate('problem()'), '');
    await page.elements();
  });
  // Programs that use up their memory take long to shrink: take 'endOnFailure' out to do it.
  await fc.assert(holds, { numRuns: count, seed, endOnFailure: true });
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { programs: text, seed: text, chunk: text } });
  const programs = Number(values.programs ?? 5_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const chunk = Number(values.chunk ?? 250);
  for (let done = 0; done < programs; done += chunk) {
    const count = Math.min(chunk, programs - done);
    await checkHostilePages(count, seed + done);
    console.log(`${done + count} of ${programs} held, ${count} of them with seed ${seed + done}`);
  }
}
