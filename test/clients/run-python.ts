/**
 * Python, for tests of the client that is written in it. Where there is no python3 they are skipped.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../clients/python/', import.meta.url));
const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
  encoding: 'utf8',
});

/** Options of a test that needs it. */
export const PYTHON = {
  skip:
    process.platform === 'win32'
      ? 'the Python client speaks Unix sockets'
      : (status !== 0 || stdout.trim() !== 'True') && 'python3 (3.9 or later) is not installed',
  timeout: 300_000,
};

/** Runs it in the folder of the client, to its end. */
export async function python(
  t: TestContext,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn('python3', args, { cwd: FOLDER, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } });
  t.after(() => child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const [code] = await once(child, 'close');
  return { code, out, err };
}
