import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstElementChild, nextElementSibling } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import type { ComputedStyle } from '../../src/style/computed-style.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';
import { appendChild, createElement, setAttribute } from '../mutable-tree.ts';
import { ENVIRONMENT } from './computed.ts';
import { COMPARED_PROPERTIES, styleText } from './style-text.ts';

/** What Chrome computes, where it differs from a '<span>': see record-ua-styles.ts. */
const RECORDED: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('ua-styles.json', import.meta.url), 'utf8'),
);

const SOURCES = {
  baseUrl: 'about:blank',
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl: () => null,
};

/** An element in an otherwise empty body; the parser would not put a cell there. */
function styleOf(tag: string): ComputedStyle {
  const document = parseDocument('<!doctype html><html><body></body></html>');
  const [, name, rest] = /^<([a-z0-9]+)(.*)>$/.exec(tag)!;
  const element = createElement(document, name!);
  for (const [, key, value] of rest!.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) setAttribute(element, key!, value ?? '');
  const head = firstElementChild(firstElementChild(document)!)!;
  appendChild(nextElementSibling(head)!, element);
  return createStyleResolver(document, SOURCES, ENVIRONMENT).styleOf(element);
}

function rounded(text: string): string {
  return text.replace(/\d*\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100));
}

const plain = styleOf('<span>');

for (const [tag, recorded] of Object.entries(RECORDED)) {
  test(`${tag} is styled as in Chrome`, () => {
    const style = styleOf(tag);
    const ours = COMPARED_PROPERTIES.map((name) => `${name}: ${styleText(style, name)}`);
    const chromes = COMPARED_PROPERTIES.map((name) => `${name}: ${rounded(recorded[name] ?? styleText(plain, name))}`);
    assert.deepEqual(ours, chromes);
  });
}
