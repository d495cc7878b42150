/** A worker in a process of its own, for tests that kill it. */
import { BrowserWorker } from '../../src/worker/worker.ts';

await BrowserWorker.start({ redis: process.argv[2]!, launch: { behaviour: 'instant' } });
console.log('ready');
