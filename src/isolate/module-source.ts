/**
 * What a script imports, and the two expressions that isolated-vm does not have: 'import()' and 'import.meta'.
 *
 * In:  the text of a module or of a classic script. Out: its imports, and text in which the two are plain names. Lines
 * stay where they are; in a module, the first line gets a few characters longer.
 *
 * ECMA-262 §13.3.10, §13.3.12, §16.2.2 https://tc39.es/ecma262/#sec-imports
 */
import { type Import, init, parse } from 'es-module-lexer';

/** One import of a module, with the type that its attributes ask for. */
export interface ModuleRequest {
  readonly specifier: string;
  readonly type: string;
}

export interface ModuleSource {
  readonly code: string;
  readonly requests: readonly ModuleRequest[];
}

/** Loads the lexer, once. */
export const lexerReady: Promise<void> = init();

const MAY_IMPORT = /\bimport\s*[(./]/;

/** `null` for a text that the lexer cannot read: V8 will say what is wrong with it. */
function importsOf(source: string): readonly Import[] | null {
  try {
    return parse(source)[0];
  } catch {
    return null;
  }
}

/** A name that the text does not use. */
function freeName(wish: string, source: string): string {
  let name = wish;
  for (let count = 1; source.includes(name); count++) name = `${wish}${count}`;
  return name;
}

function typeOf(attributes: readonly (readonly [string, string])[] | null): string {
  return attributes?.find(([key]) => key === 'type')?.[1] ?? 'javascript';
}

/**
 * A module as it is compiled. `hostSpecifier` names the module that exports this one's `load` and `meta`; it is asked
 * for only when the text uses them.
 */
export function readModule(source: string, hostSpecifier: string): ModuleSource {
  const found = importsOf(source);
  if (found === null) return { code: source, requests: [] };
  const requests: ModuleRequest[] = [];
  const load = freeName('__import', source);
  const meta = freeName('__meta', source);
  let code = '';
  let end = 0;
  for (const each of [...found].sort((a, b) => a.importStart - b.importStart)) {
    if (each.type === 'dynamic' && each.phase === null) {
      code += source.slice(end, each.importStart) + load;
      end = each.importStart + 'import'.length;
    } else if (each.type === 'import-meta') {
      code += source.slice(end, each.start) + meta;
      end = each.end;
    } else if (each.type === 'static' || each.type === 'reexport-star') {
      requests.push({ specifier: each.specifier, type: typeOf(each.attributes) });
    }
  }
  if (end === 0) return { code: source, requests };
  const names = `load as ${load},meta as ${meta}`;
  return {
    code: `import{${names}}from${JSON.stringify(hostSpecifier)};${code}${source.slice(end)}`,
    requests,
  };
}

/** A classic script, in which 'import(x)' becomes `loader("address of the script")(x)`. */
export function rewriteClassic(source: string, url: string, loader: string): string {
  if (!MAY_IMPORT.test(source)) return source;
  const found = importsOf(source) ?? [];
  let code = '';
  let end = 0;
  for (const each of found) {
    if (each.type !== 'dynamic' || each.phase !== null) continue;
    code += `${source.slice(end, each.importStart)}${loader}(${JSON.stringify(url)})`;
    end = each.importStart + 'import'.length;
  }
  return end === 0 ? source : code + source.slice(end);
}
