/**
 * What is wrong with arguments, in words: which one, what it is, and what it may be.
 *
 * In:  a schema, what was given, and what zod found. Out: a sentence's part for each fault, the first few.
 *
 * Secure: numbers, choices and lengths are repeated; a text is not, nor a number in the place of one, unless nobody could
 * take it for the place of a secret.
 */
import type * as z from 'zod';

const FAULTS_TOLD = 3;
const SHOWN_CHARS = 40;
/** Arguments whose texts are repeated, and all that is inside of them. */
const HARMLESS =
  /^(?:allowedHosts|amount|behaviour|block|blockedHosts|cache|clock|dialogs|direction|id|identity|images|languages|maxTokens|privateHosts|profile|robots|scope|script|timeoutMs|timeZone|viewport|waitUntil)$/;

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;
type Path = readonly PropertyKey[];

/** For a message: `block.types.0 is 'pictures'; it has to be 'ad', 'font' or 'image'`. */
export function faultsOf(schema: Schema, given: unknown, error: { readonly issues: readonly Issue[] }): string {
  const words = error.issues.flatMap((issue) => leaves(issue)).map((issue) => faultOf(schema, given, issue));
  return [...new Set(words)].slice(0, FAULTS_TOLD).join('; ');
}

/** Of what may be one of several things, the faults of the one that was meant; itself when none was. */
function leaves(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find((faults) => faults.length > 0 && faults.every((fault) => isInside(fault)));
  if (meant === undefined) return [issue];
  return meant.flatMap((fault) => leaves({ ...fault, path: [...issue.path, ...fault.path] }));
}

/** Whether the value is of the right kind, and something in it is wrong. */
function isInside({ path, code }: Issue): boolean {
  return path.length > 0 || (code !== 'invalid_type' && code !== 'invalid_value' && code !== 'invalid_union');
}

function faultOf(root: Schema, given: unknown, issue: Issue): string {
  const { path } = issue;
  const schema = schemaAt(root, path);
  const value = valueAt(given, path);
  const where = path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return unknownName(where, issue.keys, schema);
  if (value === undefined && path.length > 0) return `${where} is missing: it has to be ${allowed(schema)}`;
  const isChoice = definitionOf(schema).type === 'enum';
  const mayRepeat = isChoice || HARMLESS.test(String(path[0]));
  const isForText = issue.code === 'invalid_type' && issue.expected === 'string';
  const told = isForText && !mayRepeat && typeof value === 'number' ? 'is a number' : said(value, mayRepeat);
  const what = `${where === '' ? 'what was given' : where} ${told}`;
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return `${what}; it has to be ${allowed(schema)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${where} is empty; it has to be ${allowed(schema)}`;
      return `${what}; it has to ${sized(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `${what}; it has to ${sized(issue.origin, 'at most', issue.maximum)}`;
    default:
      return where === '' ? issue.message : `${where}: ${issue.message}`;
  }
}

function sized(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${counted(Number(size), 'character', 'characters')}`;
  return origin === 'array' ? `have ${bound} ${counted(Number(size), 'entry', 'entries')}` : `be ${bound} ${size}`;
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What somebody gave, as far as it may be repeated. */
function said(value: unknown, mayRepeat: boolean): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `is ${String(value)}`;
  if (Array.isArray(value)) return `is a list of ${value.length}`;
  if (typeof value !== 'string') return `is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}`;
  if (!mayRepeat || value.length > SHOWN_CHARS)
    return `is a text of ${counted(value.length, 'character', 'characters')}`;
  return `is ${quoted(value)}`;
}

function unknownName(where: string, names: readonly string[], schema: Schema): string {
  const known = Object.keys(objectOf(schema)?.def.shape ?? {});
  const shown = names.slice(0, FAULTS_TOLD).map((name) => quoted(name.slice(0, SHOWN_CHARS)));
  const near = names.flatMap((name) => known.filter((each) => isNear(name, each)));
  const hint = near.length > 0 ? `did you mean ${listed(near.map(quoted))}` : `there are ${known.join(', ')}`;
  return `${where === '' ? 'there is' : `${where} has`} no ${shown.join(', ')}: ${hint}`;
}

/** `proxies` is near `proxy`, `blocking` is near `block`. */
function isNear(name: string, known: string): boolean {
  const [a, b] = [name.toLowerCase(), known.toLowerCase()];
  const length = Math.max(3, Math.min(a.length, b.length) - 1);
  return a.slice(0, length) === b.slice(0, length) && Math.abs(a.length - b.length) <= 4;
}

function valueAt(given: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name],
    given,
  );
}

/** The part of a schema that a path leads to; of several, the one that has such a part. */
function schemaAt(root: Schema, path: Path): Schema {
  let schema = root;
  for (const name of path) schema = partOf(schema, name) ?? schema;
  return schema;
}

function partOf(schema: Schema, name: PropertyKey): Schema | null {
  const inner = definitionOf(schema);
  switch (inner.type) {
    case 'object':
      return inner.shape[String(name)] ?? null;
    case 'array':
      return typeof name === 'number' ? inner.element : null;
    case 'tuple':
      return inner.items[Number(name)] ?? null;
    case 'record':
      return inner.valueType;
    case 'union':
      return inner.options.map((option) => partOf(option, name)).find((part) => part !== null) ?? null;
    default:
      return null;
  }
}

type Definition = z.core.$ZodTypes['_zod']['def'];

/** What a schema is, without its being optional, read-only, described, or made into something else afterwards. */
function definitionOf(schema: Schema): Definition {
  const definition = schema._zod.def as Definition;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'default':
      return definitionOf(definition.innerType);
    case 'pipe':
      return definitionOf(definition.in);
    default:
      return definition;
  }
}

function objectOf(schema: Schema): { readonly def: z.core.$ZodObjectDef } | null {
  const definition = definitionOf(schema);
  if (definition.type === 'object') return { def: definition };
  if (definition.type !== 'union') return null;
  return definition.options.map(objectOf).find((found) => found !== null) ?? null;
}

/** What may stand there. */
function allowed(schema: Schema): string {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'literal':
      return listed(definition.values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))));
    case 'enum':
      return listed(Object.values(definition.entries).map((value) => quoted(String(value))));
    case 'array':
      return `a list, each ${allowed(definition.element)}`;
    case 'tuple':
      return `a list of ${definition.items.length}, each ${[...new Set(definition.items.map(allowed))].join(' or ')}`;
    case 'object':
      return `an object with ${Object.keys(definition.shape).join(', ')}`;
    case 'record':
      return 'an object';
    case 'union':
      return [...new Set(definition.options.map(allowed))].join(', or ');
    default:
      return `a ${definition.type}`;
  }
}

function quoted(text: string): string {
  return `'${text}'`;
}

function listed(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
