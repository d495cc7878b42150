/**
 * The engine process, as it starts: engine-serve.ts with all that it imports, as one script with its compiled code beside it.
 *
 * The package has the script; a source checkout makes it when its sources have changed.
 */
import { readFileSync } from 'node:fs';
import { runKeptScript } from './kept-script.ts';

const isSourceCheckout = import.meta.url.endsWith('.ts');
if (isSourceCheckout) {
  const { engineOfSources } = await import('./build-engine.ts');
  const { file, version, url } = await engineOfSources();
  runKeptScript(file, version, url);
} else {
  const beside = (name: string): URL => new URL(name, import.meta.url);
  runKeptScript(beside('./engine-script.js'), readFileSync(beside('./engine.version'), 'utf8'));
}
