/**
 * The site that every tool is sent to: fixtures, pages made to a size, a React page, a catalogue to crawl and a shop.
 *
 * Catalogue and shop have the numbers and sizes of the two set-ups that are published in lightpanda-io/demo (933 pages, each
 * filled by script from a JSON file; a product page with two requests by script and seven images), and are written by us.
 */
import { buildFrameworkPage } from '../../fixtures/frameworks/build.ts';
import { type FixtureSite, type MadeFile, serveFixtures } from '../../fixtures/serve.ts';
import { pageOf } from '../pages.ts';
import { catalogueFiles } from './catalogue.ts';
import { shopFiles } from './shop.ts';

export interface Visit {
  readonly path: string;
  /** Whether script makes the content. */
  readonly scripted: boolean;
  /** Text that is there when the page is. Where script brings it, tools that cannot know wait for it. */
  readonly expects: readonly string[];
}

/** Sizes of the pages that growth is measured on. */
export const SIZES = [500, 5_000, 50_000] as const;

export const VISITS = {
  article: {
    path: '/site/article.html',
    scripted: false,
    expects: ['How to brew green tea', 'Soft water, 80 degrees'],
  },
  catalogue500: { path: '/bench/elements-500.html', scripted: false, expects: ['Product number 0'] },
  catalogue5000: { path: '/bench/elements-5000.html', scripted: false, expects: ['Product number 0'] },
  products: { path: '/site/products.html', scripted: true, expects: ['Green tea, 100 g', 'Add to basket'] },
  react: { path: '/react/', scripted: true, expects: ['Buy milk', 'Feed the cat'] },
  shop: { path: '/shop/', scripted: true, expects: ['Trail kettle, 1.2 litres', '39.90'] },
} as const satisfies Record<string, Visit>;

const html = (body: string): MadeFile => ({ type: 'text/html; charset=utf-8', body });

export async function serveBench(): Promise<FixtureSite> {
  const react = await buildFrameworkPage('react');
  const todos = [
    { text: 'Buy milk', done: false },
    { text: 'Feed the cat', done: true },
  ];
  return serveFixtures(
    new Map<string, MadeFile>([
      ...SIZES.map((size) => [`/bench/elements-${size}.html`, html(pageOf(size))] as const),
      ['/react/', html(react.html)],
      ['/react/app.js', { type: 'text/javascript; charset=utf-8', body: react.script }],
      ['/react/todo.css', { type: 'text/css; charset=utf-8', body: react.css }],
      ['/react/todos.json', { type: 'application/json', body: JSON.stringify(todos) }],
      ...catalogueFiles(),
      ...(await shopFiles()),
    ]),
  );
}
