/**
 * `node wasm/extract.ts`: takes Yoga's binary out of the npm package and checks that it is the one we measured.
 *
 * In:  the installed package, which carries the binary as base64 text in a script; wasm/manifest.json.
 * Out: wasm/yoga.wasm, which is not kept in the repository. Nothing is written when version or hash differ.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Manifest = z.object({
  package: z.string(),
  version: z.string(),
  source: z.string(),
  output: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});

/** How Emscripten writes a binary into its script. */
const EMBEDDED = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;

const here = dirname(fileURLToPath(import.meta.url));
const manifest = Manifest.parse(JSON.parse(readFileSync(join(here, 'manifest.json'), 'utf8')));
const folder = packageFolder(manifest.package);
const problem = check();
if (problem === null) {
  writeFileSync(join(here, manifest.output), binary());
  console.log(
    `wasm/${manifest.output}: ${manifest.bytes} bytes of ${manifest.package} ${manifest.version}, hash verified`,
  );
} else {
  console.error(problem);
  process.exitCode = 1;
}

/** What differs from the manifest, in words; `null` when nothing does. */
function check(): string | null {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (version !== manifest.version) {
    return `${manifest.package} ${version} is installed, the manifest is about ${manifest.version}. Run 'npm ci'.`;
  }
  const bytes = binary();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length === manifest.bytes && sha256 === manifest.sha256) return null;
  return `The binary has ${bytes.length} bytes and sha256 ${sha256}, the manifest says ${manifest.bytes} and ${manifest.sha256}.`;
}

function binary(): Buffer {
  const match = EMBEDDED.exec(readFileSync(join(folder, manifest.source), 'utf8'));
  return Buffer.from(match?.[1] ?? '', 'base64');
}

/** The package exports only its entry, which stands in dist/src. */
function packageFolder(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(name)), '..', '..');
}
