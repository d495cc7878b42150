/**
 * A script bundle made to a size, as a bundler writes it: a table of module functions, of which each is run once when
 * the page starts.
 *
 * The modules hold what bundles are full of: classes, closures, literals, message tables, and functions that a start
 * never calls. It uses ECMAScript only, so that plain V8 runs it as well as a page does.
 */

/** Global variable in which the bundle leaves what it computed. */
export const BUNDLE_RESULT = 'bundleResult';

/** About `bytes` of script. `salt` makes it another text, so that no cache of compiled code knows it. */
export function bundleOf(bytes: number, salt: number): string {
  const modules: string[] = [];
  let length = 0;
  while (length < bytes) {
    const text = moduleText(modules.length, salt);
    modules.push(text);
    length += text.length + 2;
  }
  return `(() => {
"use strict";
const table = [
${modules.join(',\n')}
];
const loaded = [];
function load(index) {
  if (loaded[index] === undefined) table[index](loaded[index] = {}, load);
  return loaded[index];
}
let total = 0;
for (let index = 0; index < table.length; index++) total += load(index).start(index);
globalThis.${BUNDLE_RESULT} = total;
})();
`;
}

/** One module of some 2.5 KB. It may use the modules before it. */
function moduleText(index: number, salt: number): string {
  const name = `${index}_${salt}`;
  const before = Math.max(0, index - 1 - (index % 7));
  const messages = Array.from({ length: 8 }, (_, at) => `m${at}: "Message ${at} of module ${name}, shown to users"`);
  return `function (exports, load) {
  const earlier = ${index === 0 ? 'null' : `load(${before})`};
  const messages = { ${messages.join(', ')} };
  const table = [${Array.from({ length: 24 }, (_, at) => (index * 31 + at * 17) % 251).join(', ')}];
  class Store_${name} {
    #listeners = new Set();
    #state = { count: 0, items: [], open: false };
    get state() { return this.#state; }
    subscribe(listener) { this.#listeners.add(listener); return () => this.#listeners.delete(listener); }
    dispatch(action) {
      switch (action.type) {
        case 'add': this.#state = { ...this.#state, items: [...this.#state.items, action.item], count: this.#state.count + 1 }; break;
        case 'remove': this.#state = { ...this.#state, items: this.#state.items.filter((item) => item !== action.item) }; break;
        case 'toggle': this.#state = { ...this.#state, open: !this.#state.open }; break;
      }
      for (const listener of this.#listeners) listener(this.#state);
    }
  }
  const format = (pattern, ...values) => pattern.replace(/\\{(\\d+)\\}/g, (_, at) => String(values[at]));
  function mix(seed) {
    let value = seed;
    for (const each of table) value = (Math.imul(value, 31) + each) | 0;
    return value;
  }
  function render_${name}(view) {
    const parts = [];
    if (view.open) parts.push('<section class="panel">', format(messages.m0, view.count), '</section>');
    for (const item of view.items) {
      const title = item.title ?? messages.m1;
      parts.push('<li>', item.done ? '<s>' + title + '</s>' : title, '</li>');
    }
    return parts.length > 0 ? parts.join('') : messages.m2;
  }
  async function save_${name}(view, send) {
    try {
      const answer = await send({ kind: 'save', at: ${index}, items: view.items.map(({ title, done }) => ({ title, done })) });
      if (!answer.ok) throw new Error(format(messages.m3, answer.status));
      return answer.value;
    } catch (error) {
      return { failed: true, message: messages.m4, cause: error };
    }
  }
  exports.Store = Store_${name};
  exports.render = render_${name};
  exports.save = save_${name};
  exports.start = (seed) => {
    const store = new Store_${name}();
    let seen = 0;
    store.subscribe((state) => { seen += state.count; });
    store.dispatch({ type: 'add', item: { title: messages.m5, done: seed % 2 === 0 } });
    store.dispatch({ type: 'toggle' });
    return render_${name}(store.state).length + seen + (mix(seed) & 15) + (earlier === null ? 0 : 1);
  };
}`;
}
