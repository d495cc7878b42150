/** Pages with a real session around them: requests, cookies, storage and history as a whole. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { EngineSession } from '../../src/session/session.ts';
import { type Answer, site, socketHead, untilDone } from '../site.ts';

async function visit(t: TestContext, answers: Record<string, Answer>, path = '/') {
  const server = await site(t, answers);
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  await session.goto(`${server.origin}${path}`, 20_000);
  const log = () =>
    session
      .events(0)
      .filter(({ kind }) => kind === 'console')
      .map(({ message }) => message);
  return { ...server, session, log };
}

test('fetch gives status, headers and JSON', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>fetch('/data?x=1', { method: 'POST', body: JSON.stringify({ a: 1 }), headers: { 'X-Own': 'yes' } })
      .then(async (response) => console.log(response.status, response.headers.get('x-said'), JSON.stringify(await response.json())))</script>`,
    '/data': (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'application/json', 'x-said': String(request.headers['x-own']) });
        response.end(JSON.stringify({ body, type: request.headers['content-type'] }));
      });
    },
  });
  assert.deepEqual(log(), ['201 yes {"body":"{\\"a\\":1}","type":"text/plain;charset=UTF-8"}']);
});

test('bytes come and go as they are', async (t) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const { log } = await visit(t, {
    '/': `<script>(async () => {
      const buffer = await (await fetch('/bytes')).arrayBuffer();
      const answer = await fetch('/echo', { method: 'PUT', body: buffer });
      const back = new Uint8Array(await answer.arrayBuffer());
      console.log(buffer.byteLength, back.length, back.every((byte, index) => byte === index));
    })()</script>`,
    '/bytes': { type: 'application/octet-stream', body: bytes },
    '/echo': (request, response) => void request.pipe(response),
  });
  assert.deepEqual(log(), ['256 256 true']);
});

test('a body can be read while it comes', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>(async () => {
      const response = await fetch('/slow');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) { const { value, done } = await reader.read(); if (done) break; console.log(value); }
    })()</script>`,
    '/slow': (_request, response) => {
      response.write('one');
      setTimeout(() => response.end('two'), 50);
    },
  });
  assert.equal(log().join(''), 'onetwo');
});

test('an aborted fetch rejects with the reason', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>const controller = new AbortController();
      fetch('/never', { signal: controller.signal }).catch((error) => console.log(error.name));
      setTimeout(() => controller.abort(), 10)</script>`,
    '/never': () => undefined,
  });
  assert.deepEqual(log(), ['AbortError']);
});

test('a page on another origin is not readable without CORS', async (t) => {
  const other = await site(t, { '/': 'secret' });
  const { log } = await visit(t, {
    '/': `<script>fetch('${other.origin}/').catch((error) => console.log(error.name, error.message));
      fetch('${other.origin}/', { mode: 'no-cors' }).then(async (response) => console.log(response.type, response.status, await response.text()))</script>`,
  });
  assert.deepEqual(log().sort(), ['TypeError Failed to fetch', 'opaque 0 ']);
});

test('XMLHttpRequest goes through its states', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>const xhr = new XMLHttpRequest();
      xhr.onreadystatechange = () => console.log('state', xhr.readyState);
      for (const type of ['loadstart', 'progress', 'load', 'loadend']) xhr['on' + type] = (event) => console.log(type, event.loaded);
      xhr.open('GET', '/text'); xhr.send();</script>`,
    '/text': { type: 'text/plain', body: 'héllo' },
  });
  assert.deepEqual(log(), [
    'state 1',
    'loadstart 0',
    'state 2',
    'state 3',
    'progress 6',
    'state 4',
    'load 6',
    'loadend 6',
  ]);
});

test('XMLHttpRequest gives JSON, buffers, blobs and documents', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>const get = (type, url) => new Promise((resolve) => {
        const xhr = new XMLHttpRequest(); xhr.open('GET', url); xhr.responseType = type; xhr.onload = () => resolve(xhr.response); xhr.send(); });
      (async () => {
        console.log((await get('json', '/json')).a, (await get('arraybuffer', '/json')).byteLength);
        console.log((await get('blob', '/json')).type, (await get('document', '/page')).querySelector('b').textContent);
      })()</script>`,
    '/json': { type: 'application/json', body: '{"a":5}' },
    '/page': '<p>x<b>bold</b>',
  });
  assert.deepEqual(log(), ['5 7', 'application/json bold']);
});

test('a synchronous XMLHttpRequest waits for its answer', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>const xhr = new XMLHttpRequest(); xhr.open('GET', '/text', false); xhr.send();
      console.log(xhr.status, xhr.responseText, xhr.getResponseHeader('content-type'))</script>`,
    '/text': { type: 'text/plain', body: 'now' },
  });
  assert.deepEqual(log(), ['200 now text/plain']);
});

test('cookies go from server to script and back', async (t) => {
  const { log } = await visit(t, {
    '/': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': ['a=1', 'secret=2; HttpOnly'] });
      response.end(`<script>document.cookie = 'b=3'; console.log(document.cookie);
        fetch('/seen').then((response) => response.text()).then((text) => console.log(text))</script>`);
    },
    '/seen': (request, response) => void response.end(request.headers.cookie),
  });
  assert.deepEqual(log(), ['a=1; b=3', 'a=1; secret=2; b=3']);
});

test('localStorage survives a reload', async (t) => {
  const { session, log, origin } = await visit(t, {
    '/': `<script>localStorage.count = Number(localStorage.getItem('count') ?? 0) + 1; sessionStorage['x y'] = 'z';
      console.log(localStorage.count, Object.keys(localStorage).join(), 'x y' in sessionStorage)</script>`,
  });
  await session.reload(20_000);
  await session.goto(`${origin}/`, 20_000);
  assert.deepEqual(log(), ['1 count true', '2 count true', '3 count true']);
});

test('history leads through documents and within them', async (t) => {
  const page = (name: string) => `<title>${name}</title><script>
    console.log(document.title, location.pathname, history.length, JSON.stringify(history.state));
    onpopstate = (event) => console.log('popstate', location.pathname, JSON.stringify(event.state));
    if (location.pathname === '/a') { history.replaceState({ at: 'a' }, ''); history.pushState({ at: 'sub' }, '', '/a/sub'); }
  </script>`;
  const { session, log, origin } = await visit(t, { '/a': page('A'), '/a/sub': page('A'), '/b': page('B') }, '/a');
  await session.goto(`${origin}/b`, 20_000);
  await session.back(20_000);
  await session.back(20_000);
  await session.forward(20_000);
  assert.deepEqual(log(), [
    'A /a 1 null',
    'B /b 3 null',
    'A /a/sub 3 {"at":"sub"}',
    'popstate /a {"at":"a"}',
    'popstate /a/sub {"at":"sub"}',
  ]);
});

test('a page hears that it is left', async (t) => {
  const { session, origin } = await visit(t, {
    '/': `<script>for (const type of ['beforeunload', 'pagehide', 'unload'])
      addEventListener(type, () => { localStorage.log = (localStorage.log ?? '') + type + ' ' });
      document.addEventListener('visibilitychange', () => { localStorage.log += document.visibilityState + ' ' })</script>`,
    '/b': '<script>console.log(localStorage.log)</script>',
  });
  await session.goto(`${origin}/b`, 20_000);
  assert.deepEqual(
    session
      .events(0)
      .filter(({ kind }) => kind === 'console')[0]
      ?.message.trim(),
    'beforeunload pagehide hidden unload',
  );
});

test('a web socket talks', async (t) => {
  const server = createServer();
  server.on('upgrade', (request, socket) => {
    socket.write(socketHead(request, 'Sec-WebSocket-Protocol: chat'));
    const frame = (bytes: Buffer, opcode: number) => Buffer.concat([Buffer.from([opcode, bytes.length]), bytes]);
    // What comes is masked and short: the answer is its text, and the page's origin; then a close is answered.
    socket.on('data', (data: Buffer) => {
      const mask = data.subarray(2, 6);
      const payload = data.subarray(6, 6 + (data[1]! & 127)).map((byte, index) => byte ^ mask[index % 4]!);
      if ((data[0]! & 15) === 8) socket.end(frame(Buffer.from(payload), 0x88));
      else socket.write(frame(Buffer.from(`${payload.toString()} ${request.headers.origin}`), 0x81));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { log, origin } = await visit(t, {
    '/': `<script>const socket = new WebSocket('ws://127.0.0.1:${port}/socket', ['chat']);
      socket.onopen = () => { console.log('open', socket.protocol, socket.readyState); socket.send('hi') };
      socket.onmessage = ({ data }) => { console.log(data); socket.close(1000, 'bye') };
      socket.onclose = ({ code, wasClean }) => { console.log('close', code, wasClean); fetch('/done') };
      fetch('/wait');</script>`,
    ...untilDone(),
  });
  assert.deepEqual(log(), ['open chat 1', `hi ${origin}`, 'close 1000 true']);
});

test('a server that is no web socket closes it', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>const socket = new WebSocket('/text'); socket.onerror = () => console.log('error');
      socket.onclose = ({ code, wasClean }) => console.log('close', code, wasClean);</script>`,
    '/text': 'x',
  });
  assert.deepEqual(log(), ['error', 'close 1006 false']);
});

test('an event source reads events', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>const source = new EventSource('/events');
      source.onmessage = ({ data, lastEventId }) => console.log('message', JSON.stringify(data), lastEventId);
      source.addEventListener('own', ({ data }) => { console.log('own', data); source.close(); fetch('/done') });
      fetch('/wait').then(() => console.log(source.readyState));</script>`,
    ...untilDone(),
    '/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hello\n\nid: 7\ndata: one\ndata: two\n\n');
      response.write('event: own\r\ndata: x\r\n\r\n');
    },
  });
  assert.deepEqual(log(), ['message "one\\ntwo" 7', 'own x', '2']);
});

test('an event source that begins again says which event was its last', async (t) => {
  const last: (string | undefined)[] = [];
  const { log } = await visit(t, {
    '/': `<script>const source = new EventSource('/events');
      source.onmessage = ({ data }) => { console.log(data); if (data === '3') { source.close(); fetch('/done') } };
      fetch('/wait');</script>`,
    ...untilDone(),
    '/events': (request, response) => {
      const id = request.headers['last-event-id'] as string | undefined;
      last.push(id === undefined ? id : Buffer.from(id, 'latin1').toString());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // The second event never ends, so its number does not count.
      response.end(last.length < 3 ? `retry: 1\nid: …\ndata: ${last.length}\n\nid: 9\ndata: half\n` : 'data: 3\n\n');
    },
  });
  assert.deepEqual(log(), ['1', '2', '3']);
  assert.deepEqual(last, [undefined, '…', '…']);
});

test('a beacon is sent while the page is left', async (t) => {
  const sent = Promise.withResolvers<string | undefined>();
  const { session, origin } = await visit(t, {
    '/': `<script>addEventListener('pagehide', () => console.log(navigator.sendBeacon('/beacon', 'bye')))</script>`,
    '/b': 'x',
    '/beacon': (request, response) => {
      response.end();
      sent.resolve(request.method);
    },
  });
  await session.goto(`${origin}/b`, 20_000);
  assert.equal(await sent.promise, 'POST');
});

test('dialogs are answered by the policy, and told', async (t) => {
  const { session, log } = await visit(t, {
    '/': `<script>alert('a'); console.log(confirm('b'), prompt('c', 'd'))</script>`,
  });
  assert.deepEqual(log(), ['false null']);
  const dialogs = session.events(0).filter(({ kind }) => kind === 'dialog');
  assert.deepEqual(
    dialogs.map(({ message }) => message),
    ['alert: a', 'confirm: b', 'prompt: c'],
  );
});

test('crypto makes random numbers, digests and signatures', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>(async () => {
      const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      console.log(hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc'))).slice(0, 16));
      const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify']);
      const data = new Uint8Array([1, 2, 3]);
      console.log(key.type, await crypto.subtle.verify('HMAC', key, await crypto.subtle.sign('HMAC', key, data), data));
      console.log(new Set(crypto.getRandomValues(new Uint32Array(8))).size, /^[0-9a-f-]{36}$/.test(crypto.randomUUID()));
    })()</script>`,
  });
  assert.deepEqual(log(), ['ba7816bf8f01cfea', 'secret true', '8 true']);
});

test('texts in the encodings of old are read', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>console.log(new TextDecoder('shift_jis').decode(new Uint8Array([0x93, 0xfa, 0x96, 0x7b])));
      const decoder = new TextDecoder('gbk');
      console.log(decoder.decode(new Uint8Array([0xd6]), { stream: true }) + decoder.decode(new Uint8Array([0xd0])))</script>`,
  });
  assert.deepEqual(log(), ['日本', '中']);
});

test('a window that the page opens without a person is not there', async (t) => {
  const { session, log } = await visit(t, { '/': `<script>console.log(window.open('/other', 'x'))</script>` });
  assert.deepEqual(log(), ['null']);
  assert.equal(session.events(0, { kinds: ['popup'] }).length, 0);
});

test('a cache keeps responses', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>(async () => { const cache = await caches.open('v1'); await cache.add('/data');
      console.log(await (await caches.match('/data#x')).text(), (await cache.keys()).length, await cache.delete('/data'), await caches.match('/data'));
    })()</script>`,
    '/data': { type: 'text/plain', body: 'kept' },
  });
  assert.deepEqual(log(), ['kept 1 true undefined']);
});

test('what is compressed comes back', async (t) => {
  const { log } = await visit(t, {
    '/': `<script>(async () => { const through = (stream, transform) => new Response(stream.pipeThrough(transform));
      const small = await through(new Blob(['a'.repeat(1000)]).stream(), new CompressionStream('gzip')).arrayBuffer();
      const text = await through(new Blob([small]).stream(), new DecompressionStream('gzip')).text();
      console.log(small.byteLength < 100, text.length) })()</script>`,
  });
  assert.deepEqual(log(), ['true 1000']);
});
