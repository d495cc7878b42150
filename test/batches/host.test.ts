import { runBatch } from './batch.ts';

await runBatch('host');
