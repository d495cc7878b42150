/**
 * The text of web-apis.md: the list of what a page finds in its realm, by looking into one.
 */
import { DEFAULT_PROFILE } from '../src/identity/profile.ts';
import { PageIsolate } from '../src/isolate/isolate.ts';
import { INTERFACES } from '../src/page/window/interface-table.ts';
import { PRETENDED } from '../src/page/window/pretended.ts';

/** Interfaces of the table whose objects pages get: see src/page/window/lazy-interfaces.ts. */
const GIVEN_OUT =
  'BarProp BatteryManager CrashReportContext CredentialsContainer DevicePosture GPU HID Ink Keyboard KeyboardLayoutMap Lock ' +
  'LockManager MediaCapabilities MediaDevices MediaMetadata MediaSession MediaStream NavigatorLogin NavigatorManagedData ' +
  'Presentation Scheduling Serial SpeechSynthesis SpeechSynthesisUtterance StorageBucketManager StorageManager TrustedHTML ' +
  'TrustedScript TrustedScriptURL TrustedTypePolicy TrustedTypePolicyFactory USB UserActivation ViewTransition Viewport ' +
  'VirtualKeyboard WakeLock WebGL2RenderingContext WebGLRenderingContext WebGLShaderPrecisionFormat WindowControlsOverlay ' +
  'XRSystem';

interface InterfaceFacts {
  readonly name: string;
  readonly parent: string | null;
  readonly attributes: readonly string[];
  readonly methods: readonly string[];
  readonly statics: readonly string[];
}

interface RealmFacts {
  readonly interfaces: readonly InterfaceFacts[];
  readonly functions: readonly string[];
  readonly objects: readonly string[];
}

/** Runs in the page. Names that ECMAScript itself gives are left out: V8 has them all. */
const LOOK = `(() => {
  const language = new Set(['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN',
    'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError',
    'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'SuppressedError', 'globalThis', 'JSON',
    'Math', 'Intl', 'ArrayBuffer', 'Atomics', 'SharedArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array',
    'Int16Array', 'Uint32Array', 'Int32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray',
    'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'Iterator', 'WeakMap', 'WeakSet', 'WeakRef',
    'Proxy', 'Reflect', 'FinalizationRegistry', 'DisposableStack', 'AsyncDisposableStack', 'Temporal', 'WebAssembly',
    'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite',
    'isNaN', 'console']);
  const interfaces = [], functions = [], objects = [];
  const isMethod = (descriptor) => typeof descriptor.value === 'function';
  for (const name of Object.getOwnPropertyNames(globalThis).sort()) {
    if (language.has(name) || name.startsWith('on')) continue;
    const value = globalThis[name];
    const isClass = typeof value === 'function' && /^[A-Z]/.test(name) && typeof value.prototype === 'object';
    if (!isClass) {
      (typeof value === 'function' ? functions : objects).push(name);
      continue;
    }
    const own = (object, test) => Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([key, descriptor]) => key !== 'constructor' && test(key, descriptor)).map(([key]) => key).sort();
    const above = Object.getPrototypeOf(value);
    interfaces.push({
      name,
      parent: typeof above === 'function' && above.name !== '' ? above.name : null,
      attributes: own(value.prototype, (key, descriptor) => descriptor.get !== undefined && !key.startsWith('on')),
      methods: own(value.prototype, (key, descriptor) => isMethod(descriptor)),
      statics: own(value, (key, descriptor) => isMethod(descriptor)),
    });
  }
  return JSON.stringify({ interfaces, functions, objects });
})()`;

async function lookIntoRealm(): Promise<RealmFacts> {
  const isolate = await PageIsolate.create();
  try {
    await isolate.open({
      url: 'https://example.com/',
      contentType: 'text/html',
      encoding: 'UTF-8',
      referrer: '',
      scripting: true,
      profile: DEFAULT_PROFILE,
      timeOrigin: 0,
    });
    await isolate.feed('<!doctype html>', true);
    return JSON.parse(String(await isolate.evaluate(LOOK))) as RealmFacts;
  } finally {
    isolate.dispose();
  }
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ');

function describe({ name, parent, attributes, methods, statics }: InterfaceFacts): string {
  const lines = [`- **${name}**${parent === null ? '' : ` (${parent})`}`];
  if (attributes.length > 0) lines.push(`  ${code(attributes)}`);
  if (methods.length > 0) lines.push(`  ${code(methods.map((each) => `${each}()`))}`);
  if (statics.length > 0) lines.push(`  static ${code(statics.map((each) => `${each}()`))}`);
  return lines.join('\n');
}

/** Interfaces of the table, but for those whose objects are given out. */
const BY_NAME = new Set(INTERFACES.split('|').map((line) => line.slice(0, line.indexOf(' '))));
for (const name of GIVEN_OUT.split(' ')) BY_NAME.delete(name);

function writeDocument({ interfaces: all, functions, objects }: RealmFacts): string {
  const interfaces = all.filter(({ name }) => !BY_NAME.has(name));
  const names = all.map(({ name }) => name).filter((name) => BY_NAME.has(name));
  const members = interfaces.reduce((sum, each) => sum + each.attributes.length + each.methods.length, 0);
  const pretended = PRETENDED.map(({ name, what }) => `- \`${name}\`: ${what}`);
  return `# Web APIs

What a page finds in its realm, besides the language itself, which is V8's. Made by \`npm run docs\` from a realm: do not
edit it. What is not in the list is absent, as \`typeof\` tells a page; nothing throws 'not implemented'.

${interfaces.length} interfaces with ${members} attributes and methods of their own; \`on…\` event handlers are left out.

## Answers without the thing itself

These are there because pages break without them. They answer as a browser does whose user has said no, or has nothing:

${pretended.join('\n')}

## Functions

${code(functions.map((each) => `${each}()`))}

## Objects and values

${code(objects)}

## Interfaces

${interfaces.map(describe).join('\n')}

## Names without objects

${names.length} interfaces of Chrome stand on the window with their members, because pages look whether they are there, and
nothing gives objects of them. 'new' is refused as in Chrome, or with \`NotSupportedError\`, as where a device is missing;
events can be made.

${code(names)}
`;
}

export async function webApisText(): Promise<string> {
  return writeDocument(await lookIntoRealm());
}
