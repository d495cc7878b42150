import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const LISTEN = `for (const kind of ['animation', 'transition']) for (const what of ['run', 'start', 'iteration', 'end', 'cancel']) {
  addEventListener(kind + what, (event) => console.log(kind + what, event.target.id + event.pseudoElement,
    event.animationName ?? event.propertyName, Math.round(event.elapsedTime * 100) / 100));
}`;

// What these pages say is what Chrome says to them.

test('a CSS animation tells of its start, its repetitions and its end, also of pseudo-elements', async () => {
  using page = await openPage(`<style>
    @keyframes in { from { opacity: 0 } to { opacity: 1 } }
    #a { animation: in 200ms 100ms 2 } #b::before { content: "x"; animation: in 50ms } #c { animation: missing 50ms }
  </style><p id=a>a</p><p id=b>b</p><p id=c>c</p><script>${LISTEN}</script>`);
  assert.deepEqual(page.log, [
    'animationstart b::before in 0',
    'animationend b::before in 0.05',
    'animationstart a in 0',
    'animationiteration a in 0.2',
    'animationend a in 0.4',
  ]);
});

test('a transition runs where its property changes from a style that was computed', async () => {
  using page = await openPage(`<style>
    #d { opacity: 0; transition: opacity 100ms 50ms, width 200ms; width: 100px; height: 5px }
    #e { --time: 10ms; transition: margin var(--time) } #f { height: auto; transition: all 10ms }
  </style><p id=d>d</p><p id=e>e</p><p id=f>f</p><script>${LISTEN}
    onload = () => {
      d.offsetWidth;
      d.style.opacity = 1;
      d.style.width = '200px';
      d.style.height = '9px';
      e.style.marginLeft = '1px';
      f.style.height = '7px';
      const made = document.createElement('p');
      made.style.cssText = 'opacity: 0; transition: opacity 10ms';
      document.body.append(made);
      made.style.opacity = 1;
    };
  </script>`);
  // Events of one moment come in the order of the properties' names in Chrome.
  assert.deepEqual([...page.log].sort(), [
    'transitionend d opacity 0.1',
    'transitionend d width 0.2',
    'transitionend e margin-left 0.01',
    'transitionrun d opacity 0',
    'transitionrun d width 0',
    'transitionrun e margin-left 0',
    'transitionstart d opacity 0',
    'transitionstart d width 0',
    'transitionstart e margin-left 0',
  ]);
  assert.equal(page.log.at(-1), 'transitionend d width 0.2');
});

test('who listens late hears of what begins then, not of what plays already', async () => {
  using page = await openPage(`<style>
    @keyframes in { from { opacity: 0 } to { opacity: 1 } } .x { animation: in 500ms infinite }
  </style><p id=a class=x>a</p><p id=b>b</p><script>
    onload = () => setTimeout(() => {
      a.offsetWidth;
      addEventListener('animationstart', ({ target }) => console.log(target.id));
      b.className = 'x';
    }, 50);
  </script>`);
  assert.deepEqual(page.log, ['b']);
});

test('what is not rendered any more, or loses its animation, tells of the cancellation', async () => {
  using page = await openPage(`<style>
    @keyframes in { from { opacity: 0 } to { opacity: 1 } }
    .x { animation: in 500ms } #d { transition: opacity 500ms }
  </style><p id=a class=x>a</p><p id=d>d</p><script>${LISTEN}
    onload = () => {
      d.offsetWidth;
      d.style.opacity = 0;
      setTimeout(() => { a.className = ''; d.style.display = 'none'; }, 200);
    };
  </script>`);
  assert.deepEqual(page.log.map((line) => line.split(' ').slice(0, 2).join(' ')).slice(-2), [
    'transitioncancel d',
    'animationcancel a',
  ]);
});

test('a transition that turns back takes as long as it has come', async () => {
  using page = await openPage(`<style>#d { transition: left 200ms linear; position: relative; left: 0 }</style>
  <p id=d>d</p><script>
    for (const what of ['run', 'end', 'cancel']) d.addEventListener('transition' + what, (event) => console.log(what));
    onload = () => {
      d.offsetWidth;
      d.style.left = '100px';
      setTimeout(() => {
        d.style.left = '0px';
        requestAnimationFrame(() => requestAnimationFrame(() => {
          const { duration } = d.getAnimations()[0].effect.getTiming();
          console.log(duration > 0 && duration < 200);
        }));
      }, 100);
    };
  </script>`);
  assert.deepEqual(page.log, ['run', 'cancel', 'run', 'true', 'end']);
});

test('getAnimations() gives the animations of style sheets as objects that script can end', async () => {
  using page = await openPage(`<style>
    @keyframes in { from { opacity: 0 } to { opacity: 1 } } #a { animation: in 1s infinite } #d { transition: opacity 1s }
  </style><p id=a>a</p><p id=d>d</p><script>
    const [spin] = a.getAnimations();
    console.log(spin.animationName, spin.playState, spin instanceof CSSAnimation, spin.effect.getTiming().iterations);
    d.offsetWidth;
    d.style.opacity = 0;
    const [fade] = d.getAnimations();
    console.log(fade.transitionProperty, fade instanceof CSSTransition, document.getAnimations().length);
    fade.finished.then(() => console.log('done'));
    fade.finish();
  </script>`);
  assert.deepEqual(page.log, ['in running true Infinity', 'opacity true 2', 'done']);
});

test('an animation of script tells its times, ends, and leaves its last frame where it fills', async () => {
  using page = await openPage(`<p id=p>p</p><script>
    const a = p.animate([{ opacity: 0 }, { opacity: 0.5 }], { duration: 100, fill: 'forwards', id: 'x', easing: 'ease-in' });
    console.log(a.playState, a.pending, a.currentTime, a.startTime, a.id, a.effect.target.id);
    console.log(JSON.stringify(a.effect.getTiming()));
    console.log(JSON.stringify(a.effect.getKeyframes()));
    a.finished.then((same) => {
      console.log('finished', same === a, getComputedStyle(p).opacity, p.getAnimations().length);
      a.onfinish = ({ type, currentTime }) => {
        console.log(type, currentTime);
        a.commitStyles();
        a.cancel();
        console.log(p.style.opacity, a.playState, a.currentTime, p.getAnimations().length, getComputedStyle(p).opacity);
      };
    });
    a.ready.then(() => console.log('ready', a.pending, a.currentTime >= 0));
    a.oncancel = ({ currentTime }) => console.log('cancel', currentTime);
  </script>`);
  assert.deepEqual(page.log, [
    'running true 0 null x p',
    '{"delay":0,"direction":"normal","duration":100,"easing":"ease-in","endDelay":0,"fill":"forwards","iterationStart":0,"iterations":1}',
    '[{"offset":null,"easing":"linear","composite":"auto","opacity":"0","computedOffset":0},{"offset":null,"easing":"linear","composite":"auto","opacity":"0.5","computedOffset":1}]',
    'ready false true',
    'finished true 0.5 1',
    'finish 100',
    '0.5 idle null 0 0.5',
    'cancel null',
  ]);
});

test('animations can be paused, sought, reversed and cancelled, and refuse what makes no sense', async () => {
  using page = await openPage(`<p id=p>p</p><script>
    const refused = (work) => { try { work(); return 'nothing'; } catch (error) { return error.name; } };
    const play = (options) => p.animate({ opacity: [0, 1] }, options);
    const cancelled = play(1000);
    cancelled.finished.catch((error) => console.log('cancelled', error.name));
    cancelled.cancel();
    const endless = play({ duration: 1000, iterations: Infinity });
    console.log(refused(() => endless.finish()), refused(() => endless.reverse()));
    const ended = play(1000);
    ended.finish();
    console.log(ended.playState, ended.currentTime);
    const held = play(1000);
    held.pause();
    held.currentTime = 300;
    console.log(held.playState, held.currentTime, held.effect.getComputedTiming().progress);
    held.playbackRate = 2;
    console.log(held.currentTime, document.timeline === held.timeline, String(document.timeline));
    console.log(refused(() => play({ duration: -1 })), refused(() => play({ easing: 'foo' })));
  </script>`);
  assert.deepEqual(page.log, [
    'InvalidStateError InvalidStateError',
    'finished 1000',
    'paused 300 0.3',
    '300 true [object DocumentTimeline]',
    'TypeError TypeError',
    'cancelled AbortError',
  ]);
});
