import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MachineLoad } from '../../src/isolate/machine-load.ts';

test('a limit stays as it is as long as little is known', () => {
  const load = new MachineLoad(
    () => 3,
    () => null,
  );
  load.note(40, 1);
  assert.equal(load.stretch, 1);
});

test('a limit stays as it is where tasks do not wait, whatever the system counts', () => {
  const load = new MachineLoad(
    () => 3,
    () => null,
  );
  load.note(500, 480);
  assert.equal(load.stretch, 1);
});

test('a limit is stretched by what tasks wait for the processor', () => {
  const load = new MachineLoad(
    () => 0,
    () => null,
  );
  load.note(600, 200);
  assert.equal(load.stretch, 3);
});

test('a limit is stretched by how many want a processor, where tasks wait at all', () => {
  const load = new MachineLoad(
    () => 2.5,
    () => null,
  );
  load.note(600, 500);
  assert.equal(load.stretch, 2.5);
});

test('a limit is stretched to four times its length at most', () => {
  const load = new MachineLoad(
    () => 9,
    () => null,
  );
  load.note(1000, 10);
  assert.equal(load.stretch, 4);
});

test('what was long ago counts less', () => {
  const load = new MachineLoad(
    () => 0,
    () => null,
  );
  load.note(1000, 250);
  for (let task = 0; task < 100; task++) load.note(100, 100);
  assert.equal(load.stretch, 1);
});

test('before the first tasks, a limit is stretched by what the process itself has waited', () => {
  assert.equal(
    new MachineLoad(
      () => 0,
      () => ({ clockMs: 900, processorMs: 300 }),
    ).stretch,
    3,
  );
  assert.equal(
    new MachineLoad(
      () => 9,
      () => ({ clockMs: 300, processorMs: 300 }),
    ).stretch,
    1,
  );
});

test('what a process waited for in a long life does not outweigh its tasks', () => {
  const load = new MachineLoad(
    () => 0,
    () => ({ clockMs: 1e6, processorMs: 1e5 }),
  );
  assert.equal(load.stretch, 4);
  for (let task = 0; task < 100; task++) load.note(100, 100);
  assert.equal(load.stretch, 1);
});
