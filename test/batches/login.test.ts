import { runBatch } from './batch.ts';

await runBatch('login');
