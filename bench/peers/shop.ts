/**
 * A product page of a small shop: HTML, a style sheet and a script, which asks for the product by XMLHttpRequest (about 5 KB)
 * and for reviews by fetch (about 1.6 KB), and seven images.
 */
import type { MadeFile } from '../../fixtures/serve.ts';
import { encodePng } from '../../src/session/png.ts';

/** What the page shows when it is filled, read in the page. */
export const READ_PRODUCT = `JSON.stringify({
  name: document.getElementById('name').textContent,
  price: document.getElementById('price').textContent,
  reviews: document.querySelectorAll('#reviews li').length,
  alike: document.querySelectorAll('#alike a').length,
})`;

const REVIEWS = [
  ['Ines', 4, 'Boils fast, pours badly.'],
  ['Tomas', 5, 'Three winters on a wood stove and still tight.'],
  ['Ayo', 3, 'The handle gets hot. Bring a cloth, or a glove, and it is the best kettle of its size.'],
] as const;

const NAME = 'Trail kettle, 1.2 litres';
const PRICE = '39.90';

export const EXPECTED_PRODUCT = JSON.stringify({ name: NAME, price: PRICE, reviews: REVIEWS.length, alike: 3 });

const ALIKE = ['Folding pan', 'Steel cup', 'Windscreen'];
const FACTS = ['Weight 210 g', 'Stainless steel', 'Lid with a chain', 'Fits our smallest stove', 'Two years guarantee'];
/** In pixels on each side: about as many bytes as photographs of products have. */
const IMAGE_SIDES = [200, 240, 220, 240, 230, 60, 25];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Camp shop</title>
<link rel="stylesheet" href="shop.css">
</head>
<body>
<header><img src="image-6.png" alt="" width="25" height="25"><strong>Camp shop</strong>
<nav><a href="#pots">Pots</a><a href="#stoves">Stoves</a><a href="#tents">Tents</a><a href="#basket">Basket</a></nav></header>
<main>
<section class="product">
<div class="pictures">${[0, 1, 2, 3, 4, 5].map((at) => `<img src="image-${at}.png" alt="View ${at + 1}" width="160" height="160">`).join('\n')}</div>
<div class="facts">
<h1 id="name">Loading</h1>
<p class="price">Price <span id="price">0</span></p>
<p id="about"></p>
<ul id="list"></ul>
<label>How many <input id="count" type="number" value="1" min="1" max="9"></label>
<button type="button" id="add">Add to basket</button>
</div>
</section>
<section><h2>Reviews</h2><ul id="reviews"></ul></section>
<section><h2>Goes with it</h2><ul id="alike"></ul></section>
</main>
<footer><p>Camp shop, 12 Quay Street. Open from Tuesday to Saturday.</p><p><a href="#terms">Terms</a> <a href="#post">Post</a></p></footer>
<script src="shop.js"></script>
</body>
</html>`;

const STYLE = `body { margin: 0; font: 15px/1.5 Arial, sans-serif; color: #222 }
header, footer { display: flex; gap: 16px; align-items: center; padding: 12px 24px; background: #eee }
header nav { margin-left: auto; display: flex; gap: 12px }
main { max-width: 1040px; margin: 0 auto; padding: 24px }
.product { display: grid; grid-template-columns: 1fr 1fr; gap: 32px }
.pictures { display: flex; flex-wrap: wrap; gap: 8px }
.price { font-weight: bold; font-size: 20px }
#alike { display: flex; gap: 12px; padding: 0; list-style: none }
#alike a { display: block; padding: 12px 16px; border: 1px solid #ccc; border-radius: 4px }
button { padding: 8px 16px; font-size: 15px }
${Array.from({ length: 120 }, (_, at) => `.unused-${at} > li:nth-child(${at + 1}) { margin: ${at}px; padding: 2px }`).join('\n')}`;

const SCRIPT = `const put = (id, text) => { document.getElementById(id).textContent = text; };
const addTo = (id, tag, text) => {
  const entry = document.createElement('li');
  const inside = document.createElement(tag);
  inside.textContent = text;
  if (tag === 'a') inside.href = '#' + text;
  entry.append(inside);
  document.getElementById(id).append(entry);
};
const product = new Promise((resolve) => {
  const request = new XMLHttpRequest();
  request.open('GET', 'product.json');
  request.onload = () => resolve(JSON.parse(request.responseText));
  request.send();
});
const reviews = fetch('reviews.json').then((response) => response.json());
Promise.all([product, reviews]).then(([{ name, price, about, facts, alike }, told]) => {
  put('price', price);
  put('about', about);
  facts.forEach((fact) => addTo('list', 'span', fact));
  alike.forEach((each) => addTo('alike', 'a', each));
  for (const { by, stars, text } of told) addTo('reviews', 'span', by + ', ' + stars + ' of 5: ' + text);
  put('name', name);
});
let count = 0;
document.getElementById('add').addEventListener('click', () => {
  count += Number(document.getElementById('count').value);
  put('add', 'Add to basket (' + count + ')');
});
`;

const ABOUT =
  'A kettle for two, made to hang over a fire or to stand on a stove. It is spun from one sheet, so nothing can come loose. ';

export async function shopFiles(): Promise<[string, MadeFile][]> {
  const product = { name: NAME, price: PRICE, about: ABOUT.repeat(34), facts: FACTS, alike: ALIKE };
  const reviews = REVIEWS.map(([by, stars, text]) => ({ by, stars, text, terms: ABOUT.repeat(3) }));
  const images = await Promise.all(
    IMAGE_SIDES.map(
      async (side, at): Promise<[string, MadeFile]> => [
        `/shop/image-${at}.png`,
        { type: 'image/png', body: await encodePng(noise(side * side * 3, at), side, side) },
      ],
    ),
  );
  return [
    ['/shop/', { type: 'text/html; charset=utf-8', body: PAGE }],
    ['/shop/shop.css', { type: 'text/css; charset=utf-8', body: STYLE }],
    ['/shop/shop.js', { type: 'text/javascript; charset=utf-8', body: SCRIPT }],
    ['/shop/product.json', { type: 'application/json', body: JSON.stringify(product) }],
    ['/shop/reviews.json', { type: 'application/json', body: JSON.stringify(reviews) }],
    ...images,
  ];
}

/** Bytes that do not compress, the same every time. */
function noise(bytes: number, seed: number): Uint8Array {
  const made = new Uint8Array(bytes);
  let state = seed + 1;
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    made[at] = state >>> 16;
  }
  return made;
}
