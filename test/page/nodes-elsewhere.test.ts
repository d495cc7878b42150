/** A page asks its own window about what is in a frame: styles, boxes and changes. Expected are Chrome's answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const FRAME = `<!DOCTYPE html><body><iframe id=f width=300></iframe><script>
  const log = [];
  const inner = f.contentDocument;
  inner.body.innerHTML = '<p id=p style="width: 40px; display: flex">k</p>';
  const p = inner.getElementById('p');
`;

test('the window computes the style of an element in a frame with the sheets of the document there', async () => {
  using page = await openPage(`${FRAME}</script>`);
  assert.equal(await page.evaluate('[getComputedStyle(p).display, getComputedStyle(p).width].join()'), 'flex,40px');
});

test('a mutation observer hears of changes in a frame, with itself and a list of its own window', async () => {
  using page = await openPage(`${FRAME}
    const observer = new MutationObserver((records, own) => {
      log.push(records.map((record) => record.type + ' ' + record.target.nodeName + ' ' + record.addedNodes.length).join());
      log.push(own === observer, records instanceof Array);
    });
    observer.observe(inner, { childList: true, subtree: true, attributes: true });
    p.append('x');
    p.id = 'q';
  </script>`);
  assert.equal(await page.evaluate('log.join()'), 'childList P 1,attributes P 0,true,true');
});

test('records of changes in a frame can be taken, and none come when the observer is disconnected', async () => {
  using page = await openPage(`${FRAME}
    const observer = new MutationObserver(() => log.push('called'));
    observer.observe(inner.body, { childList: true, subtree: true });
    p.append('y');
    log.push(observer.takeRecords().length);
    observer.disconnect();
    p.append('z');
    log.push(observer.takeRecords().length);
  </script>`);
  assert.equal(await page.evaluate('log.join()'), '1,0');
});

test('a resize observer measures an element in a frame', async () => {
  using page = await openPage(`${FRAME}
    new ResizeObserver((entries) => log.push(entries[0].contentRect.width)).observe(p);
  </script>`);
  assert.equal(await page.evaluate('log.join()'), '40');
});

test('documents of other origins are asked nothing', async () => {
  using page = await openPage(
    `<!DOCTYPE html><body><iframe id=f sandbox=allow-scripts srcdoc="<p>k</p>"></iframe><script>
      const log = [f.contentDocument];
    </script>`,
  );
  assert.equal(await page.evaluate('log[0]'), null);
});
