import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKindOf, isAttachment, mimeTypeOf, parseMimeType, sniffType } from '../../src/net/mime.ts';

test('a content type gives its essence and charset', () => {
  assert.deepEqual(parseMimeType('Text/HTML; Charset="UTF-8"'), { essence: 'text/html', charset: 'UTF-8' });
  assert.deepEqual(parseMimeType('text/html;a=b;charset=x ;c'), { essence: 'text/html', charset: 'x' });
  assert.deepEqual(parseMimeType('nonsense'), { essence: '', charset: null });
  assert.deepEqual(parseMimeType(''), { essence: '', charset: null });
});

test('the last valid content type counts', () => {
  assert.equal(mimeTypeOf(new Map([['content-type', ['text/plain', 'text/html', 'x']]])).essence, 'text/html');
  assert.equal(mimeTypeOf(new Map()).essence, '');
});

test('kinds', () => {
  const kinds = ['text/html', 'text/css', 'application/problem+json', 'image/svg+xml', 'image/png', 'application/pdf'];
  assert.deepEqual(kinds.map(contentKindOf), ['html', 'text', 'text', 'text', 'image', 'pdf']);
});

test('an attachment is a download', () => {
  assert.equal(isAttachment(new Map([['content-disposition', ['attachment; filename=a']]])), true);
  assert.equal(isAttachment(new Map([['content-disposition', ['inline']]])), false);
});

test('a body without a type is known by its first bytes', () => {
  const sniffed = (text: string) => sniffType(Buffer.from(text, 'latin1'));
  assert.equal(sniffed(' \n<!DOCTYPE html>'), 'text/html');
  assert.equal(sniffed('<p>x'), 'text/html');
  assert.equal(sniffed('<page>x'), 'text/plain');
  assert.equal(sniffed('%PDF-1.7'), 'application/pdf');
  assert.equal(sniffed('\x89PNG\r\n\x1a\n...'), 'image/png');
  assert.equal(sniffed('hello'), 'text/plain');
  assert.equal(sniffed('a\x00b'), 'application/octet-stream');
  assert.equal(sniffed(''), 'text/plain');
});

test('where sniffing is off, a body without a type is nothing that can run scripts', () => {
  for (const text of ['<!DOCTYPE html>', '<?xml version="1.0"?>', '%PDF-1.7']) {
    assert.equal(sniffType(Buffer.from(text), '', false), 'text/plain');
  }
  assert.equal(sniffType(Buffer.from('GIF89a'), '', false), 'image/gif');
});
