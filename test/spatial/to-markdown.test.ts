import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdown } from './emitted-page.ts';

const PAGES: readonly (readonly [fact: string, html: string, expected: string])[] = [
  ['headings and paragraphs', '<h1>Title</h1><p>One</p><p>Two</p>', '# Title\n\nOne\n\nTwo\n\n'],
  ['links and emphasis', '<p>See <a href=/a>this <b>now</b></a>.</p>', 'See [this **now**](/a).\n\n'],
  ['lists, also nested', '<ul><li>A<ul><li>B</ul><li>C</ul>', '- A\n\n  - B\n- C\n'],
  ['numbered lists', '<ol start=3><li>A<li>B</ol>', '3. A\n4. B\n'],
  ['rows of tables', '<table><tr><th>N<th>A<tr><td>Bob<td>5</table>', '| N | A |\n| Bob | 5 |\n'],
  ['quotes and code', '<blockquote><p>Q</blockquote><pre>a\n  b</pre>', '> Q\n\n```\na\n  b\n```\n\n'],
  ['markup characters of the text are escaped', '<p>*a* [b](c) <</p>', '\\*a\\* \\[b\\](c) \\<\n\n'],
  ['what is hidden is left out', '<p hidden>x</p><p>y</p>', 'y\n\n'],
  ['navigation is left out beside a main part', '<nav>n</nav><main><p>m</main><footer>f</footer>', 'm\n\n'],
  ['addresses that run script are left out', '<p><a href="javascript:x()">a</a>', 'a\n\n'],
];

for (const [fact, html, expected] of PAGES) test(fact, () => assert.equal(markdown(html), expected));
