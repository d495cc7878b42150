import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../src/client/session.ts';
import { AgentBrowserError } from '../../src/errors.ts';
import type { Frame } from '../../src/protocol/live-methods.ts';
import { LiveFeed, type Viewer } from '../../src/server/live-feed.ts';
import type { ServerMessage } from '../../src/server/live-messages.ts';
import { applyDelta, computeDelta } from '../../src/spatial/delta.ts';
import type { SpatialDom } from '../../src/spatial/spatial-dom.ts';

/** A session whose page shows how often it was looked at. */
function countingSession(fail: () => Error | null = () => null) {
  let looks = 0;
  const pageOf = (version: number): SpatialDom => ({
    url: 'http://site.test/',
    title: '',
    vp: [800, 600],
    scroll: [0, 0],
    version,
    els: [{ id: 1, tag: 'p', text: String(version), b: [0, 0, 10, 10] }],
  });
  const session = {
    async frame(after: number): Promise<Frame> {
      const error = fail();
      if (error !== null) throw error;
      const version = ++looks;
      const news = after === 0 ? { page: pageOf(version) } : { delta: computeDelta(pageOf(after), pageOf(version)) };
      return { tab: 1, ...news, version, trail: [], steps: [], rev: 0, control: 'agent', isBusy: false };
    },
    events: async () => [],
    tabs: async () => [],
  };
  return { session: session as unknown as Session, looks: () => looks };
}

class Recorder implements Viewer {
  readonly wantsPictures = false;
  isBehind = false;
  isExpanded = true;
  page: SpatialDom | null = null;
  readonly kinds: string[] = [];
  #wake: () => void = () => undefined;

  send(message: ServerMessage): void {
    this.kinds.push(message.type);
    if (message.type === 'page') this.page = message.page;
    if (message.type === 'delta') {
      assert.equal(message.delta.from, this.page?.version);
      this.page = applyDelta(this.page!, message.delta);
    }
    this.#wake();
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const LISTENER = {
  onLost: () => undefined,
  onControl: () => undefined,
  onUse: () => undefined,
  onError: () => undefined,
};

test('one look serves all viewers; who comes later or falls behind gets the whole page, then what changes', async () => {
  const { session, looks } = countingSession();
  const feed = new LiveFeed(session, LISTENER);
  const [first, second] = [new Recorder(), new Recorder()];
  feed.join(first);
  await first.until(() => first.kinds.includes('delta'));
  feed.join(second);
  await second.until(() => second.kinds.includes('delta'));
  assert.equal(first.kinds.filter((kind) => kind === 'page').length, 1);
  second.isBehind = true;
  const missed = looks();
  await first.until(() => looks() > missed + 1);
  const before = second.kinds.length;
  second.isBehind = false;
  await second.until(() => second.kinds.length > before);
  assert.equal(second.kinds[before], 'page');
  feed.leave(first);
  feed.leave(second);
});

test('without viewers, or with collapsed ones only, the page is not looked at', async () => {
  const { session, looks } = countingSession();
  const feed = new LiveFeed(session, LISTENER);
  const viewer = new Recorder();
  viewer.isExpanded = false;
  feed.join(viewer);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(looks(), 0);
  viewer.isExpanded = true;
  feed.changed();
  await viewer.until(() => viewer.page !== null);
  feed.leave(viewer);
  const end = looks();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.ok(looks() <= end + 1);
});

test('a look that fails is tried again; a session that is gone is told once', async () => {
  let error: Error | null = new AgentBrowserError('timeout', 'Too slow.');
  const { session } = countingSession(() => error);
  let lost = 0;
  let errors = 0;
  const feed = new LiveFeed(session, { ...LISTENER, onLost: () => lost++, onError: () => errors++ });
  const viewer = new Recorder();
  feed.join(viewer);
  await viewer.until(() => errors > 0);
  error = null;
  await viewer.until(() => viewer.page !== null);
  error = new AgentBrowserError('engine_crashed', 'Gone.');
  while (lost === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(lost, 1);
  feed.end();
  assert.equal(viewer.kinds.at(-1), 'ended');
});
