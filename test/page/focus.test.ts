/**
 * Focus: who may have it, and who loses it. The orders of events are Chrome's.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressAction, typeAction } from '../../src/session/actions.ts';
import { openReal } from '../session/real-session.ts';
import { openPage } from './open-page.ts';

const LOG = `for (const type of ['change', 'blur', 'focusout', 'focusin', 'input', 'search'])
  addEventListener(type, ({ target }) =>
    console.log(type, target.id, target.isConnected, document.activeElement.id || document.activeElement.tagName), true);
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));`;

test('what is no longer rendered, or disabled, loses the focus when the page is next rendered', async () => {
  using page = await openPage(`<input id="a"><button id="b">x</button><div id="w"><input id="c"></div><script>${LOG}
    (async () => {
      a.focus(); a.style.display = 'none'; console.log(document.activeElement.id);
      await frame(); await frame();
      b.focus(); b.disabled = true; await frame(); await frame();
      c.focus(); w.style.visibility = 'hidden'; await frame(); await frame();
      console.log(document.activeElement.tagName);
    })();
  </script>`);
  assert.deepEqual(page.log, [
    'focusin a true a',
    'a',
    'blur a true BODY',
    'focusout a true BODY',
    'focusin b true b',
    'blur b true BODY',
    'focusout b true BODY',
    'focusin c true c',
    'blur c true BODY',
    'focusout c true BODY',
    'BODY',
  ]);
});

test('an element that is not rendered does not take the focus; what stands for a picture on a canvas does', async () => {
  using page = await openPage(`<input id="a" style="display: none"><div hidden><input id="b"></div>
    <input id="c" style="visibility: hidden"><canvas><input id="d"></canvas><script>
    for (const field of [a, b, c, d]) { field.focus(); console.log(document.activeElement.id || 'body'); }
  </script>`);
  assert.deepEqual(page.log, ['body', 'body', 'body', 'd']);
});

test('what is taken from the tree loses the focus before it goes, with events', async () => {
  using page = await openPage(`<div id="w"><input id="e"></div><script>${LOG}
    const [outer, field] = [w, e];
    field.focus(); outer.remove(); console.log('removed');
    document.body.append(outer); field.focus(); outer.innerHTML = ''; console.log('emptied');
    outer.append(field); field.focus(); document.body.insertBefore(field, outer); console.log('moved');
    field.focus(); outer.replaceChildren(); console.log('still', document.activeElement.id);
  </script>`);
  const gone = ['focusin e true e', 'blur e true BODY', 'focusout e true BODY'];
  assert.deepEqual(page.log, [
    ...[...gone, 'removed'],
    ...[...gone, 'emptied'],
    ...[...gone, 'moved'],
    ...['focusin e true e', 'still e'],
  ]);
});

test('a listener of blur that changes the tree while a node is taken out leaves a whole tree', async () => {
  using page = await openPage(`<div id="w"><input id="e"><i id="i"></i></div><p id="p"></p><script>
    const field = e;
    field.onblur = () => p.append(field);
    field.focus(); try { w.removeChild(field); } catch (error) { console.log(error.name); }
    console.log(document.body.querySelectorAll('input').length, p.childNodes.length, w.childNodes.length);
    field.onblur = () => i.remove();
    field.focus(); try { w.insertBefore(field, i); } catch (error) { console.log(error.name); }
    console.log(w.childNodes.length);
  </script>`);
  assert.deepEqual(page.log, ['NotFoundError', '1 1 1', 'NotFoundError', '0']);
});

test('autofocus is given once, when the page is first rendered, and not by force', async () => {
  using page =
    await openPage(`<input id="hidden" autofocus style="display: none"><input id="a" autofocus><input id="b" autofocus>
    <script>
      console.log(document.activeElement.tagName);
      a.onfocus = () => console.log('focus', document.readyState);
      requestAnimationFrame(() => console.log(document.activeElement.id));
      onload = () => setTimeout(() => {
        a.blur();
        document.body.insertAdjacentHTML('beforeend', '<input id="late" autofocus>');
        setTimeout(() => console.log(document.activeElement.tagName), 100);
      }, 100);
    </script>`);
  assert.deepEqual(page.log, ['BODY', 'focus complete', 'a', 'BODY']);
  using busy = await openPage(`<input id="a" autofocus><input id="b"><script>
    b.focus(); onload = () => setTimeout(() => console.log(document.activeElement.id), 100);
  </script>`);
  assert.deepEqual(busy.log, ['b']);
});

test('a click on a label gives its control the focus', async () => {
  using page = await openPage(`<label id="l" for="c">x</label><input type="checkbox" id="c"><script>
    c.onfocus = () => console.log('focus', c.checked); c.onclick = () => console.log('click');
    l.click(); console.log(document.activeElement.id);
  </script>`);
  assert.deepEqual(page.log, ['focus false', 'click', 'c']);
});

test('Escape leaves the focus where it is, and empties a search field', async (t) => {
  const page = await openReal(
    t,
    `<input id="a" aria-label="plain"><input id="s" type="search" aria-label="search">
    <script>${LOG}</script>`,
  );
  await page.act(typeAction(page.id('plain'), 'x', { clear: true, submit: false }));
  await page.act(pressAction('Escape', null));
  assert.equal(await page.evaluate('document.activeElement.id + a.value'), 'ax');
  await page.act(typeAction(page.id('search'), 'y', { clear: true, submit: false }));
  await page.act(pressAction('Enter', null));
  await page.act(pressAction('Escape', null));
  await page.act(pressAction('Escape', null));
  assert.equal(await page.evaluate('document.activeElement.id + s.value'), 's');
  assert.deepEqual(page.log().slice(-5), [
    'input s true s',
    'change s true s',
    'search s true s',
    'input s true s',
    'search s true s',
  ]);
});
