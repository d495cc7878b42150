import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../../fixtures/chromium.ts';
import { DARK, LIGHT } from '../../src/spatial/palette.ts';
import { site } from '../site.ts';
import { codeOf, type Served, serve, TOKEN } from './served.ts';

/** The live view in real Chromium. Where there is none, findChromium says what to install. */
const path = findChromium();
const options = path === null ? { skip: 'there is no Chromium on this machine' } : {};
let chromium: Browser | null = null;
after(() => chromium?.close());

interface LiveView {
  readonly page: Page;
  /** What the page wrote to its console, and errors of its script. */
  readonly troubles: string[];
}

async function look(t: TestContext, { url }: Served, scheme: 'light' | 'dark' = 'light'): Promise<LiveView> {
  chromium ??= await launchChromium(path!);
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: scheme });
  t.after(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  await page.goto(`${url}/#token=${TOKEN}`);
  return { page, troubles };
}

/** Clicks in the middle of what the live view draws with this text. */
const clickOn = (page: Page, text: string) => page.locator('.paper text', { hasText: text }).first().click();

const state = (page: Page) => page.getByRole('status');

const LOGIN = `<title>Sign in</title><h1>Sign in</h1><form method="post" action="/in">
  <p><label>User <input name="user"></label></p><p><label>Password <input name="password" type="password"></label></p>
  <button>Log in</button></form>`;

test('a person signs in by take-over, and the agent goes on signed in', options, async (t) => {
  const received: string[] = [];
  const { origin } = await site(t, {
    '/': (request, response) => {
      const isIn = request.headers.cookie?.includes('in=yes') ?? false;
      response.setHeader('content-type', 'text/html');
      response.end(isIn ? '<title>Account</title><h1>Hello ann</h1><a href="/">Orders</a>' : LOGIN);
    },
    '/in': (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        received.push(body);
        response.writeHead(303, { location: '/', 'set-cookie': 'in=yes; Path=/' }).end();
      });
    },
  });
  const served = await serve(t);
  const sessionId = 'agent';
  const { page, troubles } = await look(t, served);
  await page.getByText('No browser is active').waitFor();

  // The agent comes to the login page and waits for somebody.
  await served.post('open', { sessionId, url: `${origin}/` });
  const waiting = served.post('wait', { sessionId, until: { text: 'Hello ann' }, timeoutMs: 120_000 });

  await page.locator('.paper text', { hasText: 'Log in' }).waitFor();
  await page.getByRole('button', { name: 'Take over' }).click();
  await state(page).filter({ hasText: 'You are driving' }).waitFor();
  const refused = await served.post('read', { sessionId, timeoutMs: 50 });
  assert.deepEqual([refused.status, codeOf(refused)], [409, 'taken_over']);

  // The person clicks beside the label, where the field is, and goes on with the keyboard.
  const label = (await page.locator('.paper text', { hasText: 'User' }).boundingBox())!;
  await page.mouse.click(label.x + label.width + 30, label.y + label.height / 2);
  await page.keyboard.type('ann');
  await page.locator('.paper text', { hasText: 'ann' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse');
  await page.locator('.paper text', { hasText: '•••' }).waitFor();
  assert.ok(!(await page.content()).includes('correct horse'));
  await page.keyboard.press('Enter');
  await page.locator('.paper text', { hasText: 'Hello ann' }).waitFor();
  await page.getByRole('button', { name: 'Give back' }).click();
  await state(page).filter({ hasText: 'Agent is driving' }).waitFor();

  assert.equal((await waiting).status, 200);
  assert.deepEqual(received, ['user=ann&password=correct+horse']);
  const { body } = await served.post('open', { sessionId, url: `${origin}/` });
  assert.equal((body['page'] as { title: string }).title, 'Account');
  assert.deepEqual(troubles, []);
});

for (const [scheme, palette] of [
  ['light', LIGHT],
  ['dark', DARK],
] as const) {
  test(`the page is drawn in ${scheme} colours, with its texts where layout put them`, options, async (t) => {
    const served = await serve(t);
    const url = 'data:text/html,<body style="margin:0"><h1 style="margin:100px 0 0 200px">Hello</h1>';
    await served.post('open', { sessionId: 'a', url });
    const { page, troubles } = await look(t, served, scheme);
    const text = page.locator('.paper text', { hasText: 'Hello' });
    await text.waitFor();
    const colour = await page.evaluate<string>('getComputedStyle(document.querySelector(".paper text")).fill');
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(palette.text.slice(at, at + 2), 16));
    assert.equal(colour, `rgb(${red}, ${green}, ${blue})`);
    const paper = (await page.locator('.paper').boundingBox())!;
    const box = (await text.boundingBox())!;
    const scale = paper.width / 800;
    assert.ok(Math.abs((box.x - paper.x) / scale - 200) < 2);
    assert.ok(Math.abs((box.y - paper.y) / scale - 100) < 6);
    assert.ok(Math.abs(paper.height / paper.width - 600 / 800) < 0.01);
    assert.deepEqual(troubles, []);
  });
}

test('the keyboard alone is enough: it reaches every control, and F6 leaves the page', options, async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: 'data:text/html,<input placeholder="Type here">' });
  const { page } = await look(t, served);
  await page.locator('.paper text', { hasText: 'Type here' }).waitFor();
  const names: string[] = [];
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent'),
    );
  }
  for (const name of ['Address', 'Take over', 'Dark or light', 'Collapse', 'Steps']) {
    assert.ok(names.includes(name), `${name} is not among ${names.join(', ')}`);
  }
  await page.getByRole('button', { name: 'Take over' }).press('Enter');
  await state(page).filter({ hasText: 'You are driving' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'application');
  // Tab goes to the page now.
  await page.keyboard.press('Tab');
  await page.keyboard.type('hi');
  await page.locator('.paper text', { hasText: 'hi' }).waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await state(page).filter({ hasText: 'Agent is driving' }).waitFor();
});

test('the view is hidden without a browser, a bar when collapsed, and the page when expanded', options, async (t) => {
  const served = await serve(t);
  const { page } = await look(t, served);
  await page.locator('body[data-state=hidden]').waitFor();
  await served.post('open', { sessionId: 'a', url: 'data:text/html,Hello' });
  await page.locator('body[data-state=expanded]').waitFor();
  await page.getByRole('button', { name: 'Collapse' }).click();
  await page.locator('body[data-state=collapsed]').waitFor();
  await page.getByRole('button', { name: 'Browser active' }).press('Enter');
  await page.locator('.paper text', { hasText: 'Hello' }).waitFor();
  await served.post('close', { sessionId: 'a' });
  await page.locator('body[data-state=hidden]').waitFor();
});

test('steps, console and requests stand beside the page', options, async (t) => {
  const { origin } = await site(t, {
    '/': '<script>console.log("from the page")</script><button onclick="fetch(\'/data\')">Load</button>',
    '/data': 'x',
  });
  const served = await serve(t);
  const { page } = await look(t, served);
  const { body } = await served.post('open', { sessionId: 'a', url: `${origin}/` });
  const { els } = body['page'] as { els: { id: number }[] };
  await served.post('click', { sessionId: 'a', id: els[0]!.id });
  await page.getByText('Click button “Load”').first().waitFor();
  await page.getByRole('tab', { name: 'Console' }).click();
  await page.getByText('from the page').waitFor();
  await page.getByRole('tab', { name: 'Network' }).click();
  await page.getByText('/data', { exact: true }).waitFor();
});

test('an option of a list is chosen in a list of this window', options, async (t) => {
  const served = await serve(t);
  const html = '<select onchange="document.title=value"><option>Red<option>Green</select>';
  await served.post('open', { sessionId: 'a', url: `data:text/html,${html}` });
  const { page } = await look(t, served);
  await page.getByRole('button', { name: 'Take over' }).click();
  await state(page).filter({ hasText: 'You are driving' }).waitFor();
  await clickOn(page, 'Red');
  await page.locator('.list-box option', { hasText: 'Green' }).click();
  await page.locator('.paper text', { hasText: 'Green' }).waitFor();
});

test('what is done at the edge of the page is told within it, and in the same words later', options, async (t) => {
  const { origin } = await site(t, {
    '/': `<title>Edge</title><body style="margin: 0; height: 4000px">
      <button style="position: absolute; right: 0; top: 0" onclick="console.error('wrong')">Put this into the basket</button>`,
  });
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `${origin}/` });
  const { page } = await look(t, served);
  await page.locator('.paper text', { hasText: 'basket' }).waitFor();
  // The words fade away by themselves, so both boxes are of the moment at which they are there.
  const boxes = page.evaluate<Record<'width' | 'x' | 'y', number>[]>(`new Promise((resolve) => {
    const look = () => {
      const both = ['.ring-label', '.stage'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON());
      if (both.every(Boolean)) resolve(both);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  await served.post('click', { sessionId: 'a', ref: '@e1' });
  const [words, stage] = await boxes;
  assert.ok(words!.x >= stage!.x && words!.x + words!.width <= stage!.x + stage!.width);
  assert.ok(words!.y >= stage!.y);
  await served.post('scroll', { sessionId: 'a', direction: 'down', amount: 2_000 });
  await page.getByText('Scroll down, 2000').waitFor();
  await served.post('wait', { sessionId: 'a', for: 'button' });
  await page.getByText('Wait for button').waitFor();
  assert.ok(await page.locator('.step', { hasText: 'Click button “Put this into the basket”' }).isVisible());
  await page.getByRole('tab', { name: 'Console' }).click();
  await page.locator('.console .bad .what', { hasText: /^wrong$/ }).waitFor();
});

test('hostile text of a page stays text in the view', options, async (t) => {
  const hostile = '</text><img src=x onerror=alert(1)><script>alert(2)</script>';
  const { origin } = await site(t, {
    '/': `<title>${hostile.replaceAll('<', '&lt;')}</title><script>console.log(${JSON.stringify(hostile).replaceAll('<', '\\u003c')})</script>
      <p>${hostile.replaceAll('<', '&lt;')}</p><input placeholder="${hostile.replaceAll('<', '&lt;')}">
      <select><option>${hostile.replaceAll('<', '&lt;')}</select>`,
  });
  const served = await serve(t);
  const { page, troubles } = await look(t, served);
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  await served.post('open', { sessionId: 'a', url: `${origin}/?${encodeURIComponent(hostile)}` });
  await page.locator('.paper text', { hasText: 'onerror' }).first().waitFor();
  assert.equal(await page.locator('img, #app script, .paper script').count(), 0);
  assert.deepEqual([dialogs, troubles], [0, []]);
});

test('the token leaves the address, and the view comes back by itself when the server does', options, async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: 'data:text/html,Before' });
  const { page } = await look(t, served);
  await page.locator('.paper text', { hasText: 'Before' }).waitFor();
  assert.ok(!page.url().includes(TOKEN));
  await served.close();
  // The last picture stays, and it is said that it is an old one.
  await state(page).filter({ hasText: 'Reconnecting…' }).waitFor();
  assert.ok(await page.locator('.paper text', { hasText: 'Before' }).isVisible());
  const again = await serve(t, { port: served.port });
  await again.post('open', { sessionId: 'b', url: 'data:text/html,After' });
  await page.locator('.paper text', { hasText: 'After' }).waitFor();
});

test('a wrong token is told', options, async (t) => {
  const { url } = await serve(t);
  chromium ??= await launchChromium(path!);
  const page = await chromium.newPage();
  t.after(() => page.close());
  await page.goto(`${url}/#token=wrong`);
  await page.getByText('The server does not let this page in').waitFor();
});
