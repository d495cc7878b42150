/**
 * The text of api.md: every public name with its doc comment, read from the sources.
 *
 * In:  src/index.ts and src/layout-document.ts, and what they export, by syntax alone; types that only the checker knows are
 *      asked for by name.
 * Out: Markdown. A test compares it with the file: what changes in a doc comment changes there.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What a name stands for, wherever it is declared. */
interface Found {
  readonly name: string;
  readonly declaration: ts.Statement;
  readonly file: ts.SourceFile;
}

/** What a reader looks for first; the rest follows in the order of src/index.ts. */
const FIRST = ['AgentBrowser', 'Session', 'Auth', 'runAgent'];

const SRC = new URL('../src/', import.meta.url);
const parsed = new Map<string, ts.SourceFile>();

function parse(url: URL): ts.SourceFile {
  let file = parsed.get(url.href);
  if (file === undefined) {
    file = ts.createSourceFile(url.href, readFileSync(url, 'utf8'), ts.ScriptTarget.Latest, true);
    parsed.set(url.href, file);
  }
  return file;
}

const textOf = (node: ts.Node): string => (node as ts.StringLiteral).text;

/** The names that an entry exports, by the file that it has each from. */
function exportedNames(entry: URL): { readonly name: string; readonly from: URL }[] {
  const file = parse(entry);
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && statement.exportClause) {
      const from = new URL(textOf(statement.moduleSpecifier), entry);
      return (statement.exportClause as ts.NamedExports).elements.map(({ name }) => ({ name: textOf(name), from }));
    }
    const isExported = (ts.getCombinedModifierFlags(statement as never) & ts.ModifierFlags.Export) !== 0;
    const name = isExported ? declaredName(statement) : null;
    return name === null ? [] : [{ name, from: entry }];
  });
}

function declaredName(statement: ts.Statement): string | null {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]!.name.getText();
  return (statement as { name?: ts.Identifier }).name?.text ?? null;
}

/** Where a name is declared: in this file, or in the one that this file has it from. */
function find(name: string, from: URL): Found {
  const file = parse(from);
  const declaration = file.statements.find((statement) => declaredName(statement) === name);
  if (declaration !== undefined) return { name, declaration, file };
  for (const statement of file.statements) {
    const named =
      ts.isImportDeclaration(statement) && statement.importClause?.namedBindings
        ? (statement.importClause.namedBindings as ts.NamedImports).elements
        : ts.isExportDeclaration(statement) && statement.exportClause
          ? (statement.exportClause as ts.NamedExports).elements
          : [];
    if ([...named].some((each) => textOf(each.name) === name)) {
      const specifier = (statement as ts.ImportDeclaration).moduleSpecifier;
      if (specifier !== undefined) return find(name, new URL(textOf(specifier), from));
    }
  }
  throw new Error(`${name} is not declared in ${from.pathname}, nor imported there.`);
}

/** What a doc comment says: its text, and its examples as code. */
function describe(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const comment = docs.at(-1);
  if (comment === undefined) return '';
  const told = ts.getTextOfJSDocComment(comment.comment)?.trim() ?? '';
  const examples = (comment.tags ?? [])
    .filter((tag) => tag.tagName.text === 'example')
    .map((tag) => `\`\`\`ts\n${(ts.getTextOfJSDocComment(tag.comment) ?? '').trim()}\n\`\`\``);
  return [told, ...examples].filter((part) => part !== '').join('\n\n');
}

const isInternal = (node: ts.Node): boolean => ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'internal');

/** A declaration without its body. */
function signature(node: ts.Node, body: ts.Node | undefined): string {
  const whole = node.getText();
  const head = body === undefined ? whole : whole.slice(0, body.getStart() - node.getStart());
  return head
    .replace(/^export /, '')
    .replace(/^(public |override |async )+/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(', )', ')')
    .trim();
}

/** Methods, accessors and fields of a class and of those it extends, nearest first. */
function members(found: Found): ts.ClassElement[] {
  const declared = found.declaration as ts.ClassDeclaration;
  const own = declared.members.filter((member) => {
    const flags = ts.getCombinedModifierFlags(member);
    if (member.name === undefined || ts.isPrivateIdentifier(member.name) || isInternal(member)) return false;
    if (ts.isComputedPropertyName(member.name)) return false;
    return (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
  });
  const above = declared.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const name = above?.expression.getText();
  if (name === undefined || name === 'Error') return [...own];
  const inherited = members(find(name, new URL(found.file.fileName)));
  const names = new Set(own.map((member) => member.name!.getText()));
  return [...own, ...inherited.filter((member) => !names.has(member.name!.getText()))];
}

function classText(found: Found): string {
  const parts = members(found).map((member) => {
    const { body } = member as ts.MethodDeclaration;
    const told = describe(member);
    const line = signature(member, body ?? undefined)
      .replace(/ = .*;$/, ';')
      .replace(/;$/, '');
    return `#### ${member.name!.getText()}\n\n\`\`\`ts\n${line}\n\`\`\`${told === '' ? '' : `\n\n${told}`}`;
  });
  return [describe(found.declaration), ...parts].filter((part) => part !== '').join('\n\n');
}

/** An interface or type as it stands in the code, with the comments of its members. */
function typeText(found: Found, resolve: (name: string) => string): string {
  const { declaration, name } = found;
  const isSchema =
    ts.isTypeAliasDeclaration(declaration) && /\bz\.(out|in)put<|typeof [A-Z_]+\)/.test(declaration.type.getText());
  const code = isSchema ? `type ${name} = ${resolve(name)};` : declaration.getText().replace(/^export /, '');
  const told = describe(declaration);
  return `${told === '' ? '' : `${told}\n\n`}\`\`\`ts\n${code}\n\`\`\``;
}

function entryText(entry: URL, resolve: (name: string) => string): { values: string[]; types: string[] } {
  const values: string[] = [];
  const types: string[] = [];
  for (const { name, from } of exportedNames(entry)) {
    const found = find(name, from);
    const { declaration } = found;
    if (ts.isClassDeclaration(declaration)) values.push(`### ${name}\n\n${classText(found)}`);
    else if (ts.isFunctionDeclaration(declaration)) {
      const line = signature(declaration, declaration.body);
      values.push(`### ${name}\n\n\`\`\`ts\n${line}\n\`\`\`\n\n${describe(declaration)}`);
    } else types.push(`### ${name}\n\n${typeText(found, resolve)}`);
  }
  const rank = (text: string) => {
    const at = FIRST.findIndex((name) => text.startsWith(`### ${name}\n`));
    return at === -1 ? FIRST.length : at;
  };
  return { values: values.sort((a, b) => rank(a) - rank(b)), types };
}

/** `resolve` writes out a type that a schema gives. */
export function apiText(resolve: (name: string) => string): string {
  const main = entryText(new URL('index.ts', SRC), resolve);
  const layout = entryText(new URL('layout-document.ts', SRC), resolve);
  return `# API

Every name that the package exports, from the comments in the code. Made by \`npm run docs\`: do not edit it.
[getting-started.md](getting-started.md) is the way in.

## agentbrowser

${main.values.join('\n\n')}

## agentbrowser/layout

${[...layout.values, ...layout.types].join('\n\n')}

## Types of agentbrowser

${main.types.join('\n\n')}
`;
}
