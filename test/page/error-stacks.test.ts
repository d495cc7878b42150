import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const frames = (text: unknown): string[] =>
  String(text)
    .split('\n')
    .map((line) => line.replace(/\(?http.*/, '').trim());

test('a stack has the functions of the page, and none of the platform', async () => {
  using page = await openPage(`<p id=p><script>
    p.onclick = function listener() { window.clicked = new Error('x').stack };
    setTimeout(function timer() { window.timed = new Error('x').stack });
    p.click();
    try { document.createElement('<') } catch (error) { window.thrown = error.stack }
  </script>`);
  assert.deepEqual(frames(await page.evaluate('clicked')), ['Error: x', 'at HTMLParagraphElement.listener', 'at']);
  assert.deepEqual(frames(await page.evaluate('timed')), ['Error: x', 'at timer']);
  const [head, ...rest] = frames(await page.evaluate('thrown'));
  assert.match(head!, /^InvalidCharacterError: /);
  assert.deepEqual(rest, ['at']);
});

test('it begins with the text that the error had when it was made', async () => {
  using page = await openPage('<p>');
  const made = '{ const e = new Error("a"); e.message = "b"; e.stack.split("\\n")[0] }';
  assert.equal(await page.evaluate(made), 'Error: a');
  const own =
    '{ class Own extends Error { constructor() { super("c"); this.name = "Own" } } new Own().stack.split("\\n")[0] }';
  assert.equal(await page.evaluate(own), 'Error: c');
});

test('Error is what a page knows: its properties, its limit, its subclasses', async () => {
  using page = await openPage('<p>');
  assert.equal(
    await page.evaluate('Error.prototype.constructor === Error && Object.getPrototypeOf(TypeError) === Error'),
    true,
  );
  assert.equal(
    await page.evaluate('String(Error) + Error.length + ("prepareStackTrace" in Error)'),
    'function Error() { [native code] }1false',
  );
  assert.equal(await page.evaluate('Error("x") instanceof Error && new RangeError("y") instanceof Error'), true);
  const deep = '(function f(n) { return n ? f(n - 1) : new Error().stack.split("\\n").length })';
  assert.equal(await page.evaluate(`${deep}(100)`), 11);
  assert.equal(await page.evaluate(`Error.stackTraceLimit = 60; ${deep}(100)`), 61);
  assert.equal(await page.evaluate(`Error.stackTraceLimit = 2; ${deep}(100)`), 3);
});

test("a page's own way to write stacks gets its own frames", async () => {
  using page = await openPage(`<p id=p><script>
    Error.prepareStackTrace = (error, sites) => sites.map((site) => site.getFunctionName()).join();
    p.onclick = function listener() { window.clicked = new Error('x').stack };
    p.click();
  </script>`);
  assert.equal(await page.evaluate('clicked'), 'listener,');
});

test("V8's own constructor cannot be reached", async () => {
  using page = await openPage('<iframe id=f></iframe>');
  const paths = `[Error, Error.prototype.constructor, Object.getPrototypeOf(TypeError), Object.getPrototypeOf(AggregateError),
    f.contentWindow.Error, Object.getPrototypeOf(f.contentWindow.SyntaxError)].map((each) => 'prepareStackTrace' in each).join()`;
  assert.equal(await page.evaluate(paths), 'false,false,false,false,false,false');
  assert.equal(await page.evaluate('Object.getPrototypeOf(DOMException) === Function.prototype'), true);
  const exception = 'new DOMException("m", "AbortError")';
  assert.equal(
    await page.evaluate(`{ const e = ${exception}; [e.name, e.message, e.code, e instanceof Error, e].join() }`),
    'AbortError,m,20,true,AbortError: m',
  );
  assert.equal(
    await page.evaluate('try { DOMException.prototype.code } catch (error) { error.message }'),
    'Illegal invocation',
  );
});
