/**
 * Cookies as browsers have them: what a server sets, and what comes back to the same address. The themes are those of
 * WPT's cookies folder.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../src/limits.ts';
import { type CookieContext, CookieJar } from '../../src/net/cookie-jar.ts';

const here = new URL('https://www.shop.test/cart/items/list.html');
const insecure = new URL('http://www.shop.test/cart/items/list.html');
const asked: CookieContext = { from: here, isNavigation: false, method: 'GET' };

/** What a request to the same address sends after these headers. */
function back(headers: string | readonly string[], url = here): string {
  const jar = new CookieJar();
  for (const header of typeof headers === 'string' ? [headers] : headers) jar.set(header, url, 'http');
  return jar.header(url, { ...asked, from: url });
}

/** What a script reads after it wrote these. */
function written(texts: string | readonly string[], url = here): string {
  const jar = new CookieJar();
  for (const text of typeof texts === 'string' ? [texts] : texts) jar.set(text, url, 'script');
  return jar.forScript(url);
}

const long = (char: string, count: number) => char.repeat(count);

for (const [theme, cases] of Object.entries({
  name: [
    ['a=; path = /', 'a='],
    ['=a=1', 'a=1'],
    ['===a=1', '==a=1'],
    ['a =1', 'a=1'],
    ['\t a=1', 'a=1'],
    ['a b=1', 'a b=1'],
    ['a;b=1', 'a'],
    ['$Version=1; a=1', '$Version=1'],
    ['"a;b"=1', '"a'],
    ['%61=1', '%61=1'],
    [['=a', 'b'], 'b'],
    [['a', 'x=1', '=b'], 'b; x=1'],
    [['z=1', 'a=1'], 'z=1; a=1'],
    [['a=1', 'b=1', 'a=2'], 'a=2; b=1'],
    ['z=1, a=2', 'z=1, a=2'],
    ['=', ''],
    ['', ''],
    [';', ''],
    [['a', '; b'], 'a'],
  ],
  value: [
    ['a=1, b=2', 'a=1, b=2'],
    ['a="1, b=2"', 'a="1, b=2"'],
    ['a="1;2" ; ;', 'a="1'],
    ['a="1 "   "2"  ;', 'a="1 "   "2"'],
    ['a="  1 "', 'a="  1 "'],
    ['a==', 'a=='],
    ['a=%31', 'a=%31'],
    ['a\t=\t1\t \t;\tb', 'a=1'],
    ['a=\u00a01', 'a=\u00c2\u00a01'],
  ],
  size: [
    [`a=${long('b', 4095)}`, `a=${long('b', 4095)}`],
    [`a=${long('b', 4096)}`, ''],
    [`${long('a', 4096)}=`, `${long('a', 4096)}=`],
    [`${long('a', 4096)}=1`, ''],
    [long('a', 4096), long('a', 4096)],
    [long('a', 4097), ''],
    [`a=1; path=/cart; path=/${long('x', 1024)}`, 'a=1'],
    [`a=1; path=/${long('x', 1023)}`, ''],
    [`a=1; domain=${long('x', 1021)}.com`, 'a=1'],
    [`a=1; max-age=${long('1', 1024)}`, 'a=1'],
    [`a=1; max-age=-${long('1', 1023)}`, ''],
    [`a=1; max-age=-${long('1', 1024)}`, 'a=1'],
  ],
  path: [
    ['a=1; Path', 'a=1'],
    ['a=1; Path=', 'a=1'],
    ['a=1; Path=cart', 'a=1'],
    ['a=1; Path=/', 'a=1'],
    ['a=1; Path=/cart', 'a=1'],
    ['a=1; Path=/cart/', 'a=1'],
    ['a=1; Path=/cart/items/list.html', 'a=1'],
    ['a=1; Path=/car', ''],
    ['a=1; Path=/CART', ''],
    ['a=1; Path=/cart/items/list.html/', ''],
    ['a=1; Path=/other; Path=/', 'a=1'],
    ['a=1; Path=/; Path=/other', ''],
    ['a=1; Path=/other; Path=', 'a=1'],
    ['a=1; \tpath\t=\t/cart', 'a=1'],
    [['a=1; path=/', 'b=2; path=/cart/items'], 'b=2; a=1'],
    [['a=1; path=/cart/items', 'b=2; path=/'], 'a=1; b=2'],
  ],
  domain: [
    ['a=1; Domain=', 'a=1'],
    ['a=1; Domain=www.shop.test', 'a=1'],
    ['a=1; Domain=.www.shop.test', 'a=1'],
    ['a=1; Domain=WWW.Shop.Test', 'a=1'],
    ['a=1; Domain=shop.test', 'a=1'],
    ['a=1; Domain=.shop.test', 'a=1'],
    ['a=1; Domain=other.test; Domain=shop.test', 'a=1'],
    ['a=1; Domain=shop.test; Domain=other.test', ''],
    ['a=1; Domain=shop.test; Domain=', 'a=1'],
    ['a=1; Domain=test', ''],
    ['a=1; Domain=www.other.test', ''],
    ['a=1; Domain=deep.www.shop.test', ''],
    ['a=1; Domain=op.test', ''],
    ['a=1; Domain=shöp.test', ''],
    ['a=1; Domain="shop.test"', ''],
  ],
  expiry: [
    ['a=1; Max-Age=50,399', 'a=1'],
    ['a=1; max-age=10000', 'a=1'],
    ['a=1; max-age=0', ''],
    ['a=1; max-age=-1', ''],
    ['a=1; max-age=', 'a=1'],
    [['a=1', 'a=; max-age=0'], ''],
    ['a=1; Expires=Fri, 01 Jan 2038 00:00:00 GMT', 'a=1'],
    ['a=1; Expires=Fri 01 Jan 2038 00:00:00 GMT, b=2', 'a=1'],
    ['a=1; expires=Thu, 10 Apr 1980 16:33:12 GMT', ''],
    ['a=1; expires=Thu, 10 Apr 1980 16:33:12 GMT; expires=Fri, 01 Jan 2038 00:00:00 GMT', 'a=1'],
    ['a=1; expires=never', 'a=1'],
    ['a=1; expires=Thu, 10 Apr 1980 16:33:12 GMT; max-age=60', 'a=1'],
  ],
  'other attributes': [
    ['a=1; nothing; Path=/', 'a=1'],
    ["a=1; Path=/; 'nothing'", 'a=1'],
    ['a=1; b="c;d"; Path=/', 'a=1'],
    ['  a=== 1  ;b;;;   c', 'a=== 1'],
    ['a=1; version=1;', 'a=1'],
    [['a=1', '   '], 'a=1'],
    [['a=1', '\t'], 'a=1'],
  ],
} as const)) {
  for (const [set, expected] of cases) {
    const name = JSON.stringify(set);
    const short = name.length > 80 ? `${name.slice(0, 60)}… of ${name.length}` : name;
    test(`${theme}: ${short} comes back as it does in browsers`, () => {
      // Header bytes: what stands here as text goes over the wire as UTF-8.
      const wire = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
      const headers = typeof set === 'string' ? wire(set) : set.map(wire);
      assert.equal(back(headers), expected);
    });
  }
}

for (const [params, secureHttp, secureScript] of [
  ['__Secure-a=1; Path=/', '', ''],
  ['__Secure-a=1; Path=/; Secure', '__Secure-a=1', '__Secure-a=1'],
  ['__SeCuRe-a=1; Path=/', '', ''],
  ['__Host-a=1; Path=/; Secure', '__Host-a=1', '__Host-a=1'],
  ['__Host-a=1; Path=/cart; Secure', '', ''],
  ['__Host-a=1; Secure', '', ''],
  ['__Host-a=1; Path=/; Secure; Domain=www.shop.test', '', ''],
  ['__hOsT-a=1; Path=/', '', ''],
  ['__Http-a=1; Path=/; Secure', '', ''],
  ['__Http-a=1; Path=/; Secure; HttpOnly', '__Http-a=1', ''],
  ['__Http-a=1; Path=/cart; Secure; HttpOnly', '__Http-a=1', ''],
  ['__Host-Http-a=1; Path=/; Secure', '', ''],
  ['__Host-Http-a=1; Path=/; Secure; HttpOnly', '__Host-Http-a=1', ''],
  ['__Host-Http-a=1; Path=/cart; Secure; HttpOnly', '', ''],
  ['=__Secure-a=1; Secure', '', ''],
  ['__Host-a', '', ''],
] as const) {
  test(`prefix: ${params}`, () => {
    assert.equal(back(params), secureHttp, 'from a server');
    assert.equal(written(params), secureScript, 'from a script');
    assert.equal(back(params, insecure), '', 'over an insecure connection');
  });
}

test('control characters make a cookie invalid, a tab does not', () => {
  for (let code = 0; code < 0x20; code++) {
    const char = String.fromCharCode(code);
    const expected = code === 9 ? `a=1${char}2` : '';
    assert.equal(written(`a=1${char}2`), expected, `value with ${code}`);
    assert.equal(written(`a${char}b=1`), code === 9 ? `a${char}b=1` : '', `name with ${code}`);
    assert.equal(written(`a=1; path=/${char}`), code === 9 ? 'a=1' : '', `attribute with ${code}`);
  }
  assert.equal(written('a=1\x7f'), '');
});

test('cookies in other alphabets go out as the bytes that came in, and scripts read them', () => {
  const wire = Buffer.from('тест=春节', 'utf8').toString('latin1');
  const jar = new CookieJar();
  jar.set(wire, here, 'http');
  assert.equal(jar.header(here, asked), wire);
  assert.equal(jar.forScript(here), 'тест=春节');
});

test('what a script writes in another alphabet can be sent', () => {
  const jar = new CookieJar();
  jar.set('a=春', here, 'script');
  assert.equal(jar.header(here, asked), 'a=\u00e6\u0098\u00a5');
});

test('a secure cookie is not set over an insecure connection, and not covered by one', () => {
  assert.equal(back('a=1; Secure', insecure), '');
  const jar = new CookieJar();
  jar.set('a=secure; Secure; Path=/', here, 'http');
  jar.set('a=2; Path=/', insecure, 'http');
  jar.set('a=2; Path=/cart', insecure, 'script');
  assert.equal(jar.header(here, asked), 'a=secure');
});

test('SameSite=None needs Secure, and an unknown value counts as none given', () => {
  assert.equal(back('a=1; SameSite=None'), '');
  assert.equal(back('a=1; SameSite=None; Secure'), 'a=1');
  assert.equal(back('a=1; SameSite=Sometimes'), 'a=1');
});

test('the same name over another scheme is cross-site, as browsers have it now', () => {
  const jar = new CookieJar();
  jar.set('s=1; SameSite=Strict; Path=/', insecure, 'http');
  assert.equal(jar.header(insecure, { from: here, isNavigation: false, method: 'GET' }), '');
  assert.equal(jar.header(insecure, { from: insecure, isNavigation: false, method: 'GET' }), 's=1');
});

test('a web socket gets the cookies of the corresponding page', () => {
  const jar = new CookieJar();
  jar.set('a=1; Secure; SameSite=Strict; Path=/', here, 'http');
  assert.equal(jar.header(new URL('wss://www.shop.test/'), asked), 'a=1');
  assert.equal(jar.header(new URL('ws://www.shop.test/'), { ...asked, from: insecure }), '');
});

const elsewhere: CookieContext = { from: new URL('https://blog.test/'), isNavigation: false, method: 'GET' };
const widget = new URL('https://widget.test/');

test('a partitioned cookie shows only inside pages of the site where it was set', () => {
  const jar = new CookieJar();
  jar.set('p=1; Secure; SameSite=None; Path=/; Partitioned', widget, 'http', elsewhere);
  assert.equal(jar.header(widget, elsewhere), 'p=1');
  assert.equal(jar.header(widget, { ...elsewhere, from: new URL('https://www.blog.test/x') }), 'p=1');
  assert.equal(jar.header(widget, { ...elsewhere, from: here }), '');
  assert.equal(jar.header(widget, { ...elsewhere, isNavigation: true }), '');
});

test('a partitioned cookie is secure, and stands beside one of the same name', () => {
  assert.equal(back('p=1; Partitioned'), '');
  const jar = new CookieJar();
  jar.set('p=all; Secure; SameSite=None; Path=/', widget, 'http', elsewhere);
  jar.set('p=here; Secure; SameSite=None; Path=/; Partitioned', widget, 'http', elsewhere);
  assert.equal(jar.header(widget, elsewhere), 'p=all; p=here');
  assert.equal(jar.header(widget, { ...elsewhere, from: here }), 'p=all');
});

test('without third-party cookies, other sites have partitioned ones only', () => {
  const jar = new CookieJar('block');
  jar.set('a=1; Secure; SameSite=None; Path=/', widget, 'http', elsewhere);
  jar.set('p=1; Secure; SameSite=None; Path=/; Partitioned', widget, 'http', elsewhere);
  assert.equal(jar.header(widget, elsewhere), 'p=1');
  jar.set('a=1; Secure; SameSite=None; Path=/', widget, 'http');
  assert.equal(jar.header(widget, elsewhere), 'p=1');
  assert.equal(jar.header(widget, { ...elsewhere, isNavigation: true }), 'a=1');
});

test('a cookie lives for 400 days at most', () => {
  const jar = new CookieJar();
  jar.set('a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT', here, 'http');
  const [cookie] = jar.all();
  assert.ok(cookie?.expires != null && cookie.expires <= Date.now() + LIMITS.cookieMaxAgeMs);
});
