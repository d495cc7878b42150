/**
 * `npm run pack:check`: does the package work as users get it?
 *
 * Packs it, looks at what is in the tarball and how large it is, installs it in an empty project, and uses it there: as ES
 * module and by require(), on this Node and on Node 24, from the command line, and from TypeScript in the modes that resolve
 * packages. Then publint and attw have their say. Needs npm's registry. A tool: it runs on a developer's machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_BYTES = 10_000_000;
const OLDEST_NODE = '24';
const SHOWN_CHARS = 2_000;
/** Only these may be in the tarball. */
const EXPECTED =
  /^(dist\/|fixtures\/site\/|clients\/python\/|(README|CHANGELOG|SECURITY)\.md$|LICENSE$|package\.json$)/;

const PAGE = 'data:text/html,<title>Packed</title><button>Press</button>';
const USE = `
const run = async ({ AgentBrowser }, { layoutDocument }) => {
  const browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const session = await browser.session();
  const page = await session.goto(${JSON.stringify(PAGE)});
  const button = page.els.find((el) => el.tag === 'button');
  const result = await session.click(button.id);
  await browser.shutdown();
  const { boxes } = layoutDocument('<p>Hello', { viewport: [800, 600] });
  if (!result.ok || page.title !== 'Packed' || boxes.at(-1).w !== 784) throw new Error('wrong answer');
};
`;
const TYPED = `import { AgentBrowser, type SpatialDom } from 'agentbrowser';
import { layoutDocument } from 'agentbrowser/layout';
export async function open(url: string): Promise<SpatialDom> {
  const browser = await AgentBrowser.launch({ viewport: [1280, 800] });
  const session = await browser.session();
  const page: SpatialDom = await session.goto(url);
  const id: number = page.els[0]!.id + layoutDocument('', { viewport: [1, 1] }).boxes.length;
  // @ts-expect-error: ids are numbers or targets.
  await session.click(true);
  await session.click(id);
  return page;
}
`;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'agentbrowser-pack-'));
const project = join(folder, 'project');
let failures = 0;

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** One line for each check; a failure does not stop the others. */
function check(name: string, action: () => string | undefined): void {
  try {
    const told = action();
    console.log(`ok      ${name}${told === undefined ? '' : `: ${told}`}`);
  } catch (error) {
    failures++;
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    console.log(`FAILED  ${name}\n${(`${stdout}${stderr}` || message).slice(0, SHOWN_CHARS)}`);
  }
}

function pack(): string {
  const told = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], ROOT)) as
    | readonly Packed[]
    | Readonly<Record<string, Packed>>;
  const packed = Object.values(told)[0]!;
  check('only what is needed is packed', () => {
    const others = packed.files.filter(({ path }) => !EXPECTED.test(path)).map(({ path }) => path);
    if (others.length > 0) throw new Error(others.join('\n'));
    return `${packed.files.length} files`;
  });
  check(`at most ${MAX_BYTES / 1e6} MB`, () => {
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    if (packed.size > MAX_BYTES) throw new Error(`The tarball has ${megabytes(packed.size)}.`);
    return `${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked`;
  });
  return join(folder, packed.filename);
}

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

function checkTypes(name: string, file: string, options: object): void {
  check(`types, ${name}`, () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'esnext',
      skipLibCheck: true,
      types: ['node'],
      ...options,
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], project);
    return undefined;
  });
}

try {
  const tarball = pack();
  mkdirSync(project);
  write('package.json', '{ "private": true }');
  check('installs in an empty project', () => {
    // With the types of Node that every TypeScript project for Node has.
    run('npm', ['install', '--no-audit', '--no-fund', tarball, '@types/node'], project);
    return undefined;
  });
  write('use.mjs', `${USE}await run(await import('agentbrowser'), await import('agentbrowser/layout'));`);
  write('use.cjs', `${USE}run(require('agentbrowser'), require('agentbrowser/layout'));`);
  write('typed.mts', TYPED);
  write('typed.cts', TYPED);
  write('typed.ts', TYPED);
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{ "private": true }');
  check('tools are there', () => {
    const names = [`node@${OLDEST_NODE}`, 'publint', '@arethetypeswrong/cli'];
    run('npm', ['install', '--no-audit', '--no-fund', ...names], tools);
    return undefined;
  });
  const oldest = join(tools, 'node_modules/node/bin/node');
  for (const node of [process.execPath, oldest]) {
    for (const file of ['use.mjs', 'use.cjs']) {
      check(`${file === 'use.mjs' ? 'import' : 'require()'} on Node`, () => {
        run(node, [file], project);
        return run(node, ['--version'], project).trim();
      });
    }
  }
  check('the command line', () => {
    const page = run(join(project, 'node_modules/.bin/agentbrowser'), ['open', '--once', PAGE], project);
    if (!page.includes('button "Press"')) throw new Error(page);
    return undefined;
  });
  checkTypes('nodenext, ES module', 'typed.mts', { module: 'nodenext' });
  checkTypes('nodenext, CommonJS', 'typed.cts', { module: 'nodenext' });
  checkTypes('node16, ES module', 'typed.mts', { module: 'node16' });
  checkTypes('bundler', 'typed.ts', { module: 'esnext', moduleResolution: 'bundler' });
  check('publint', () => {
    run(process.execPath, [join(tools, 'node_modules/publint/src/cli.js'), 'run', tarball, '--strict'], tools);
    return undefined;
  });
  check('attw', () => {
    // Node has require() of ES modules since 22; the mode of Node 10 knows no exports.
    const args = [tarball, '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm'];
    run(process.execPath, [join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js'), ...args], tools);
    return undefined;
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
