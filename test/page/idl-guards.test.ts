import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function resultOf(body: string): Promise<unknown> {
  using page = await openPage('<!DOCTYPE html><body><p id=p>');
  return await page.evaluate(
    `(() => { const tell = (work) => { try { work(); return 'none'; } catch (error) { return error.name; } }; ${body} })()`,
  );
}

test('methods refuse to be called with too few arguments, or on what is no node', async () => {
  const value = await resultOf(`
    return [
      tell(() => p.appendChild()),
      tell(() => p.setAttribute('a')),
      tell(() => Node.prototype.appendChild.call({}, p)),
      tell(() => Node.prototype.nodeName),
      tell(() => p.cloneNode()),
    ].join();`);
  assert.equal(value, 'TypeError,TypeError,TypeError,TypeError,none');
});

test('the length of a method is the number of arguments that it needs', async () => {
  const value = await resultOf(
    'return [p.addEventListener, p.insertBefore, p.cloneNode, document.createElement, Event].map((each) => each.length).join();',
  );
  assert.equal(value, '2,2,0,1,1');
});

test('a list of tokens is walked with one argument', async () => {
  assert.equal(
    await resultOf(
      "p.className = 'a b'; const all = []; p.classList.forEach((each) => all.push(each)); return all.join()",
    ),
    'a,b',
  );
});

test('members of interfaces are enumerable', async () => {
  const value = await resultOf(`
    const isListed = (object, name) => Object.getOwnPropertyDescriptor(object, name).enumerable;
    return [isListed(Event.prototype, 'type'), isListed(Event.prototype, 'preventDefault'), isListed(Node.prototype, 'appendChild')].join();`);
  assert.equal(value, 'true,true,true');
});
