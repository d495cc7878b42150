/**
 * The files of the live view.
 *
 * An installed package has its script beside this file. A source checkout bundles it when it is first asked for.
 *
 * Secure: the policy lets the page run its own script and speak to its own server, and nothing else.
 */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const ASSETS: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'live.html', type: 'text/html; charset=utf-8' },
  '/live.css': { file: 'live.css', type: 'text/css; charset=utf-8' },
  '/live.js': { file: 'live.js', type: 'text/javascript; charset=utf-8' },
  '/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
};

/** False when there is no such file. */
export async function sendAsset(pathname: string, response: ServerResponse): Promise<boolean> {
  const asset = Object.hasOwn(ASSETS, pathname) ? ASSETS[pathname] : undefined;
  if (asset === undefined) return false;
  const bytes = await readAsset(asset.file);
  response.writeHead(200, {
    'content-type': asset.type,
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
  response.end(bytes);
  return true;
}

async function readAsset(file: string): Promise<string> {
  try {
    return await readFile(new URL(`./page/${file}`, import.meta.url), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || file !== 'live.js') throw error;
  }
  const { bundlePage } = await import('./build-page.ts');
  return bundlePage();
}
