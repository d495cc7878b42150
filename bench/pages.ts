/**
 * Pages made to a size, for benchmarks: the mix of elements that a shop or a dashboard has.
 */

const STYLE = `
  body { margin: 0; font-family: Arial, sans-serif; font-size: 14px; line-height: 1.4 }
  .wrap { max-width: 1100px; margin: 0 auto; padding: 16px }
  .card { border: 1px solid #ccc; padding: 12px 16px; margin: 0 0 12px; width: 47% }
  .card.odd { float: left; clear: left } .card.even { float: right }
  .card h3 { margin: 0 0 8px; font-size: 18px } .card p { margin: 0 0 6px }
  .price { font-weight: bold } .tags li { display: inline-block; padding: 2px 6px }
  .btn { display: inline-block; padding: 6px 12px; border: 1px solid #333 }
`;

/** Elements of one card, counted from its markup below. */
const PER_CARD = 10;

/** A page with about this many elements. */
export function pageOf(elements: number): string {
  const cards = Array.from({ length: Math.max(1, Math.round(elements / PER_CARD)) }, (_, index) => card(index));
  return `<!doctype html><title>Catalogue</title><style>${STYLE}</style><div class="wrap">${cards.join('\n')}</div>`;
}

function card(index: number): string {
  return `<div class="card ${index % 2 ? 'odd' : 'even'}" id="c${index}"><h3>Product number ${index}</h3>
<p>A short description of the product, with a <a href="/p/${index}">link</a> and <b>bold</b> words in it.</p>
<p class="price">${index}.99</p><ul class="tags"><li>new</li><li>sale</li></ul><button class="btn">Add</button></div>`;
}

/** A page of elements inside each other, as deep as the parser lets them be. */
export function deepPage(levels: number): string {
  return `<!doctype html>${'<div style="padding: 1px">'.repeat(levels)}deep`;
}

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** Items of different widths in one container. */
export function flexPage(items: number): string {
  return `<!doctype html><div style="display: flex; flex-wrap: wrap">${repeat(items, (at) => `<div>item ${at}</div>`)}</div>`;
}

const LEAF = (level: number): string => `<div>leaf ${level}</div>`;

/** One nested container and four leaves on each level, rows and columns in turn. */
export function nestedFlexPage(levels: number): string {
  let inside = '';
  for (let level = levels; level > 0; level--) {
    const direction = level % 2 === 0 ? 'row' : 'column';
    const leaves = LEAF(level) + LEAF(level);
    inside = `<div style="display: flex; flex-direction: ${direction}">${leaves}${inside}${leaves}</div>`;
  }
  return `<!doctype html>${inside}`;
}

/** The same containers and leaves, one after the other. */
export function sideBySideFlexPage(containers: number): string {
  const container = (at: number): string => {
    const direction = at % 2 === 0 ? 'row' : 'column';
    return `<div style="display: flex; flex-direction: ${direction}">${LEAF(at).repeat(4)}</div>`;
  };
  return `<!doctype html>${repeat(containers, container)}`;
}

/** Columns as wide as their content. */
export function gridPage(columns: number, rows: number): string {
  const items = repeat(columns * rows, (at) => `<div>${at}</div>`);
  return `<!doctype html><div style="display: inline-grid; grid-template-columns: repeat(${columns}, auto)">${items}</div>`;
}

export function tablePage(rows: number, columns: number): string {
  const row = (at: number): string => `<tr>${repeat(columns, (column) => `<td>r${at}c${column}`)}`;
  return `<!doctype html><table>${repeat(rows, row)}</table>`;
}
