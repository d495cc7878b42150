/**
 * What forms send: files, encodings of old pages, other windows. The bytes are Chrome's.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { clickAction, uploadAction } from '../../src/session/actions.ts';
import type { Answer } from '../site.ts';
import { openReal } from './real-session.ts';

/** A page that keeps what was posted to it, byte by byte. */
function keeper(sent: string[]): Answer {
  return async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString('latin1')}`);
    response.setHeader('Content-Type', 'text/html').end('<p>Thank you</p>');
  };
}

test('a form with a file sends what is in it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.bin'), Buffer.from([0, 255, 10, 128]));
  const sent: string[] = [];
  const page = await openReal(t, {
    '/': `<form method="post" enctype="multipart/form-data" action="/to"><input type="file" name="f" aria-label="File">
      <input type="file" name="none"><input name="t" value="ü"><button>Send</button></form>`,
    '/to': keeper(sent),
  });
  await page.act(await uploadAction(page.id('File'), [join(folder, 'a.bin')]));
  await page.act(clickAction(page.id('Send')));
  const boundary = /------WebKitFormBoundary\w+/.exec(sent[0]!)![0];
  assert.deepEqual(
    sent[0]!.split(`${boundary}`).map((part) => part.replaceAll('\r\n', '|')),
    [
      'POST /to ',
      '|Content-Disposition: form-data; name="f"; filename="a.bin"|Content-Type: application/octet-stream||\0\xff\n\x80|',
      '|Content-Disposition: form-data; name="none"; filename=""|Content-Type: application/octet-stream|||',
      '|Content-Disposition: form-data; name="t"||\xc3\xbc|',
      '--|',
    ],
  );
});

test('forms of old pages are sent in their encoding, and what it lacks as a reference', async (t) => {
  const sent: string[] = [];
  const form = ([charset, attributes, value]: readonly [
    string,
    string,
    string,
  ]) => `<form ${attributes} accept-charset="${charset}">
    <input type="hidden" name="_charset_"><input name="v" value="${value}"><button>${charset} ${attributes}</button></form>`;
  const cases = [
    ['gbk', 'action="/to"', '中 €𠮷'],
    ['big5', 'action="/to"', '中§'],
    ['shift_jis', 'action="/to"', '日本ｱ¥'],
    ['euc-jp', 'action="/to"', '日本ｱ'],
    ['iso-2022-jp', 'action="/to"', 'a日ｱb'],
    ['euc-kr', 'action="/to"', '한'],
    ['windows-1251', 'action="/to"', 'Ж中'],
    ['gb18030', 'action="/to"', '中𠮷'],
    ['none windows-1252', 'action="/to" method="post" enctype="text/plain"', 'é'],
  ] as const;
  const page = await openReal(t, { '/': cases.map(form).join(''), '/to': keeper(sent) });
  for (const [charset, attributes] of cases) {
    await page.session.goto(`${page.origin}/`, 20_000);
    page.page = await page.state();
    const found = page.page.els.find(({ text, name }) => (text ?? name) === `${charset} ${attributes}`)!;
    await page.act(clickAction(found.id));
  }
  assert.deepEqual(
    sent.map((line) => line.replace(/^\w+ \/to\??/, '').trim()),
    [
      '_charset_=GBK&v=%D6%D0+%80%26%23134071%3B',
      '_charset_=Big5&v=%A4%A4%A1%B1',
      '_charset_=Shift_JIS&v=%93%FA%96%7B%B1%5C',
      '_charset_=EUC-JP&v=%C6%FC%CB%DC%8E%B1',
      '_charset_=ISO-2022-JP&v=a%1B%24BF%7C%25%22%1B%28Bb',
      '_charset_=EUC-KR&v=%C7%D1',
      '_charset_=windows-1251&v=%C6%26%2320013%3B',
      '_charset_=gb18030&v=%D6%D0%954%B25',
      '_charset_=windows-1252\r\nv=\xe9',
    ],
  );
});

test('queries in the markup of an old page are written in its encoding, requests of its scripts are not', async (t) => {
  const bytes = Buffer.from('<a href="/a?q=\xd6\xd0&x=\'#\xd6\xd0">Link</a>', 'latin1');
  const page = await openReal(t, { '/': { type: 'text/html; charset=gbk', body: bytes } });
  assert.equal(
    await page.evaluate('document.links[0].href.split("/").at(-1) + " " + new URL("?中", location).search'),
    'a?q=%D6%D0&x=%27#%E4%B8%AD ?%E4%B8%AD',
  );
});

test('a form that is posted to another window opens it with what was posted', async (t) => {
  const sent: string[] = [];
  const page = await openReal(t, {
    '/': '<form method="post" target="_blank" action="/to"><input name="a" value="1"><button>Send</button></form>',
    '/to': keeper(sent),
  });
  const result = await page.act(clickAction(page.id('Send')));
  assert.equal('tab' in result && result.tab, 2);
  assert.deepEqual(sent, ['POST /to a=1']);
});
