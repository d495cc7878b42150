import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('a ResizeObserver tells the sizes once, and again when they change', async () => {
  using page = await openPage(
    `<div id=box style="width: 100px; height: 50px; padding: 5px; border: 1px solid"></div><script>
      new ResizeObserver(([entry]) => {
        const { width, height, x } = entry.contentRect;
        console.log(width, height, x, entry.borderBoxSize[0].inlineSize, entry.target.id);
      }).observe(box);
      setTimeout(() => { box.style.width = '120px'; }, 40);
    </script>`,
  );
  assert.deepEqual(page.log, ['100 50 5 112 box', '120 50 5 132 box']);
});

test('a ResizeObserver that changes what it watches is told at most once for each depth', async () => {
  using page = await openPage(
    `<div id=box style="width: 100px; height: 10px"></div><script>
      let calls = 0;
      onerror = (message) => console.log(message);
      new ResizeObserver(() => { if (++calls < 4) box.style.width = 100 + calls + 'px'; }).observe(box);
      setTimeout(() => console.log(calls), 900);
    </script>`,
  );
  assert.equal(
    page.log.filter((line) => line === 'ResizeObserver loop completed with undelivered notifications.').length,
    3,
  );
  assert.equal(page.log.at(-1), '4');
});

test('an IntersectionObserver tells what is in the viewport, and what comes into it', async () => {
  using page = await openPage(
    `<div id=near style="height: 100px"></div><div style="height: 3000px"></div><div id=far style="height: 100px"></div><script>
      const observer = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting, intersectionRatio } of entries) console.log(target.id, isIntersecting, intersectionRatio);
      });
      observer.observe(near);
      observer.observe(far);
      setTimeout(() => scrollTo(0, 3000), 50);
    </script>`,
  );
  assert.deepEqual(page.log, ['near true 1', 'far false 0', 'near false 0', 'far true 1']);
});

test('thresholds and margins of an IntersectionObserver', async () => {
  using page = await openPage(
    `<div style="height: 750px"></div><div id=half style="height: 84px"></div><div style="height: 66px"></div><div id=below style="height: 10px"></div><script>
      new IntersectionObserver(([entry], self) => console.log(entry.isIntersecting, self.rootMargin), { rootMargin: '0px 0px 200px' }).observe(below);
      new IntersectionObserver(([entry]) => console.log(entry.isIntersecting, entry.intersectionRatio), { threshold: [0.5] }).observe(half);
    </script>`,
  );
  assert.deepEqual(page.log, ['true 0px 0px 200px 0px', 'true 0.5']);
});

test('frames run callbacks one after the other with microtasks in between', async () => {
  using page = await openPage(`<script>
    requestAnimationFrame((time) => { console.log('one', typeof time); Promise.resolve().then(() => console.log('microtask')); cancelAnimationFrame(three); });
    requestAnimationFrame(() => { console.log('two'); requestAnimationFrame(() => console.log('next')); });
    const three = requestAnimationFrame(() => console.log('three'));
  </script>`);
  assert.deepEqual(page.log, ['one number', 'microtask', 'two', 'next']);
});

test('images that could be fetched load, broken ones do not', async () => {
  using page = await openPage(
    `<img id=a src=/a.png width=20 height=10 onload="console.log('load', this.complete, this.naturalWidth)">
     <img src="data:image/png;base64,x" onerror="console.log('broken')"><script>
      const image = new Image();
      image.onload = () => console.log('new', image.naturalHeight > 0);
      image.src = '/b.png';
      image.decode().then(() => console.log('decoded'));
      onload = () => console.log('window');
    </script>`,
  );
  assert.deepEqual(page.log, ['load true 20', 'broken', 'new true', 'decoded', 'window']);
});

test('a preloaded sheet becomes a real one when its load event says so', async () => {
  using page = await openPage(
    `<link rel=preload as=style href=/a.css onload="this.onload = null; this.rel = 'stylesheet'"><p id=p>x</p>`,
    { site: { 'http://site.test/a.css': 'p { width: 77px }' } },
  );
  assert.equal(await page.evaluate('p.offsetWidth'), 77);
});

test('an animation ends after its time', async () => {
  using page = await openPage(`<p id=p></p><script>
    const animation = p.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 20 });
    animation.onfinish = () => console.log('finish', animation.playState);
    animation.finished.then((same) => console.log(same === animation));
  </script>`);
  assert.deepEqual(page.log, ['true', 'finish finished']);
});

test('fonts are ready', async () => {
  using page = await openPage(`<script>
    document.fonts.ready.then((set) => console.log(set === document.fonts, document.fonts.check('12px Arial'), document.fonts.status));
  </script>`);
  assert.deepEqual(page.log, ['true true loaded']);
});

test('a canvas measures text like layout does, and draws without failing', async () => {
  using page =
    await openPage(`<span id=s style="font: bold 20px Arial">Hello, canvas</span><canvas id=c></canvas><script>
    const context = c.getContext('2d');
    context.font = 'bold 20px Arial';
    context.fillRect(0, 0, 10, 10);
    console.log(Math.abs(context.measureText('Hello, canvas').width - s.getBoundingClientRect().width) < 0.1, context === c.getContext('2d'));
    console.log(context.getImageData(0, 0, 2, 3).data.length, c.getContext('webgl'), c.toDataURL() === c.toDataURL(), context.canvas === c);
  </script>`);
  assert.deepEqual(page.log, ['true true', '24 null true true']);
});
