import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAttachment } from '../../src/net/content-disposition.ts';
import { contentKindOf, mimeTypeOf, parseMimeType, sniffType } from '../../src/net/mime.ts';

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

test('images, sounds, films, fonts and archives without a type are known by their first bytes', () => {
  for (const [start, essence] of [
    ['BM......', 'image/bmp'],
    ['\0\0\x01\0', 'image/x-icon'],
    ['GIF87a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['RIFF....WAVE', 'audio/wave'],
    ['RIFF....AVI ', 'video/avi'],
    ['FORM....AIFF', 'audio/aiff'],
    ['ID3\x03', 'audio/mpeg'],
    ['OggS\0', 'application/ogg'],
    ['MThd\0\0\0\x06', 'audio/midi'],
    ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ['\x1aE\xdf\xa3', 'video/webm'],
    ['PK\x03\x04', 'application/zip'],
    ['Rar!\x1a\x07\0', 'application/x-rar-compressed'],
    ['\x1f\x8b\x08', 'application/gzip'],
    ['%!PS-Adobe-3.0', 'application/postscript'],
  ] as const) {
    assert.equal(sniffType(Buffer.from(start, 'latin1')), essence);
  }
});

test('where sniffing is off, a body without a type is nothing that can run scripts', () => {
  for (const text of ['<!DOCTYPE html>', '<?xml version="1.0"?>', '%PDF-1.7']) {
    assert.equal(sniffType(Buffer.from(text), '', false), 'text/plain');
  }
  assert.equal(sniffType(Buffer.from('GIF89a'), '', false), 'image/gif');
});
