/**
 * What servers and pages send may be as long as the limits let it: reading it must not take longer than its length.
 * There are no clocks here. A reader that goes over the same text again and again does not come to an end.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from '../../src/net/content-disposition.ts';
import { CookieJar } from '../../src/net/cookie-jar.ts';
import { redactedBody } from '../../src/net/har-redact.ts';
import { parseMimeType } from '../../src/net/mime.ts';
import { PreloadScanner, preloadsOfHeader } from '../../src/net/preload-scan.ts';
import { parseRobots } from '../../src/net/robots.ts';
import { safeName } from '../../src/session/download-folder.ts';

const COUNT = 200_000;
const RUNS = [
  ' ',
  '\t',
  '.',
  '<',
  '>',
  '"',
  "'",
  ';',
  '=',
  '; a="',
  '<a ',
  '</',
  '%',
  '\\',
  ':',
  '#',
  '/',
  '\r\n',
  'name="a"\r\n',
];

for (const run of RUNS) {
  const text = `a${run.repeat(COUNT)}b`;
  test(`${JSON.stringify(run)}, very often`, () => {
    const url = new URL('https://a.test/');
    new CookieJar().set(`a=1; ${text}=${text}; path=${text}`, url, 'http');
    new CookieJar().set(`${text}=1`, url, 'script');
    new PreloadScanner(true).scan(`<a ${text}><script src="${text}">${text}`);
    preloadsOfHeader(`<${text}>; rel=${text}`, true);
    preloadsOfHeader(text, true);
    parseRobots(`user-agent: *\ndisallow: ${text}\n${text}`, 'x');
    parseMimeType(`text/html; ${text}; charset=${text}`);
    fileNameOf(new Map([['content-disposition', [`attachment; ${text}; filename="${text}"; filename*=${text}`]]]), url);
    redactedBody(text, 'multipart/form-data; boundary=x');
    redactedBody(`{"${text}": "${text}`, 'application/json');
    redactedBody(text, 'application/x-www-form-urlencoded');
    assert.ok(safeName(text, 'text/plain').length < 400);
  });
}
