/**
 * Members that few pages ask for, by what they answer.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const FACTS: Readonly<Record<string, readonly [script: string, answer: string]>> = {
  'a script element says which kinds of scripts there are': [
    `['classic', 'module', 'importmap', 'text/x'].map((kind) => HTMLScriptElement.supports(kind)).join()`,
    'true,true,true,false',
  ],
  'a quad has bounds': [
    `JSON.stringify(new DOMQuad({ x: 1, y: 2 }, { x: 11, y: 2 }, { x: 11, y: 22 }, { x: 1, y: 22 }).getBounds())`,
    '{"x":1,"y":2,"width":10,"height":20,"top":2,"right":11,"bottom":22,"left":1}',
  ],
  'rectangles, points and matrices are made of dictionaries and lists': [
    `[DOMRect.fromRect({ x: 1, width: 5 }).right, DOMPoint.fromPoint({ y: 2 }).y, DOMMatrix.fromMatrix({ a: 2 }).a,
      DOMMatrixReadOnly.fromFloat64Array(new Float64Array([1, 0, 0, 1, 5, 6])).e].join()`,
    '6,2,2,5',
  ],
  'a style element can be switched off': [
    `const style = document.head.appendChild(document.createElement('style'));
     style.textContent = 'p { width: 10px }';
     style.disabled = true;
     [style.disabled, style.sheet.disabled, p.offsetWidth > 10].join()`,
    'true,true,true',
  ],
  'a list of media takes more and gives them away': [
    `const style = document.head.appendChild(document.createElement('style'));
     const { media } = style.sheet;
     media.appendMedium('print');
     media.appendMedium('screen');
     media.deleteMedium('print');
     let error;
     try { media.deleteMedium('tv'); } catch (thrown) { error = thrown.name; }
     [media.mediaText, media.length, error].join()`,
    'screen,1,NotFoundError',
  ],
  'media has no tracks, no keys and the usual sink': [
    `const video = document.createElement('video');
     [video.textTracks.length, video.textTracks === video.textTracks, video.mediaKeys, JSON.stringify(video.sinkId), video.remote.state].join()`,
    '0,true,,"",disconnected',
  ],
  'handlers of the window stand on the body, too': [
    `const handler = () => {};
     document.body.onload = handler;
     document.body.onresize = handler;
     [onload === handler, onresize === handler, Object.hasOwn(HTMLBodyElement.prototype, 'onload')].join()`,
    'true,true,true',
  ],
  'a font face can be changed': [
    `const face = new FontFace('a', 'local(x)');
     face.family = 'b c';
     face.weight = 700;
     [face.family, face.weight].join()`,
    '"b c",700',
  ],
  'an entry of the navigation is written with all its attributes': [
    `const entry = performance.getEntriesByType('navigation')[0].toJSON();
     [entry.entryType, entry.activationStart, entry.deliveryType, entry.nextHopProtocol === chrome.loadTimes().connectionInfo].join()`,
    'navigation,0,,true',
  ],
};

for (const [fact, [script, answer]] of Object.entries(FACTS)) {
  test(fact, async () => {
    using page = await openPage('<!doctype html><p id=p>x</p>');
    assert.equal(await page.evaluate(`{ ${script} }`), answer);
  });
}
