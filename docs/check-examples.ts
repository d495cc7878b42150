/**
 * Checks the types of every TypeScript example in README.md and docs/, so that they say what can be done.
 *
 * In:  the code blocks, each put into a function that is given a browser, a session and a page. Out: what is wrong, by page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const DOCS = new URL('./', import.meta.url);
const ROOT = fileURLToPath(new URL('..', DOCS));
/** Made from doc comments, whose examples are short of everything around them. */
const MADE = new Set(['api.md', 'web-apis.md']);

/** Names that examples use without saying where they come from. */
const GIVEN = {
  browser: 'AgentBrowser',
  session: 'Session',
  page: 'SpatialDom',
  url: 'string',
  model: 'any',
  passphrase: 'string',
  newOne: 'string',
  passphraseOfTheExport: 'string',
  other: 'AgentBrowser',
  askTheUser: '(question: string) => Promise<string>',
} as const;

interface Example {
  /** Such as 'docs/actions.md, example 2'. */
  readonly name: string;
  readonly code: string;
}

function examples(): Example[] {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md') && !MADE.has(name));
  return ['../README.md', ...pages].flatMap((page) =>
    [...readFileSync(new URL(page, DOCS), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code], at) => ({
      name: `${page.startsWith('../') ? page.slice(3) : `docs/${page}`}, example ${at + 1}`,
      code: code!,
    })),
  );
}

/** A module: the imports of the example, and a function with the rest. */
function moduleOf({ code }: Example): string {
  const lines = code.split('\n');
  const imports = lines
    .filter((line) => line.startsWith('import '))
    .join('\n')
    .replaceAll("'agentbrowser/layout'", "'../src/layout-document.ts'")
    .replaceAll("'agentbrowser'", "'../src/index.ts'");
  const body = lines.filter((line) => !line.startsWith('import ')).join('\n');
  const isDeclared = (name: string) => new RegExp(`\\b(?:const|let|using) (?:[{[][^=]*)?\\b${name}\\b`).test(body);
  const parameters = Object.entries(GIVEN).filter(([name]) => !isDeclared(name));
  const types = ['AgentBrowser', 'Session', 'SpatialDom'].filter((name) => !new RegExp(`\\b${name}\\b`).test(imports));
  return `${imports}
import { ${types.join(', ')} } from '../src/index.ts';
export async function example(${parameters.map(([name, type]) => `${name}: ${type}`).join(', ')}) {
${body}
}
`;
}

/** What is wrong with the examples; empty when all are right. */
export function wrongExamples(): string[] {
  const all = examples();
  const files = new Map(all.map((example, at) => [`${ROOT}docs/example-${at}.ts`, example]));
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    // An example may take what it looks for to be there.
    {
      ...config.compilerOptions,
      strict: false,
      exactOptionalPropertyTypes: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      verbatimModuleSyntax: false,
      isolatedModules: false,
    },
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const textOf = (path: string) => (files.has(path) ? moduleOf(files.get(path)!) : undefined);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => textOf(path) ?? readFile(path);
  host.getSourceFile = (path, language) => {
    const text = textOf(path);
    return text === undefined ? getSourceFile(path, language) : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files].flatMap(([path, { name }]) => {
    const file = program.getSourceFile(path)!;
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}
