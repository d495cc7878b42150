/** A worker in a process of its own, for tests that kill it. */

import { BrowserWorker } from '../../src/worker/worker.ts';
import { DEAD_AFTER_MS } from './redis.ts';

await BrowserWorker.start({ redis: process.argv[2]!, launch: { behaviour: 'instant' }, deadAfterMs: DEAD_AFTER_MS });
console.log('ready');
