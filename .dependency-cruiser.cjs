/**
 * The import rule of the house as data: which room may import which, and which packages belong to which room.
 * Type imports count. See src/README.md for the rooms.
 */
const GROUND = '^src/(errors|file-error|made-files|geometry|limits|clock|invariant|resource-types)\\.ts$';
/** Tools that make the files they stand beside. They run on a developer's machine, never in the engine. */
const TOOLS = '/(generate[^/]*|font-file|read-[^/]*|build-[^/]*)\\.ts$';

/** room: [rooms it may import, packages it may import, whether Node's modules are allowed] */
const ROOMS = {
  identity: [[], [], false],
  net: [['identity'], ['undici', 'http-cache-semantics', 'wreq-js', 'unpdf', 'tldts'], true],
  html: [[], ['parse5'], false],
  style: [['html'], [], false],
  layout: [['html', 'style'], ['yoga-layout'], false],
  spatial: [['html', 'style', 'layout'], [], false],
  page: [['html', 'style', 'layout', 'spatial', 'identity'], [], false],
  isolate: [['page'], ['isolated-vm', 'es-module-lexer'], true],
  vault: [[], ['@noble/ciphers', '@noble/hashes', 'otplib'], true],
  login: [['html', 'spatial', 'vault'], ['imapflow'], true],
  session: [['identity', 'net', 'html', 'style', 'layout', 'spatial', 'page', 'isolate', 'vault', 'login'], [], true],
  protocol: [['spatial', 'session'], ['zod'], false],
  client: [['protocol', 'session', 'spatial'], [], true],
  server: [['protocol', 'client', 'spatial'], ['zod'], true],
  agent: [['protocol', 'client', 'spatial'], ['zod'], true],
  worker: [['protocol', 'client', 'agent'], ['bullmq', 'ioredis', 'zod'], true],
  mcp: [['protocol', 'client', 'spatial', 'server', 'agent'], ['@modelcontextprotocol/sdk', 'zod'], true],
  // The tokenizer is a development dependency: the demo counts tokens with it where it is installed.
  cli: [['protocol', 'client', 'spatial', 'server', 'mcp', 'agent', 'worker'], ['gpt-tokenizer'], true],
};

const escapeSlash = (name) => name.replaceAll('/', '\\/');

const roomRules = Object.entries(ROOMS).flatMap(([room, [rooms, packages, node]]) => {
  const from = { path: `^src/${room}/`, pathNot: TOOLS };
  const allowedRooms = [room, ...rooms].map((each) => `^src/${each}/`);
  const rules = [
    {
      name: `${room}: rooms`,
      comment: `'${room}' may import only itself, the ground${rooms.length ? ` and ${rooms.join(', ')}` : ''}.`,
      severity: 'error',
      from,
      to: { path: '^src/', pathNot: [GROUND, ...allowedRooms] },
    },
    {
      name: `${room}: packages`,
      comment: `'${room}' may import only the packages listed for it.`,
      severity: 'error',
      from,
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
        pathNot: packages.length ? packages.map((each) => `node_modules/${escapeSlash(each)}/`) : ['^$'],
      },
    },
  ];
  if (!node) {
    rules.push({
      name: `${room}: no Node`,
      comment: `'${room}' runs inside the isolate too, where there is no Node.`,
      severity: 'error',
      from,
      to: { dependencyTypes: ['core'] },
    });
  }
  return rules;
});

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'no cycles',
      comment: 'A cycle means that two files are one, or that a port is missing. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'isolated-vm in one file',
      comment: 'The other files use its types only.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/isolate/(isolate|isolate-gate|open-document|open-worker|document-workers|document-frames|isolate-calls|page-scripts|document-modules|at-rest|ready-contexts|realm-ports|script-budget)\\.ts$',
      },
      to: { path: 'node_modules/isolated-vm/' },
    },
    {
      name: 'yoga in one file',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/layout/flex/yoga\\.ts$' },
      to: { path: 'node_modules/yoga-layout/' },
    },
    {
      name: 'formatting contexts do not import each other',
      severity: 'error',
      from: { path: '^src/layout/(flow|inline|flex|grid|table)/' },
      to: { path: '^src/layout/(flow|inline|flex|grid|table)/', pathNot: '^src/layout/$1/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
