/**
 * What differs from platform to platform, asked in one session of each: families of fonts, colours, voices, graphics, sound.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from '../session/real-session.ts';

const PAGE = '<!doctype html><title>Platform</title><p id=p>text</p>';

/** Script for the page: what it can find out about the machine, as JSON in `window.found`. */
const ASK = `(async () => {
  const span = document.createElement('span');
  span.style.cssText = 'position: absolute; white-space: nowrap';
  span.textContent = 'mmmmmmmmmmlli';
  document.body.append(span);
  const { measureText } = CanvasRenderingContext2D.prototype;
  const context = document.createElement('canvas').getContext('2d');
  const width = (family) => {
    span.style.font = context.font = '72px ' + family;
    const drawn = measureText.call(context, span.textContent).width;
    return Math.abs(drawn - span.getBoundingClientRect().width) < 1 ? span.offsetWidth : 'canvas says ' + drawn;
  };
  const installed = (families) => families.filter((family) => width('"' + family + '", monospace') !== width('monospace'));
  const local = async (family) => new FontFace('x', 'local("' + family + '")').load().then(() => true, () => false);
  const offline = new OfflineAudioContext(1, 5000, 44100);
  const oscillator = offline.createOscillator();
  const compressor = offline.createDynamicsCompressor();
  oscillator.type = 'triangle';
  oscillator.frequency.value = 10000;
  for (const [name, value] of Object.entries({ threshold: -50, knee: 40, ratio: 12, attack: 0, release: 0.25 })) compressor[name].value = value;
  oscillator.connect(compressor).connect(offline.destination);
  oscillator.start();
  const samples = (await offline.startRendering()).getChannelData(0).slice(4500);
  const voices = await new Promise((resolve) => {
    speechSynthesis.onvoiceschanged = () => resolve(speechSynthesis.getVoices().filter(({ localService }) => localService).map(({ name }) => name));
    speechSynthesis.getVoices();
  });
  const gl = document.createElement('canvas').getContext('webgl2');
  window.found = JSON.stringify({
    families: installed(['Segoe UI', 'Consolas', 'Helvetica Neue', 'Avenir', 'Verdana', 'DejaVu Sans', 'Liberation Serif', 'Nonsense']),
    local: [await local('Segoe UI'), await local('Helvetica Neue'), await local('DejaVu Sans'), await local('Nonsense')],
    colour: [screen.colorDepth, matchMedia('(color-gamut: p3)').matches, matchMedia('(color: ' + screen.colorDepth / 3 + ')').matches],
    voices: voices.slice(0, 2),
    viewport: [...gl.getParameter(gl.MAX_VIEWPORT_DIMS)].join() + ' ' + gl.getParameter(gl.MAX_VERTEX_UNIFORM_COMPONENTS),
    rate: new AudioContext().sampleRate,
    sum: samples.reduce((all, sample) => all + Math.abs(sample), 0),
  });
})()`;

interface Found {
  readonly families: readonly string[];
  readonly local: readonly boolean[];
  readonly colour: readonly unknown[];
  readonly voices: readonly string[];
  readonly viewport: string;
  readonly rate: number;
  readonly sum: number;
}

const PLATFORMS = ['linux', 'windows', 'macos'] as const;

test('each platform has its own families, colours, voices, graphics and sound, and no others', async (t) => {
  const sums: number[] = [];
  const facts: Record<string, Omit<Found, 'sum'>> = {};
  for (const profile of PLATFORMS) {
    const { evaluate, wait } = await openReal(t, PAGE, { viewport: [1280, 720], profile, seed: 9 });
    await evaluate(`${ASK}; 1`);
    await wait({ settled: true });
    const { sum, ...rest } = JSON.parse(String(await evaluate('window.found'))) as Found;
    sums.push(sum);
    facts[profile] = rest;
  }
  assert.deepEqual(facts['windows']!.families, ['Segoe UI', 'Verdana']);
  assert.deepEqual(facts['macos']!.families, ['Helvetica Neue', 'Avenir', 'Verdana']);
  assert.deepEqual(facts['linux']!.families, ['DejaVu Sans', 'Liberation Serif']);
  assert.deepEqual(
    PLATFORMS.map((platform) => facts[platform]!.local.join()),
    ['false,false,true,false', 'true,false,false,false', 'false,true,false,false'],
  );
  assert.deepEqual(
    PLATFORMS.map((platform) => facts[platform]!.colour.join()),
    ['24,false,true', '24,false,true', '30,true,true'],
  );
  assert.deepEqual(facts['linux']!.voices, []);
  assert.match(facts['windows']!.voices[0]!, /^Microsoft David/);
  assert.equal(facts['macos']!.voices[0], 'Samantha');
  assert.equal(facts['windows']!.viewport, '32767,32767 16380');
  assert.equal(facts['macos']!.viewport, '16384,16384 4096');
  assert.deepEqual(
    PLATFORMS.map((platform) => facts[platform]!.rate),
    [44_100, 48_000, 48_000],
  );
  // Between the sums that Chromes of these platforms give, and one for each.
  for (const sum of sums) assert.ok(sum > 124.0434 && sum < 124.0435, `${sum}`);
  assert.equal(new Set(sums).size, PLATFORMS.length);
});
