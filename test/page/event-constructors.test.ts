import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfScript } from './answer-of.ts';

test('every event needs a type', async () => {
  const found = await valueOfScript(`[Event, MouseEvent, SubmitEvent, CustomEvent].map((Each) => {
    try { new Each(); } catch (error) { return error.message; }
  }).join()`);
  const words = (name: string) => `Failed to construct '${name}': 1 argument required, but only 0 present.`;
  assert.equal(found, ['Event', 'MouseEvent', 'SubmitEvent', 'CustomEvent'].map(words).join());
});

test('getModifierState tells of keys that are no member of the event', async () => {
  const found = await valueOfScript(`(() => {
    const event = new KeyboardEvent('keydown', { modifierCapsLock: true, shiftKey: true });
    return ['CapsLock', 'Shift', 'NumLock', 'Control'].map((key) => event.getModifierState(key)).join();
  })()`);
  assert.equal(found, 'true,true,false,false');
});
