import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function resultOf(body: string): Promise<unknown> {
  using page = await openPage('<!DOCTYPE html><body><p id=p>');
  const value = await page.evaluate(`(() => { ${body} })()`);
  assert.deepEqual(page.errors, []);
  return value;
}

test('createDocument makes an XML document with an element in its namespace', async () => {
  const value = await resultOf(`
    const made = document.implementation.createDocument('urn:x', 'p:Root', null);
    const root = made.documentElement;
    return [made instanceof XMLDocument, made.contentType, made.location, root.tagName, root.prefix, root.localName, root.namespaceURI].join();`);
  assert.equal(value, 'true,application/xml,,p:Root,p,Root,urn:x');
});

test('names in XML documents keep their case', async () => {
  const value = await resultOf(`
    const made = document.implementation.createDocument(null, 'Root', null);
    const child = made.createElement('Child');
    child.setAttribute('Attr', '1');
    return [child.tagName, child.namespaceURI, child.hasAttribute('attr'), child.hasAttribute('Attr')].join();`);
  assert.equal(value, 'Child,,false,true');
});

test('attributes are found by namespace and local name, and keep their prefix', async () => {
  const value = await resultOf(`
    p.setAttributeNS('urn:a', 'x:same', '1');
    p.setAttributeNS('urn:b', 'y:same', '2');
    p.setAttributeNS('urn:a', 'z:same', '3');
    const attr = p.getAttributeNodeNS('urn:a', 'same');
    return [p.getAttributeNS('urn:a', 'same'), p.getAttributeNS('urn:b', 'same'), p.getAttribute('x:same'), attr.prefix, attr.localName, attr.name].join();`);
  assert.equal(value, '3,2,3,x,same,x:same');
});

test('names that do not go with their namespace are refused', async () => {
  const value = await resultOf(`
    const tell = (work) => { try { work(); return 'none'; } catch (error) { return error.name; } };
    return [
      tell(() => document.createElementNS(null, 'a:b')),
      tell(() => document.createElementNS('urn:x', 'xml:b')),
      tell(() => document.createElementNS('urn:x', '1')),
      tell(() => p.setAttributeNS('urn:x', 'xmlns', '')),
      tell(() => document.createCDATASection('x')),
    ].join();`);
  assert.equal(value, 'NamespaceError,NamespaceError,InvalidCharacterError,NamespaceError,NotSupportedError');
});

test('DOMParser parses XML, and tells with a parsererror what is not well-formed', async () => {
  const value = await resultOf(`
    const good = new DOMParser().parseFromString('<a><![CDATA[x]]><?t d?></a>', 'text/xml');
    const bad = new DOMParser().parseFromString('<a><b></a>', 'text/xml');
    return [...good.documentElement.childNodes].map((node) => node.nodeType).join() + bad.documentElement.localName;`);
  assert.equal(value, '4,7parsererror');
});

test('XMLSerializer writes what parses back to the same tree', async () => {
  const value = await resultOf(`
    const text = '<r xmlns="urn:d" xmlns:p="urn:p" p:a="&lt;&amp;&quot;"><p:c/><e xmlns="">t&amp;</e><!--c--><?i d?></r>';
    const made = new DOMParser().parseFromString(text, 'text/xml');
    const written = new XMLSerializer().serializeToString(made);
    return [written === text, made.isEqualNode(new DOMParser().parseFromString(written, 'text/xml'))].join();`);
  assert.equal(value, 'true,true');
});

test('innerHTML of elements in XML documents is XML', async () => {
  const value = await resultOf(`
    const made = new DOMParser().parseFromString('<r xmlns:p="urn:p"/>', 'text/xml');
    made.documentElement.innerHTML = '<p:Q/>';
    let refused = '';
    try { made.documentElement.innerHTML = '<br>'; } catch (error) { refused = error.name; }
    return [made.documentElement.firstChild.namespaceURI, refused].join();`);
  assert.equal(value, 'urn:p,SyntaxError');
});

test('observers hear of the namespace of an attribute', async () => {
  const value = await resultOf(`
    const observer = new MutationObserver(() => {});
    observer.observe(p, { attributes: true });
    p.setAttributeNS('urn:a', 'x:n', '1');
    const [record] = observer.takeRecords();
    return [record.attributeName, record.attributeNamespace].join();`);
  assert.equal(value, 'n,urn:a');
});

test('a page of XHTML is parsed as XML', async () => {
  const html =
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><P/><p id="p"/>x<script>globalThis.ran = 1</script></body></html>';
  using page = await openPage(html, { contentType: 'application/xhtml+xml' });
  const value = await page.evaluate('[document.body.children.length, p.childNodes.length, p.tagName, ran].join()');
  assert.equal(value, '3,0,p,1');
});
