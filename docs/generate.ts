/**
 * `npm run docs`: writes the pages that are made from the code: api.md and web-apis.md.
 *
 * `npm run docs -- --check` compares instead, and fails when one is of another state, or when an example in any page is wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { wrongExamples } from './check-examples.ts';
import { apiText } from './generate-api.ts';
import { webApisText } from './generate-web-apis.ts';
import { resolvedTypes } from './resolve-types.ts';

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'api.md': () => apiText(resolvedTypes()),
  'web-apis.md': webApisText,
};

for (const [name, make] of Object.entries(PAGES)) {
  const file = new URL(name, import.meta.url);
  const text = await make();
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} is of another state: run 'npm run docs'.`);
    process.exitCode = 1;
  }
}

if (process.argv.includes('--check')) {
  for (const wrong of wrongExamples()) {
    console.error(wrong);
    process.exitCode = 1;
  }
}
