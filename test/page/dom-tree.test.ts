import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

/** Values of expressions in a page with this body. */
async function valuesOf(body: string, expressions: readonly string[]): Promise<unknown[]> {
  using page = await openPage(`<!DOCTYPE html><body>${body}`);
  const values: unknown[] = [];
  for (const expression of expressions) values.push(await page.evaluate(`(() => ${expression})()`));
  assert.deepEqual(page.errors, []);
  return values;
}

test('lists of children and of elements by name are live and the same each time', async () => {
  const values = await valuesOf('<ul id=u><li>1</ul>', [
    '{ const list = u.children; const before = list.length; u.append(document.createElement("li"), "text"); return before + "," + list.length + "," + u.childNodes.length; }',
    'u.children === u.children && u.childNodes === u.childNodes',
    '{ const all = document.getElementsByTagName("li"); const before = all.length; all[0].remove(); return before + "," + all.length; }',
    '[...u.childNodes].length + u.children.item(0).localName + (u.children[9] === undefined)',
  ]);
  assert.deepEqual(values, ['1,2,3', true, '2,1', '2litrue']);
});

test('inserting moves a node, checks where it goes, and takes fragments apart', async () => {
  const values = await valuesOf('<div id=a><b></b></div><div id=c></div>', [
    '{ c.append(a.firstChild); return a.childNodes.length + c.innerHTML; }',
    '{ try { c.firstChild.append(c); } catch (error) { return error.name; } }',
    '{ try { a.insertBefore(document.createElement("i"), c); } catch (error) { return error.name; } }',
    '{ const f = document.createDocumentFragment(); f.append("x", document.createElement("u")); a.prepend(f); return a.innerHTML + f.childNodes.length; }',
    '{ a.replaceChild(document.createTextNode("y"), a.lastChild); return a.innerHTML; }',
    '{ a.firstChild.after("1", "2"); a.firstChild.before("0"); a.normalize(); return a.textContent + a.childNodes.length; }',
    '{ a.replaceChildren("p", document.createElement("i")); return a.innerHTML; }',
  ]);
  assert.deepEqual(values, [
    '0<b></b>',
    'HierarchyRequestError',
    'NotFoundError',
    'x<u></u>0',
    'xy',
    '0x12y1',
    'p<i></i>',
  ]);
});

test('markup goes in and out as the parser and the serialiser say', async () => {
  const values = await valuesOf('<table id=t></table><div id=d></div>', [
    '{ t.innerHTML = "<tr><td>1"; return t.innerHTML; }',
    '{ d.innerHTML = "<p title=\\"a&quot;b\\">x &amp; y&nbsp;<br><img>"; return d.innerHTML; }',
    '{ d.insertAdjacentHTML("afterbegin", "<i>1</i>"); d.insertAdjacentHTML("beforebegin", "<hr>"); return d.firstChild.outerHTML + d.previousSibling.localName; }',
    '{ d.outerHTML = "<section>s</section>"; return document.querySelector("section").textContent + document.getElementById("d"); }',
    '{ const t = document.createElement("template"); t.innerHTML = "<td>x"; return t.innerHTML + t.content.firstChild.localName + t.childNodes.length; }',
    'new DOMParser().parseFromString("<title>T</title><p>x", "text/html").title',
  ]);
  assert.deepEqual(values, [
    '<tbody><tr><td>1</td></tr></tbody>',
    '<p title="a&quot;b">x &amp; y&nbsp;<br><img></p>',
    '<i>1</i>hr',
    'snull',
    '<td>x</td>td0',
    'T',
  ]);
});

test('clones are deep when asked, and equal to what they are of', async () => {
  const values = await valuesOf('<div id=a class=c><p>x<b>y</b></p><!--z--><template><i></i></template></div>', [
    'a.cloneNode(true).outerHTML === a.outerHTML && a.cloneNode(true).isEqualNode(a)',
    'a.cloneNode().outerHTML',
    '{ const copy = a.cloneNode(true); copy.querySelector("b").textContent = "other"; return copy.isEqualNode(a); }',
    'a.cloneNode(true).querySelector("template").content.firstChild.localName',
    'a.compareDocumentPosition(a.firstChild) + "," + a.firstChild.compareDocumentPosition(a.lastChild)',
  ]);
  assert.deepEqual(values, [true, '<div id="a" class="c"></div>', false, 'i', '20,4']);
});

test('attributes, classes and data are views of the same thing', async () => {
  const values = await valuesOf('<p id=p class="a b" DATA-User-Id=7 Title=t></p>', [
    'p.getAttribute("TITLE") + p.attributes.length + p.attributes[1].name + p.attributes.title.value',
    '{ p.classList.add("c", "a"); p.classList.remove("b"); p.classList.toggle("d", true); return p.className + p.classList.contains("d") + [...p.classList].length; }',
    '{ try { p.classList.add("x y"); } catch (error) { return error.name; } }',
    'p.dataset.userId + Object.keys(p.dataset)',
    '{ p.dataset.newOne = 1; delete p.dataset.userId; return p.getAttributeNames().join(); }',
    '{ p.toggleAttribute("hidden"); return p.hidden + "," + p.hasAttribute("hidden"); }',
    '{ try { p.setAttribute("a b", 1); } catch (error) { return error.name; } }',
    '{ const before = p.ariaLabel; p.setAttribute("aria-label", "L"); return before + p.ariaLabel; }',
  ]);
  assert.deepEqual(values, [
    't4classt',
    'a c dtrue3',
    'InvalidCharacterError',
    '7userId',
    'id,class,title,data-new-one',
    'true,true',
    'InvalidCharacterError',
    'nullL',
  ]);
});

test('el.style reads and writes the style attribute, and drops what is not valid', async () => {
  const values = await valuesOf('<p id=p style="color: red; background: url(data:a;b) !important"></p>', [
    'p.style.color + "|" + p.style.background + "|" + p.style.getPropertyPriority("background") + "|" + p.style.length',
    '{ p.style.width = "10px"; p.style.width = "nonsense"; p.style.setProperty("--x", "Y"); return p.getAttribute("style"); }',
    '{ p.style.color = ""; p.style.removeProperty("background"); return p.style.cssText; }',
    '"width" in p.style && !("nothing" in p.style) && p.style.nothing === undefined && p.style.height === ""',
  ]);
  assert.deepEqual(values, [
    'red|url("data:a;b")|important|10',
    'color: red; background: url("data:a;b") !important; width: 10px; --x: Y;',
    'width: 10px; --x: Y;',
    true,
  ]);
});

test('selectors of pages are answered by the engine, and bad ones are syntax errors', async () => {
  const values = await valuesOf('<ul id=u><li class=x>1<li>2<li>3</ul>', [
    'document.querySelectorAll("li:nth-child(odd)").length + document.querySelector("ul > li + li").textContent',
    'u.firstChild.matches(".x:first-of-type") + "," + u.lastChild.closest("ul").id + "," + u.querySelector(":scope > p")',
    '{ try { document.querySelector("p["); } catch (error) { return error.name + (error instanceof DOMException); } }',
    'document.querySelectorAll("li").forEach.name + [...document.querySelectorAll("li")].length',
  ]);
  assert.deepEqual(values, ['22', 'true,u,null', 'SyntaxErrortrue', 'forEach3']);
});

test('walkers go through the tree as their filter says', async () => {
  const values = await valuesOf('<div id=d><p>a<b>c</b></p><i>e</i></div>', [
    '{ const walk = document.createTreeWalker(d, NodeFilter.SHOW_TEXT); let text = ""; while (walk.nextNode()) text += walk.currentNode.data; return text; }',
    '{ const walk = document.createTreeWalker(d, 1, (node) => node.localName === "p" ? 2 : 1); const names = []; while (walk.nextNode()) names.push(walk.currentNode.localName); return names.join(); }',
    '{ const all = document.createNodeIterator(d, 1); const names = []; for (let at; (at = all.nextNode()); ) names.push(at.localName); names.push(all.previousNode().localName); return names.join(); }',
  ]);
  assert.deepEqual(values, ['ace', 'i', 'd,p,b,i,i'.replace('d', 'div')]);
});

test('names of elements are names of the window, unless script takes them', async () => {
  using page = await openPage(
    '<form name=f></form><p id=p></p><script>var q = 1; console.log(typeof f, p.id, q, typeof nothing)</script>',
  );
  assert.deepEqual(page.log, ['object p 1 undefined']);
});

test('innerText is the text as it is rendered', async () => {
  const values = await valuesOf(
    '<div id=d>a  b<p>para</p><span style="display:none">no</span><br>x<ul><li>1<li>2</ul><table><tr><td>c<td>d</table></div>',
    ['JSON.stringify(d.innerText)', '{ d.innerText = "l1\\nl2"; return d.innerHTML; }'],
  );
  assert.deepEqual(values, ['"a b\\n\\npara\\n\\n\\nx\\n1\\n2\\nc\\td"', 'l1<br>l2']);
});

test('elements of two namespaces are of two types', async () => {
  using page = await openPage(`<p id=p></p><script>
    for (const space of ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml']) {
      p.append(document.createElementNS(space, 'i'));
    }
  </script>`);
  assert.equal(
    await page.evaluate("[...p.children].map((each) => each.matches(':nth-of-type(2)')).join()"),
    'false,false,true',
  );
});

test('a list of tokens calls back for each of them, with no more than a function given', async () => {
  const values = await valuesOf('<p id=p class="a b">', [
    '{ const seen = []; p.classList.forEach((token, at, list) => seen.push(token + at + (list === p.classList))); return seen.join(); }',
    'DOMTokenList.prototype.forEach.length',
  ]);
  assert.deepEqual(values, ['a0true,b1true', 1]);
});
