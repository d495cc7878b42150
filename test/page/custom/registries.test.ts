/**
 * Registries of custom elements that a page makes: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Registries</title><body><div id=host></div>`;

const FACTS: readonly Fact[] = [
  [
    'a registry defines for itself only',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); return [r.get(name) === A, r.getName(A) === name, customElements.get(name) === undefined, customElements.getName(A)]; })()`,
    [true, true, true, null],
  ],
  [
    'one class can be in several registries, under several names',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const [r, q] = [R(), R()]; const A = K(); r.define(name, A); q.define(name + 'b', A); customElements.define(name, A); return [document.createElement(name, { customElementRegistry: q }).made === undefined, document.createElement(name + 'b', { customElementRegistry: q }).localName === name + 'b', document.createElement(name, { customElementRegistry: r }).customElementRegistry === r, new A().customElementRegistry === customElements]; })()`,
    [true, true, true, true],
  ],
  [
    'a class that only a scoped registry has cannot be made with new',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const A = K(); R().define(name, A); return T(() => new A()); })()`,
    'TypeError',
  ],
  [
    'names and classes are checked as in the window',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const r = R(); const A = K(); r.define(name, A); return [T(() => r.define(name, K())), T(() => r.define(name + 'b', A)), T(() => r.define('nodash', K())), T(() => r.define(name + 'c', {})), T(() => CustomElementRegistry()), T(() => r.define(name + 'e'))]; })()`,
    ['NotSupportedError', 'NotSupportedError', 'SyntaxError', 'TypeError', 'TypeError', 'TypeError'],
  ],
  [
    'a shadow root with a registry uses it for its markup',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); const h = document.createElement('div'); const root = h.attachShadow({ mode: 'open', customElementRegistry: r }); document.body.append(h); root.innerHTML = '<' + name + '><' + name + '></' + name + '></' + name + '>'; const e = root.firstChild; const seen = [e instanceof A, e.firstChild instanceof A, e.customElementRegistry === r, root.customElementRegistry === r, h.customElementRegistry === customElements]; h.remove(); return seen; })()`,
    [true, true, true, true, true],
  ],
  [
    'an element that is moved keeps its registry',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); const h = document.createElement('div'); const root = h.attachShadow({ mode: 'open', customElementRegistry: r }); root.innerHTML = '<p></p>'; const e = root.firstChild; document.body.append(e); e.innerHTML = '<' + name + '></' + name + '>'; const seen = [e.customElementRegistry === r, e.firstChild.customElementRegistry === r, e.firstChild instanceof A]; e.remove(); return seen; })()`,
    [true, true, true],
  ],
  [
    'a copy has the registry of its original',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); const e = document.createElement(name, { customElementRegistry: r }); const c = e.cloneNode(); const i = document.importNode(e, true); return [c instanceof A, c.customElementRegistry === r, i.customElementRegistry === r]; })()`,
    [true, true, true],
  ],
  [
    'contents of a template have no registry',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const t = document.createElement('template'); t.innerHTML = '<' + name + '></' + name + '>'; return [t.content.firstChild.customElementRegistry, document.importNode(t.content, true).firstChild.customElementRegistry === customElements, t.content.cloneNode(true).firstChild.customElementRegistry]; })()`,
    [null, true, null],
  ],
  [
    'imported nodes get the registry that is asked for',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); const t = document.createElement('template'); t.innerHTML = '<' + name + '><b></b></' + name + '>'; const c = document.importNode(t.content, { customElementRegistry: r }); const one = document.importNode(t.content.firstChild, { selfOnly: true, customElementRegistry: r }); return [c.firstChild instanceof A, c.firstChild.customElementRegistry === r, c.firstChild.firstChild.customElementRegistry === r, one.childNodes.length, one.customElementRegistry === r]; })()`,
    [true, true, true, 0, true],
  ],
  [
    'initialize() gives a registry to what has none',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); const h = document.createElement('div'); const root = h.attachShadow({ mode: 'open', customElementRegistry: null }); root.innerHTML = '<' + name + '></' + name + '><p></p>'; const seen = [root.customElementRegistry, root.lastChild.customElementRegistry]; r.initialize(root); seen.push(root.customElementRegistry === r, root.firstChild instanceof A, root.lastChild.customElementRegistry === r); R().initialize(root); return [...seen, root.customElementRegistry === r]; })()`,
    [null, null, true, true, true, true],
  ],
  [
    'the registry of a window initializes only what is in its document',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const d = new DOMParser().parseFromString('<p></p>', 'text/html'); const p = d.querySelector('p'); const r = R(); return [T(() => customElements.initialize(d)), T(() => customElements.initialize(p)), p.customElementRegistry, T(() => r.initialize(p)), p.customElementRegistry === r, T(() => r.initialize({})), T(() => r.initialize())]; })()`,
    ['NotSupportedError', 'NotSupportedError', null, null, true, 'TypeError', 'TypeError'],
  ],
  [
    'upgrade() goes by the registries of the elements',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); const e = document.createElement(name, { customElementRegistry: r }); r.define(name, A); const before = e instanceof A; customElements.upgrade(e); const between = e instanceof A; r.upgrade(e); return [before, between, e instanceof A]; })()`,
    [false, false, true],
  ],
  [
    'elements in the document are upgraded when their registry defines them',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); const h = document.createElement('div'); const root = h.attachShadow({ mode: 'open', customElementRegistry: r }); root.innerHTML = '<' + name + '></' + name + '>'; document.body.append(h); document.body.insertAdjacentHTML('beforeend', '<' + name + '></' + name + '>'); const outside = document.body.lastChild; r.define(name, A); const seen = [root.firstChild instanceof A, outside instanceof A]; h.remove(); outside.remove(); return seen; })()`,
    [true, false],
  ],
  [
    'whenDefined() is of its registry',
    `(async () => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); const waiting = r.whenDefined(name); r.define(name, A); let other = 'pending'; customElements.whenDefined(name).then(() => { other = 'defined'; }); const found = await waiting; return [found === A, other]; })()`,
    [true, 'pending'],
  ],
  [
    'what is given as a registry is one',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const h = () => document.createElement('div'); return [T(() => h().attachShadow({ mode: 'open', customElementRegistry: {} })), T(() => document.createElement('p', { customElementRegistry: 5 })), T(() => h().attachShadow({ mode: 'open', customElementRegistry: undefined }).customElementRegistry === customElements), T(() => document.createElement('p', { customElementRegistry: null }).customElementRegistry), T(() => document.createElement('p', { is: 'a-b', customElementRegistry: R() })), T(() => CustomElementRegistry.prototype.get.call({}, 'a'))]; })()`,
    ['TypeError', 'TypeError', true, null, 'NotSupportedError', 'TypeError'],
  ],
  [
    'callbacks of elements of a scoped registry run',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const seen = []; const r = R(); r.define(name, class extends HTMLElement { static observedAttributes = ['a']; connectedCallback() { seen.push('in'); } disconnectedCallback() { seen.push('out'); } attributeChangedCallback(k, o, v) { seen.push(k + v); } }); const e = document.createElement(name, { customElementRegistry: r }); e.setAttribute('a', 1); document.body.append(e); e.remove(); return seen; })()`,
    ['a1', 'in', 'out'],
  ],
  [
    'a constructor that makes another element of the class goes by the same registry',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); let inner; const A = class extends HTMLElement { constructor(again = true) { super(); if (again) inner = new A(false); } }; r.define(name, A); const e = document.createElement(name, { customElementRegistry: r }); return [e instanceof A, inner instanceof A, inner && inner.customElementRegistry === r]; })()`,
    [false, false, null],
  ],
  [
    'definitions that throw leave the registry as it was',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const r = R(); const A = K(); Object.defineProperty(A, 'observedAttributes', { get() { throw new RangeError('mine'); } }); A.prototype.attributeChangedCallback = () => {}; const first = T(() => r.define(name, A)); return [first, r.get(name) === undefined, T(() => r.define(name, K()))]; })()`,
    ['RangeError', true, null],
  ],
  [
    'a definition that defines is refused',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const r = R(); let inner; const A = K(); const B = K(); Object.defineProperty(A, 'formAssociated', { get() { inner = T(() => r.define(name + 'b', B)); return false; } }); r.define(name, A); return [inner, T(() => r.define(name + 'b', B))]; })()`,
    ['NotSupportedError', null],
  ],
  [
    'a deep tree is initialized',
    `(() => { let n = window.count = (window.count || 0) + 1; const name = 'x-' + n; const R = () => new CustomElementRegistry(); const K = () => class extends HTMLElement { constructor() { super(); this.made = true; } }; const r = R(); const A = K(); r.define(name, A); const root = document.createElement('div').attachShadow({ mode: 'open', customElementRegistry: null }); let at = root; for (let n = 0; n < 3000; n++) at = at.appendChild(document.createElement(n % 2 ? name : 'p', { customElementRegistry: null })); r.initialize(root); return [at instanceof A, at.customElementRegistry === r]; })()`,
    [true, true],
  ],
];

test('scoped registries are as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
