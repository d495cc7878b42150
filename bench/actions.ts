/**
 * What looking and acting cost on a page of 5,000 elements: the Spatial DOM once layout is done, and an action from the
 * call to its delta.
 *
 * Wall time counts on an idle machine; processor time, in brackets, is of some use on a busy one. It is of this process
 * alone: the engine runs in it here.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clickAction, hoverAction, scrollAction, typeAction } from '../src/session/actions.ts';
import { EngineSession } from '../src/session/session.ts';
import { inMs, printRow, spread, summarise } from './measure.ts';
import { pageOf } from './pages.ts';

const CALL_MS = 30_000;
const ELEMENTS = 5_000;
const RUNS = 21;
const WARM_UP = 12;
const TYPING = { clear: true, submit: false };

/** A click changes a text, adds a line at the top, which moves all below it, or takes it away. */
const BEHAVIOUR = `<div><p id=note hidden>Added to the basket</p></div><div><input id=field aria-label=Search></div>
<script>document.addEventListener('click', (event) => {
  if (event.target.localName !== 'button') return;
  event.target.textContent = event.target.textContent === 'Add' ? 'Added' : 'Add';
  note.hidden = !note.hidden;
})</script>`;

export async function benchActions(): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BEHAVIOUR + pageOf(ELEMENTS));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const session = await EngineSession.create({ viewport: [1280, 800], script: true, behaviour: 'instant' }, CALL_MS);
  try {
    console.log(`\nlooking and acting, ${ELEMENTS.toLocaleString('en')} elements, engine in this process, warm`);
    await session.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, CALL_MS);
    await row('the whole page, laid out already', 15, () => session.state({ scope: 'page' }, CALL_MS));
    await row('what is on screen, laid out already', 15, () => session.state({}, CALL_MS));
    const { els } = await session.state({}, CALL_MS);
    const button = els.find(({ tag }) => tag === 'button')!.id;
    const field = els.find(({ tag }) => tag === 'input')!.id;
    const press = () => session.act(clickAction(button), CALL_MS);
    await row('click that moves everything, to its delta', 50, press);
    await row('type into a field, to its delta', 50, () => session.act(typeAction(field, 'tea', TYPING), CALL_MS));
    await row('hover, to its delta', 50, () => session.act(hoverAction(button), CALL_MS));
    let isDown = false;
    await row('scroll, to its delta', 50, () => {
      isDown = !isDown;
      return session.act(scrollAction(isDown ? 'down' : 'up', 400, null), CALL_MS);
    });
    await session.state({ scope: 'page' }, CALL_MS);
    await row('click with the whole page in view', 50, press);
  } finally {
    await session.close();
    server.close();
  }
}

async function row(name: string, targetMs: number, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let cpuMs = 0;
  for (let run = -WARM_UP; run < RUNS; run++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    await work();
    if (run < 0) continue;
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    cpuMs += (user + system) / 1000;
  }
  const timing = summarise(times);
  printRow(`  ${name}`, inMs(timing), `(${(cpuMs / RUNS).toFixed(1)} ms cpu) ${spread(timing)}; target ${targetMs} ms`);
}
