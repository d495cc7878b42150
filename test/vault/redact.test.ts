import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { REDACTED, Redactor } from '../../src/vault/redact.ts';
import { decodings } from '../../src/vault/redact-decode.ts';
import { plainReading } from '../../src/vault/redact-views.ts';

const SECRET = 'Hunter2-Blue&Sky';

function redactor(...secrets: string[]): Redactor {
  const made = new Redactor();
  for (const secret of secrets) made.add(secret, 'kept');
  return made;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const base32 = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{1,5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]!);
const escaped = (text: string, each: (code: string) => string) =>
  [...text].map((letter) => each(letter.charCodeAt(0).toString(16))).join('');

/** Name, what a page shows, and a part of it that must not be left. */
const ECHOES: readonly (readonly [string, string])[] = [
  ['as it is', SECRET],
  ['in capitals', SECRET.toUpperCase()],
  ['in small letters', SECRET.toLowerCase()],
  ['URL-encoded', encodeURIComponent(SECRET)],
  ['URL-encoded to the last letter', escaped(SECRET, (code) => `%${code}`)],
  ['URL-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['in HTML', SECRET.replace('&', '&amp;')],
  ['in decimal references', [...SECRET].map((letter) => `&#${letter.charCodeAt(0)};`).join('')],
  ['in hexadecimal references', escaped(SECRET, (code) => `&#x${code};`)],
  ['in base64', base64(SECRET)],
  ['in base64 behind one letter', base64(`a${SECRET}!`)],
  ['in base64 behind two letters', base64(`ab${SECRET}`)],
  ['in base64 for URLs', Buffer.from(`alice:${SECRET}`).toString('base64url')],
  ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
  [
    'in hexadecimal with spaces',
    Buffer.from(SECRET)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  ],
  ['as escapes of a script', escaped(SECRET, (code) => `\\u${code.padStart(4, '0')}`)],
  ['with spaces between letters', [...SECRET].join(' ')],
  ['with joiners between letters', [...SECRET].join('\u200b')],
  ['with dashes between letters', [...SECRET].join('-')],
  ['backwards', [...SECRET].reverse().join('')],
  ['in wide letters', [...SECRET].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')],
  ['in Markdown', 'Hunter2**-_Blue_\\&**Sky'],
  ['in markup', [...SECRET].map((letter) => letter.replace('&', '&amp;')).join('</i><b class="x">')],
  ['in URL-encoding of scripts', escaped(SECRET, (code) => `%u00${code}`)],
  ['in references with zeros', escaped(SECRET, (code) => `&#x0000000${code};`)],
  ['as long escapes', escaped(SECRET, (code) => `\\U000000${code}`)],
  ['as escapes of escapes', escaped(SECRET, (code) => `\\\\u00${code}`)],
  ['as code points', escaped(SECRET, (code) => `U+00${code.toUpperCase()} `).trimEnd()],
  ['as escapes of a style sheet', escaped(SECRET, (code) => `\\0000${code}`)],
  ['as octal escapes', [...SECRET].map((letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')],
  ['in quoted-printable', escaped(SECRET, (code) => `=${code.toUpperCase()}`)],
  ['in quoted-printable of two lines', `${SECRET.slice(0, 7)}=\r\n${SECRET.slice(7)}`],
  ['as hexadecimal numbers', escaped(SECRET, (code) => `0x${code}, `).slice(0, -2)],
  ['as decimal numbers', [...SECRET].map((letter) => letter.charCodeAt(0)).join(', ')],
  ['as binary numbers', [...SECRET].map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0')).join(' ')],
  [
    'in letters that never show',
    [...SECRET].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join(''),
  ],
  ['in base32', base32(SECRET)],
  ['in base64 twice', base64(base64(SECRET))],
  ['in base64 of capitals', base64(SECRET.toUpperCase())],
  ['in base64 of small letters', base64(SECRET.toLowerCase())],
  ['in base64 backwards', base64([...SECRET].reverse().join(''))],
  ['in base64 of URL-encoding', base64(encodeURIComponent(SECRET))],
  ['in base64 of hexadecimal', base64(Buffer.from(SECRET).toString('hex'))],
  ['in base64 of two bytes a letter', Buffer.from(SECRET, 'utf16le').toString('base64')],
  ['in a token', Buffer.from(JSON.stringify({ sub: 7, p: SECRET })).toString('base64url')],
  ['in hexadecimal of two bytes a letter', Buffer.from(SECRET, 'utf16le').toString('hex')],
  ['in hexadecimal of URL-encoding', Buffer.from(encodeURIComponent(SECRET)).toString('hex')],
];

test('a list of numbers and markup that hold no secret stay', () => {
  const made = redactor(SECRET);
  for (const text of [
    '10, 20, 30, 40, 50, 60',
    '<p class="a">Blue<b>Sky</b></p>',
    'x=54&y=ab\\20',
    '0xff00ff 11110000',
  ])
    assert.equal(made.text(text), text);
});

test('what a page writes to make work costs a bounded number of readings', () => {
  const signs = '%41&#65;\\41 <b>65 66 67 68</b> 01000001 01000010 01000011 01000100 =41 \u{e0041} %2541 ';
  assert.ok(decodings(plainReading(signs.repeat(20))).length <= 16);
});

for (const [how, shown] of ECHOES) {
  test(`a secret is found ${how}`, () => {
    assert.equal(redactor(SECRET).text(`before ${shown}`), `before ${REDACTED}`);
  });
}

test('a secret that looks as if a part of it were encoded is found where it is', () => {
  for (const secret of ['one@two0x41three', 'one@two-0x', 'AU+0041&B2-x7z']) {
    for (const shown of [encodeURIComponent(secret), secret.replace('&', '&amp;'), `${encodeURIComponent(secret)}0B`]) {
      assert.ok(redactor(secret).text(shown).startsWith(REDACTED), shown);
    }
  }
});

test('a secret is found in JSON within JSON', () => {
  const shown = JSON.stringify(JSON.stringify({ password: SECRET }));
  assert.equal(redactor(SECRET).text(shown), JSON.stringify(JSON.stringify({ password: REDACTED })));
});

test('signs at the ends of a secret go with it', () => {
  assert.equal(redactor('!!Hunter2?').text('is !!Hunter2?'), `is ${REDACTED}`);
});

test('a secret that is split over elements is found', () => {
  const page = {
    url: 'https://site.example/',
    els: ['Hunt', 'er2-', 'Blue', '&Sky'].map((text, id) => ({ id, tag: 'b', text })),
  };
  const { els } = redactor(SECRET).value(page);
  assert.deepEqual(
    els.map(({ text }) => text),
    [REDACTED, REDACTED, REDACTED, REDACTED],
  );
});

test('a secret that begins as text and ends as a value is found', () => {
  const page = {
    els: [
      { id: 1, text: 'Hunter2-' },
      { id: 2, val: 'Blue&Sky' },
    ],
  };
  assert.deepEqual(redactor(SECRET).value(page), {
    els: [
      { id: 1, text: REDACTED },
      { id: 2, val: REDACTED },
    ],
  });
});

test('a secret in the name of a field is not told', () => {
  const redactor = new Redactor();
  assert.deepEqual(redactor.value({ 'Tr0ub4dor&3': 1 }), { 'Tr0ub4dor&3': 1 });
  redactor.add('Tr0ub4dor&3', 'kept');
  const value = { list: [{ 'x-Tr0ub4dor&3': { ok: 'fine' } }], name: 'Tr0ub4dor&3' };
  const clean = { list: [{ 'x-[redacted]': { ok: 'fine' } }], name: '[redacted]' };
  assert.deepEqual(redactor.value(value), clean);
  assert.deepEqual(redactor.value(value), clean);
});

test('addresses and titles are cleaned', () => {
  const page = { url: `https://site.example/?p=${encodeURIComponent(SECRET)}&next=1`, title: `${SECRET} - site` };
  assert.deepEqual(redactor(SECRET).value(page), {
    url: `https://site.example/?p=${REDACTED}&next=1`,
    title: `${REDACTED} - site`,
  });
});

test('the beginning of a secret goes where a text was cut in it, and only there', () => {
  const made = redactor('Password-of-1999');
  assert.equal(made.text('It is passwor…'), `It is ${REDACTED}…`);
  assert.equal(made.text(`p=%50assword-o...`), `p=${REDACTED}…`);
  assert.equal(made.text('Password'), 'Password');
});

test('a short secret counts as a whole word only', () => {
  assert.equal(redactor('admin').text('The administrator is Admin.'), `The administrator is ${REDACTED}.`);
});

test('a tiny secret counts as a whole string only', () => {
  assert.deepEqual(redactor('abc').value({ text: 'abcd abc', val: 'abc' }), { text: 'abcd abc', val: REDACTED });
});

test('a number that is a code is not told either', () => {
  const made = new Redactor();
  made.add('123456', 'code');
  assert.deepEqual(made.value({ value: 123456 }), { value: REDACTED });
});

test('digits of a code in fields of their own are found', () => {
  const made = new Redactor();
  made.add('918273', 'code');
  const page = { els: [...'918273'].map((val, id) => ({ id, val })) };
  assert.ok(made.value(page).els.every(({ val }) => val === REDACTED));
});

test('what holds no secret is given back as it is', () => {
  const page = { els: [{ id: 1, text: 'Hunter Blue Sky', b: [1, 2, 3, 4] }] };
  assert.equal(redactor(SECRET).value(page), page);
});

test('whatever stands around a secret, encoded or not, the secret is gone', () => {
  const encodings = [
    (text: string) => text,
    encodeURIComponent,
    base64,
    (text: string) => Buffer.from(text).toString('hex'),
  ];
  const words = fc.string({ minLength: 8, maxLength: 30 }).filter((text) => /^[\w!#$&*.;@^~-]{8,}$/.test(text));
  fc.assert(
    fc.property(words, fc.string(), fc.string(), fc.nat(encodings.length - 1), (secret, before, after, nth) => {
      const shown = encodings[nth]!(`${before}${secret}${after}`);
      const clean = redactor(secret).text(shown);
      assert.ok(!clean.includes(secret) && !clean.includes(encodings[nth]!(secret)), `${secret} in ${clean}`);
    }),
    { numRuns: 300 },
  );
});
