import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeInText, linkInMail, textOfMail } from '../../src/login/mail-text.ts';
import { anyText } from '../any-text.ts';

/** A text with a code, in the words of real mails. */
const TEXTS: readonly (readonly [string, string | null])[] = [
  ['Your verification code is 482913. Do not share it.', '482913'],
  ['Ihr Bestätigungscode lautet:\n\n  771 204\n\nEr gilt 10 Minuten.', '771204'],
  ['Order 20250117 was sent. Use code 5521 to sign in.', '5521'],
  ['G-338120 is your Google verification code.', null],
  ['338120 is your verification code.', '338120'],
  ['Sale! Save 20% until 31.12.2026. Call 555-0100.', null],
  ['Votre code de sécurité : 90 12', null],
  ['Su código de verificación es 604418', '604418'],
];

for (const [text, code] of TEXTS) {
  test(`the code in '${text.replaceAll('\n', ' ')}' is ${code}`, () => assert.equal(codeInText(text), code));
}

test('a mail with parts in base64 and quoted-printable is read', () => {
  const source = [
    'Subject: =?utf-8?B?SWhyIENvZGU=?=',
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Der Code ist 246810.').toString('base64'),
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<style>b { width: 123456px }</style><p>Der Code ist <b>24=',
    '6810</b>.</p>',
    '--b1--',
  ].join('\r\n');
  assert.equal(textOfMail(source).replace(/\s+/g, ' ').trim(), 'Ihr Code Der Code ist 246810. Der Code ist 246810.');
  assert.equal(codeInText(textOfMail(source)), '246810');
});

test('the link in a mail is the one that leads to the site', () => {
  const html =
    '<a href="https://a.example/?x=1">A</a> <a href="https://b.example/in?a=1&amp;t=9f">In</a> <img src="https://b.example/p">';
  const source = `Subject: Hi\r\nContent-Type: text/html\r\n\r\n${html}`;
  assert.equal(linkInMail(source, ['https://b.example']), 'https://b.example/in?a=1&t=9f');
  assert.equal(linkInMail(source, ['https://c.example']), null);
  assert.equal(
    linkInMail('Subject: Hi\r\n\r\nOpen https://b.example/in.', ['https://b.example']),
    'https://b.example/in',
  );
});

test('no mail, however broken, throws', () => {
  fc.assert(fc.property(anyText(), (source) => void codeInText(textOfMail(source))));
});
