import { keepIsolates } from '../page/open-page.ts';
import { runBatch } from './batch.ts';

keepIsolates();
await runBatch('page');
