/** Whatever page code does to the tree in the middle of something, the tree stays a tree, and the page can be shown. */
import { test } from 'node:test';
import { checkHostilePages } from './hostile-program.ts';
import { keepIsolates } from './open-page.ts';

test('many random changes at every moment where page code runs leave a tree', () => checkHostilePages(1_000, 2));

test('so do those of documents that follow each other in one isolate', () => {
  keepIsolates();
  return checkHostilePages(60, 1);
});
