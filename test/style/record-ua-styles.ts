/**
 * Records what Chrome computes for every HTML element, into ua-styles.json beside this file.
 *
 *     node test/style/record-ua-styles.ts /usr/bin/chromium
 *
 * Each element stands alone in a body that is not displayed, so that sizes are computed, not used values. Only what
 * differs from a '<span>' is kept.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { COMPARED_PROPERTIES } from './style-text.ts';

const TAGS =
  'a abbr acronym address area article aside audio b base bdi bdo big blockquote br button canvas caption center cite ' +
  'code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font ' +
  'footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li link listing main map ' +
  'mark marquee menu meta meter nav nobr noembed noframes object ol optgroup option output p param picture plaintext ' +
  'pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub ' +
  'summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul unknown var video wbr xmp';
const INPUT_TYPES =
  'text button checkbox color date datetime-local email file hidden image month number password radio range reset ' +
  'search submit tel time url week';

/** Elements whose attributes matter, as start tags. */
const WITH_ATTRIBUTES = [
  '<a href="#">',
  '<audio controls>',
  '<details open>',
  '<dialog open>',
  '<select multiple>',
  '<select size="4">',
  '<abbr title="x">',
  '<div hidden>',
  '<div hidden="until-found">',
  '<div popover>',
  '<div inert>',
  '<div dir="rtl">',
  '<div dir="auto">',
  '<bdo dir="rtl">',
  '<input disabled>',
  '<button disabled>',
  '<textarea disabled>',
  '<img width="10" height="20" hspace="4" border="2" align="left">',
  '<iframe frameborder="0" width="100" height="50%">',
  '<table border="1" cellspacing="5" width="50%" align="center">',
  '<td align="right" valign="top" bgcolor="#ff0000" nowrap width="30" height="40">',
  '<tr align="center" valign="bottom" height="33">',
  '<hr size="5" width="50%" align="left">',
  '<hr noshade>',
  '<font size="5" color="red" face="Arial">',
  '<ol type="a">',
  '<br clear="all">',
  '<textarea wrap="off">',
  '<caption align="bottom">',
  '<legend align="center">',
  '<marquee width="100" bgcolor="blue">',
];

const tags = [
  ...TAGS.split(' ').map((name) => `<${name}>`),
  ...INPUT_TYPES.split(' ').map((type) => `<input type="${type}">`),
  ...WITH_ATTRIBUTES,
];

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
await page.setContent('<!doctype html><html><body></body></html>');
const recorded = await page.evaluate(
  ([all, properties]) => {
    // Runs in Chrome, where there is a document.
    interface Element {
      style: { display: string };
      setAttribute(name: string, value: string): void;
      append(child: Element): void;
      remove(): void;
    }
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { body: Element; createElement(name: string): Element };
      getComputedStyle: (element: Element) => { getPropertyValue(name: string): string };
    };
    document.body.style.display = 'none';
    const styleOf = (tag: string): string[] => {
      const [, name, rest] = /^<([a-z0-9]+)(.*)>$/.exec(tag)!;
      const element = document.createElement(name!);
      for (const [, key, value] of rest!.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) element.setAttribute(key!, value ?? '');
      document.body.append(element);
      const style = getComputedStyle(element);
      const values = properties!.map((property) => style.getPropertyValue(property));
      element.remove();
      return values;
    };
    const plain = styleOf('<span>');
    return all!.map((tag): [string, Record<string, string>] => {
      const values = styleOf(tag);
      return [
        tag,
        Object.fromEntries(properties!.map((name, i) => [name, values[i]!]).filter((_, i) => values[i] !== plain[i])),
      ];
    });
  },
  [tags, COMPARED_PROPERTIES as string[]],
);
await browser.close();
const lines = recorded.map(([tag, values]) => `  ${JSON.stringify(tag)}: ${JSON.stringify(values)}`);
writeFileSync(new URL('ua-styles.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
