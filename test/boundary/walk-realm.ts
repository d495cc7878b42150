/**
 * Code for the page: walks everything that page code can reach and reports what does not belong to its realm.
 *
 * Every own property (strings and symbols), every prototype, the value of every getter, and what common calls return is
 * visited. Foreign is a function whose prototype chain does not reach this realm's Function.prototype, an object whose
 * chain ends elsewhere than in this realm's Object.prototype or null, and anything named like isolated-vm's classes.
 */
export const WALK_REALM = String.raw`
function walkRealm(roots) {
  const seen = new Set();
  const foreign = [];
  const own = { Function: Function.prototype, Object: Object.prototype };
  const names = new Set(['Reference', 'Callback', 'ExternalCopy', 'Isolate', 'Context', 'Dereference', 'Module', 'Script']);
  const queue = roots.map(([path, value]) => [path, value]);
  const visit = (path, value) => {
    const type = typeof value;
    if ((type !== 'object' && type !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    if (seen.size < 200000) queue.push([path, value]);
  };
  while (queue.length > 0) {
    const [path, value] = queue.pop();
    let top = value, chainEndsWell = false, isFunctionOfOurs = false, tag = '';
    try { for (let up = value, depth = 0; up !== null && depth < 100; up = Object.getPrototypeOf(up), depth++) {
      if (up === own.Function) isFunctionOfOurs = true;
      if (up === own.Object) chainEndsWell = true;
      top = up;
    } } catch (error) { visit(path + ' threw', error); }
    // An object without a prototype at its end is nobody's.
    let endsInNull = true;
    try { endsInNull = Object.getOwnPropertyDescriptor(top, 'hasOwnProperty') === undefined; } catch (error) { visit(path + ' threw', error); }
    if (typeof value === 'function' && !isFunctionOfOurs) foreign.push(path + ' (function of another realm)');
    else if (!chainEndsWell && !endsInNull) foreign.push(path + ' (object of another realm)');
    // WebAssembly has a class of one of these names.
    const { Module: ofWasm } = globalThis.WebAssembly ?? {};
    try { tag = value.constructor && value.constructor !== ofWasm && value.constructor.name; } catch {}
    if (names.has(tag)) foreign.push(path + ' (' + tag + ')');
    let keys = [];
    try { visit(path + '.__proto__', Object.getPrototypeOf(value)); keys = Reflect.ownKeys(value); } catch (error) { visit(path + ' threw', error); }
    for (const key of keys) {
      const at = path + '.' + String(key);
      let descriptor;
      try { descriptor = Reflect.getOwnPropertyDescriptor(value, key); } catch (error) { visit(at + ' threw', error); }
      if (descriptor === undefined) continue;
      visit(at, descriptor.value);
      visit(at + ' get', descriptor.get);
      visit(at + ' set', descriptor.set);
      if (descriptor.get !== undefined) {
        for (const receiver of [value, document, document.body, globalThis]) {
          try { visit(at + '()', Reflect.apply(descriptor.get, receiver, [])); } catch (error) { visit(at + ' threw', error); }
        }
      }
    }
    if (typeof value === 'function' && !/^(?:alert|print|write|open|postMessage|reportError|walkRealm)/.test(value.name)) {
      for (const receiver of [undefined, document, document.body]) {
        for (const args of [[], [document.body], ['div'], ['click', () => {}]]) {
          try { if (calls-- > 0) visit(path + '(…)', Reflect.apply(value, receiver, args)); } catch (error) { visit(path + ' threw', error); }
        }
      }
    }
  }
  return foreign.length === 0 ? 'nothing foreign among ' + (seen.size > 1000 ? 'many' : 'few') : foreign.slice(0, 20).join('\n');
}
let calls = 4000;
`;
