/**
 * A catalogue to crawl: 933 pages of about 500 bytes, each of which fills itself from a JSON file of about 600 bytes and
 * links to the next and to others like it.
 */
import type { MadeFile } from '../../fixtures/serve.ts';

export const CATALOGUE_PAGES = 933;

/** What a page says of itself, in the page: read by every tool, and compared with `itemOf`. */
export const READ_ITEM = `JSON.stringify({
  name: document.getElementById('name').textContent,
  series: document.getElementById('series').textContent,
  links: document.querySelectorAll('#alike a').length,
})`;

const SERIES = ['Harbour', 'Orchard', 'Railway', 'Lighthouse', 'Market'];

interface Item {
  readonly name: string;
  readonly series: string;
  readonly maker: string;
  readonly text: string;
  readonly alike: readonly number[];
  readonly next: number | null;
}

function itemOf(at: number): Item {
  const series = SERIES[at % SERIES.length]!;
  return {
    name: `Figure ${at}`,
    series,
    maker: `Workshop ${at % 17}`,
    text: `Figure ${at} of the series ${series} is cast in tin, painted by hand and packed in a box of grey card. `.repeat(
      3,
    ),
    alike: [1, 2, 3, 4].map((step) => (at + step * SERIES.length) % CATALOGUE_PAGES),
    next: at + 1 < CATALOGUE_PAGES ? at + 1 : null,
  };
}

/** What `READ_ITEM` gives on a page that is filled. */
export function expectedItem(at: number): string {
  const { name, series, alike } = itemOf(at);
  return JSON.stringify({ name, series, links: alike.length });
}

export const itemPath = (at: number): string => `/catalogue/${at}.html`;
/** The name that a page shows when it is filled. */
export const itemName = (at: number): string => itemOf(at).name;

const page = (at: number): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title id="title">A figure</title>
<h1 id="name">A figure</h1>
<p><img id="image" alt="The figure" width="120" height="160"><br>
Series <span id="series">unknown</span><br>
Maker <span id="maker">unknown</span></p>
<p id="text"></p>
<h2>Alike</h2>
<ul id="alike"></ul>
<p id="next"></p>
<script src="fill.js"></script>
<script>fill('${at}.json')</script>
</html>`;

const FILL = `function fill(address) {
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.onload = () => {
    const item = JSON.parse(request.responseText);
    const put = (id, text) => { document.getElementById(id).textContent = text; };
    document.title = item.name;
    put('series', item.series);
    put('maker', item.maker);
    put('text', item.text);
    const list = document.getElementById('alike');
    for (const at of item.alike) {
      const entry = document.createElement('li');
      const link = document.createElement('a');
      link.href = at + '.html';
      link.textContent = 'Figure ' + at;
      entry.append(link);
      list.append(entry);
    }
    if (item.next !== null) {
      const link = document.createElement('a');
      link.href = item.next + '.html';
      link.textContent = 'Next';
      document.getElementById('next').append(link);
    }
    put('name', item.name);
  };
  request.send();
}
`;

export function catalogueFiles(): [string, MadeFile][] {
  const files: [string, MadeFile][] = [['/catalogue/fill.js', { type: 'text/javascript; charset=utf-8', body: FILL }]];
  for (let at = 0; at < CATALOGUE_PAGES; at++) {
    files.push([itemPath(at), { type: 'text/html; charset=utf-8', body: page(at) }]);
    files.push([`/catalogue/${at}.json`, { type: 'application/json', body: JSON.stringify(itemOf(at)) }]);
  }
  return files;
}
