/**
 * Tests that are only a script: the page around them.
 *
 * In:  the text of `x.any.js` or `x.window.js` with its `// META:` lines. Out: the document that runs it in a window.
 *
 * https://web-platform-tests.org/writing-tests/testharness.html#multi-global-tests
 */

export interface ScriptMeta {
  readonly title: string | null;
  readonly scripts: readonly string[];
  readonly variants: readonly string[];
  /** In which kinds of global the test runs. */
  readonly globals: readonly string[];
  readonly isLong: boolean;
}

export function readMeta(script: string): ScriptMeta {
  const meta = { title: null as string | null, scripts: [] as string[], variants: [] as string[], isLong: false };
  let globals = ['window', 'dedicatedworker'];
  for (const line of script.split('\n')) {
    const match = /^\/\/\s*META:\s*(\w+)=(.*?)\s*$/.exec(line);
    if (match === null) {
      if (/^\s*(?:\/\/.*)?$/.test(line)) continue;
      break;
    }
    const [, key, value = ''] = match;
    if (key === 'title') meta.title = value;
    else if (key === 'script') meta.scripts.push(value);
    else if (key === 'variant') meta.variants.push(value);
    else if (key === 'timeout') meta.isLong = value === 'long';
    else if (key === 'global') globals = value.split(',').map((each) => each.trim());
  }
  return { ...meta, globals };
}

/** The document for a script test at `path`, which ends in `.any.html` or `.window.html`. */
export function wrapScript(script: string, path: string): string {
  const { title, scripts, isLong } = readMeta(script);
  const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const sources = scripts.map((each) => `<script src="${each.replaceAll('"', '%22')}"></script>`).join('\n');
  return `<!doctype html>
<meta charset=utf-8>
${isLong ? '<meta name="timeout" content="long">' : ''}
${title === null ? '' : `<title>${asText(title)}</title>`}
<script>
self.GLOBAL = { isWindow: () => true, isWorker: () => false, isShadowRealm: () => false };
</script>
<script src="/resources/testharness.js"></script>
<script src="/resources/testharnessreport.js"></script>
${sources}
<div id=log></div>
<script src="${path.replace(/\.html$/, '.js')}"></script>
`;
}
