/**
 * Runs test pages in this project's engine: a session of its own for each page.
 *
 * Time in which a page only waits for its timers is passed over, so that a test that hangs costs about a second.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import { callerRequest } from '../../src/session/document-request.ts';
import { EventLog } from '../../src/session/events.ts';
import { createIsolateHost } from '../../src/session/isolate-host.ts';
import { Navigator } from '../../src/session/navigate.ts';
import { SessionState } from '../../src/session/session-state.ts';
import { servedParts } from './served-transport.ts';
import { type RunningPage, serveRunner } from './worker-messages.ts';

/**
 * How far a page's time goes in one step, hardly more than a frame, and how long a step takes where nothing is asked of
 * the network. While an answer is on its way, time is real: a page that gives it so many milliseconds has to mean them.
 */
const STEP_MS = 20;
const STEP_REAL_MS = 2;

/** Where WPT's own server serves, the checkout that it serves. */
const servedRoot = process.env['WPT_SERVED_ROOT'] ?? '';

const profile = { ...DEFAULT_PROFILE, viewport: [800, 600] as const };

// The first isolate of a process may have to make the snapshot: that is no page's time.
(await createIsolateHost({ profile, script: true })).dispose();

serveRunner(async (url, fail) => {
  const fetcher = new Fetcher(profile, servedRoot === '' ? {} : servedParts(servedRoot));
  const events = new EventLog();
  const createHost = () => createIsolateHost({ profile, script: true, clock: 'virtual', images: servedRoot !== '' });
  const navigator = new Navigator(createHost, fetcher, new SessionState(), events);
  const end = new AbortController();

  const work = async () => {
    await navigator.navigate(callerRequest(url), 'push', end.signal);
    while (!end.signal.aborted) {
      // A test whose page went somewhere else is over: nobody is left to report.
      if (events.after(0).filter(({ kind }) => kind === 'navigation').length > 1) fail('the page went somewhere else');
      await wait(STEP_REAL_MS);
      await navigator.advance(STEP_MS, end.signal);
    }
  };
  const done = work().catch((error: unknown) => {
    if (!end.signal.aborted) fail(String(error));
  });
  const close = async () => {
    end.abort();
    navigator.close();
    await done;
    await fetcher.close();
    if (process.env['WPT_EVENTS'])
      for (const { kind, message } of events.after(0)) console.error(`  ${kind}: ${message}`);
  };
  return { close } satisfies RunningPage;
});
