/**
 * The time of SVG images, and their animation elements: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Time</title><body><svg id=s width=100 height=100><rect id=r width=10 height=10><animate id=a attributeName=x to=50 dur=2s begin=5s /><animate id=b attributeName=y to=50 dur=1:02.5 begin=indefinite /><set id=c attributeName=fill to=red /></rect><animate id=d href="#r" attributeName=x to=1 dur=indefinite begin="1h; 90min" /></svg>`;

const FACTS: readonly Fact[] = [
  [
    'an animation has a target',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const x = N('animate', { href: '#none' }); r.append(x); const seen = [a.targetElement.id, d.targetElement.id, x.targetElement, N('animate').targetElement]; x.remove(); return seen; })()`,
    ['r', 'r', null, null],
  ],
  [
    'the length of an animation is told',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [a, b, c, d].map((x) => T(() => x.getSimpleDuration())); })()`,
    [2, 'NotSupportedError', 'NotSupportedError', 'NotSupportedError'],
  ],
  [
    'units of clock values',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return ['5', '5s', '500ms', '2min', '1h', '01:30', '1:00:01.5', '0', '-1s', 'x', '5 s', '1.5s', '5S', '60:00'].map((dur) => { const x = N('animate', { dur }); r.append(x); const found = T(() => x.getSimpleDuration()); x.remove(); return found; }); })()`,
    [
      5,
      5,
      0.5,
      120,
      3600,
      90,
      3601.5,
      'NotSupportedError',
      'NotSupportedError',
      'NotSupportedError',
      'NotSupportedError',
      1.5,
      'NotSupportedError',
      'NotSupportedError',
    ],
  ],
  [
    'an animation that has not begun tells when it will',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [a, b, d].map((x) => T(() => x.getStartTime())); })()`,
    [5, 'InvalidStateError', 3600],
  ],
  [
    'an animation that a script begins has begun',
    `(() => { b.beginElement(); const t = b.getStartTime(); const now = s.getCurrentTime(); return [t <= now + 0.05, t >= now - 0.5]; })()`,
    [true, true],
  ],
  [
    'the time of an image stands and moves',
    `(() => { s.pauseAnimations(); const paused = s.animationsPaused(); s.setCurrentTime(20); const seen = [paused, s.getCurrentTime(), a.getCurrentTime()]; s.unpauseAnimations(); seen.push(s.animationsPaused(), s.getCurrentTime() >= 20); s.setCurrentTime(0); return seen; })()`,
    [true, 20, 20, false, true],
  ],
  [
    'a time that is no number is refused',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [T(() => s.setCurrentTime(NaN)), T(() => s.setCurrentTime()), T(() => a.beginElementAt()), T(() => a.beginElementAt('x')), T(() => a.endElementAt(Infinity))]; })()`,
    ['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError'],
  ],
  [
    'what a script begins and ends is told by events',
    `new Promise((done) => { const seen = []; const e = document.createElementNS('http://www.w3.org/2000/svg', 'animate'); e.setAttribute('attributeName', 'x'); e.setAttribute('to', '5'); e.setAttribute('dur', '9s'); e.setAttribute('begin', 'indefinite'); e.setAttribute('onbegin', 'this.mark = event.type'); r.append(e); e.onbegin = null; e.setAttribute('onbegin', 'this.mark = event.type'); e.addEventListener('beginEvent', (x) => { seen.push(x.type, x.target === e, e.mark); setTimeout(() => e.endElement(), 50); }, { once: true }); e.onend = (x) => { seen.push(x.type); e.remove(); done(seen); }; e.beginElement(); })`,
    ['beginEvent', true, 'beginEvent', 'endEvent'],
  ],
  [
    'handlers of animations are no handlers of other elements',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('rect', { onbegin: 'this.x1 = 1', onend: 'this.x2 = 1' }); e.dispatchEvent(new Event('beginEvent')); e.dispatchEvent(new Event('begin')); e.dispatchEvent(new Event('endEvent')); const x = N('animate', { onend: 'this.seen = 1', onbeginEvent: 'this.no = 1' }); x.dispatchEvent(new Event('endEvent')); x.dispatchEvent(new Event('end')); x.dispatchEvent(new Event('beginEvent')); return [e.x1 === undefined, e.x2 === undefined, x.seen, x.no === undefined, x.onend.name, 'onbegin' in e]; })()`,
    [true, true, 1, true, 'onend', false],
  ],
  [
    'an animation outside of an image has no time',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const x = N('animate', { dur: '2s' }); return [T(() => x.getStartTime()), x.getCurrentTime(), T(() => x.beginElement()), T(() => x.getSimpleDuration())]; })()`,
    ['InvalidStateError', 0, null, 2],
  ],
  [
    'an animation can be begun often',
    `(() => { for (let at = 0; at < 3000; at++) b.beginElementAt(1e6 + at); return b.getStartTime() < 1e7; })()`,
    true,
  ],
];

test('SVG animation elements tell of their times as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
