/**
 * What a page's script hears about boxes, scrolling and points, against what Chrome tells it (fixtures/answers).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ANSWERS, type Answers, answerPages, READ_ANSWERS } from '../../fixtures/answers/record.ts';
import { openPage } from './open-page.ts';

const recorded = JSON.parse(readFileSync(`${ANSWERS}answers.json`, 'utf8')) as Readonly<Record<string, Answers>>;

for (const name of answerPages()) {
  test(`${name} says what it says in Chrome`, async () => {
    using page = await openPage(readFileSync(`${ANSWERS}${name}`, 'utf8'));
    const ours = JSON.parse((await page.evaluate(READ_ANSWERS)) as string) as Answers;
    const chrome = recorded[name]!;
    const wrong: string[] = [];
    for (const [question, answer] of Object.entries(chrome)) {
      const own = JSON.stringify(ours[question]);
      if (own !== JSON.stringify(answer)) wrong.push(`${question}: ${own}, Chrome ${JSON.stringify(answer)}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(Object.keys(ours), Object.keys(chrome));
  });
}
