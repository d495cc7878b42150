import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import { CALLER } from '../../src/net/policy.ts';
import { DownloadFolder, safeName } from '../../src/session/download-folder.ts';
import { type Loaded, type LoadedDocument, loadDocument } from '../../src/session/load-document.ts';
import { anyText } from '../any-text.ts';
import { type Answer, site } from '../site.ts';

async function load(t: TestContext, answer: Answer, downloads: DownloadFolder | null = null): Promise<Loaded> {
  const { origin } = await site(t, { '/files/thing': answer });
  const net = new Fetcher(DEFAULT_PROFILE);
  t.after(() => net.close());
  const url = new URL(`${origin}/files/thing`);
  return loadDocument(net, { url, initiator: CALLER }, AbortSignal.timeout(20_000), { downloads });
}

async function page(t: TestContext, answer: Answer): Promise<LoadedDocument> {
  const loaded = await load(t, answer);
  assert.ok(!('kind' in loaded));
  return loaded;
}

/** A PDF with one line of text for each page, and nothing that it could do without. */
function pdf(...pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [at, lines] of pages.entries()) {
    const text = lines.map((line, row) => `1 0 0 1 72 ${720 - row * 14} Tm (${line}) Tj`).join(' ');
    const stream = `BT /F1 12 Tf ${text} ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792]';
    add(`<< /Type /Page /Parent 2 0 R ${resources} /Contents ${5 + at * 2} 0 R >>`);
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

test('a PDF is a page with its text, page by page', async (t) => {
  const body = pdf(['First line', 'and the second'], ['Last page']);
  const { html, contentType } = await page(t, { type: 'application/pdf', body });
  assert.equal(contentType, 'text/html');
  assert.match(html, /<h2>Page 1<\/h2>\s*<p>First line<br>and the second<\/p>/);
  assert.match(html, /<h2>Page 2<\/h2>\s*<p>Last page<\/p>/);
});

test('what a PDF says is text, never markup', async (t) => {
  const { html } = await page(t, { type: 'application/pdf', body: pdf(['<script>alert\\(1\\)</script>']) });
  assert.ok(html.includes('&lt;script>alert(1)'));
});

test('a PDF without a type is recognised, and a broken one says so', async (t) => {
  const { html } = await page(t, (_request, response) => void response.end(pdf(['Hello'])));
  assert.match(html, /Hello/);
  const broken = load(t, { type: 'application/pdf', body: '%PDF-1.4 and then nothing' });
  await assert.rejects(broken, { code: 'unsupported_content' });
});

const PIXEL = Buffer.from('R0lGODlhAgADAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAMAAAIChF8AOw==', 'base64');

test('an image is a page with one image, in its size', async (t) => {
  const { html, contentType } = await page(t, { type: 'image/gif', body: PIXEL });
  assert.equal(contentType, 'image/gif');
  assert.match(html, /<img src="http:[^"]*\/files\/thing" alt="thing" width="2" height="3"/);
  assert.match(html, /<title>thing \(2×3\)<\/title>/);
});

test('JSON, plain text and XML are shown as their text', async (t) => {
  for (const [type, body] of [
    ['application/json', '{"a": "<b>"}'],
    ['text/plain', '<b>'],
    ['application/xml', '<feed><b/></feed>'],
    ['application/vnd.api+json', '{}'],
  ] as const) {
    const { html } = await page(t, { type, body });
    assert.ok(html.includes(body.replaceAll('<', '&lt;')), type);
  }
});

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

const attachment =
  (disposition: string, body = 'a,b\n1,2\n'): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': disposition }).end(body);
  };

test('an error without a page is a page that says so', async (t) => {
  const { html, status } = await page(t, (_request, response) => {
    response.writeHead(503, 'Out & <about>', { 'content-type': 'text/html' }).end();
  });
  assert.equal(status, 503);
  assert.match(html, /<h1>HTTP ERROR 503 Out &amp; &lt;about>/);
});

test('an empty page without an error is empty', async (t) => {
  const { html } = await page(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end();
  });
  assert.equal(html, '');
});

test('a file is saved under its name, with its type and size', async (t) => {
  const path = await folder(t);
  const loaded = await load(t, attachment('attachment; filename="table.csv"'), new DownloadFolder(path));
  assert.ok('kind' in loaded && loaded.kind === 'download');
  const { name, type, bytes } = loaded;
  assert.deepEqual({ name, type, bytes }, { name: 'table.csv', type: 'text/csv', bytes: 8 });
  assert.equal(await readFile(join(path, 'table.csv'), 'utf8'), 'a,b\n1,2\n');
});

test('a file never replaces another', async (t) => {
  const path = await folder(t);
  const downloads = new DownloadFolder(path);
  for (const body of ['1', '2', '3']) await load(t, attachment('attachment; filename=a.csv', body), downloads);
  assert.deepEqual((await readdir(path)).sort(), ['a (1).csv', 'a (2).csv', 'a.csv']);
  assert.equal(await readFile(join(path, 'a.csv'), 'utf8'), '1');
  assert.equal(downloads.saved.length, 3);
});

test('a name from a server cannot leave the folder', async (t) => {
  const path = await folder(t);
  for (const name of ['../../evil.txt', '..\\\\evil.txt', '/etc/evil.txt', "utf-8''..%2F..%2Fevil.txt"]) {
    const field = name.startsWith('utf-8') ? `filename*=${name}` : `filename="${name}"`;
    const loaded = await load(t, attachment(`attachment; ${field}`), new DownloadFolder(path));
    assert.ok(
      'kind' in loaded && loaded.kind === 'download' && loaded.path.startsWith(join(path, 'evil')),
      JSON.stringify(loaded),
    );
  }
});

test('names are as people wrote them', async (t) => {
  const path = await folder(t);
  const downloads = new DownloadFolder(path);
  const named = async (disposition: string) => {
    const loaded = await load(t, attachment(disposition), downloads);
    return 'kind' in loaded && loaded.kind === 'download' ? loaded.name : '';
  };
  assert.equal(await named("attachment; filename=x.csv; filename*=UTF-8''%e2%82%ac%20rates.csv"), '€ rates.csv');
  assert.equal(await named('attachment'), 'thing.csv');
  assert.equal(await named('attachment; filename="a \\"b\\".csv"'), 'a _b_.csv');
  assert.equal(await named('attachment; filename=""'), 'thing (1).csv');
  assert.equal(await named("attachment; filename*=klingon''x.csv; filename=known.csv"), 'known.csv');
  assert.equal(await named("attachment; filename*=shift_jis''%93%FA.csv"), '日.csv');
});

test('any name becomes one that is only a name', () => {
  fc.assert(
    fc.property(anyText(), (suggested) => {
      const name = safeName(suggested, 'text/plain');
      assert.ok(name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name) && name.length <= 130, name);
    }),
  );
});

test('a file that says that it is too large is not waited for', async (t) => {
  const path = await folder(t);
  const answer: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': 1000 }).write('x');
  };
  await assert.rejects(load(t, answer, new DownloadFolder(path, 999)), { code: 'response_too_large' });
});

test('a file that is too large is not kept', async (t) => {
  const path = await folder(t);
  const saving = load(t, attachment('attachment', 'x'.repeat(1000)), new DownloadFolder(path, 999));
  await assert.rejects(saving, { code: 'response_too_large' });
  assert.deepEqual(await readdir(path), []);
});

test('without a folder a file is an error that says what it is', async (t) => {
  await assert.rejects(load(t, { type: 'application/zip', body: 'PK' }), (error: Error) => {
    assert.match(error.message, /application\/zip, 2 B/);
    return true;
  });
});
