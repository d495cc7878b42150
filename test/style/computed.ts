/**
 * Styles for tests: declarations in, a computed style out, without a document.
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../src/html/node-keys.ts';
import type { DomElement } from '../../src/html/node-tree.ts';
import { computeStyle } from '../../src/style/compute.ts';
import type { ComputedStyle } from '../../src/style/computed-style.ts';
import type { CascadeEntry, Declaration } from '../../src/style/declaration.ts';
import { compileDeclaration } from '../../src/style/properties/compile.ts';
import type { RegisteredProperty } from '../../src/style/registered-property.ts';
import type { StyleEnvironment } from '../../src/style/style-environment.ts';

export const ENVIRONMENT: StyleEnvironment = {
  viewportWidth: 800,
  viewportHeight: 600,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 1,
  mediaType: 'screen',
};

/** Longhand declarations of 'a: b; c: d'. No value in these tests contains a semicolon. */
export function declarations(text: string, quirks = false): Declaration[] {
  return text
    .split(';')
    .filter((each) => each.trim() !== '')
    .flatMap((each) => {
      const colon = each.indexOf(':');
      const important = each.includes('!important');
      const value = each.slice(colon + 1).replace('!important', '');
      return [...compileDeclaration(each.slice(0, colon).trim(), value, important, quirks)];
    });
}

export function entry(text: string, origin: CascadeEntry['origin'] = 'author', layer = 0): CascadeEntry {
  return { declarations: declarations(text), origin, layer, important: false };
}

export interface ComputedOptions {
  readonly parent?: ComputedStyle;
  readonly root?: ComputedStyle;
  readonly quirks?: boolean;
  readonly element?: string;
  readonly registered?: readonly RegisteredProperty[];
  readonly environment?: Partial<StyleEnvironment>;
  readonly containerSize?: (axis: 'width' | 'height') => number | null;
}

/** A root style of initial values with 'display: block', the parent where none is given. */
export const ROOT: ComputedStyle = computed('display: block', { isRoot: true });

/** The style of an element with these declarations, or with these cascade entries. */
export function computed(
  cascade: string | readonly CascadeEntry[],
  options: ComputedOptions & { readonly isRoot?: boolean } = {},
): ComputedStyle {
  const quirks = options.quirks ?? false;
  const entries: readonly CascadeEntry[] =
    typeof cascade === 'string'
      ? [{ declarations: declarations(cascade, quirks), origin: 'author', layer: 0, important: false }]
      : cascade;
  const parent = options.isRoot ? null : (options.parent ?? ROOT);
  return computeStyle({
    entries,
    parent,
    root: options.isRoot ? null : (options.root ?? ROOT),
    element: { [NODE_TYPE]: 1, [LOCAL_NAME]: options.element ?? 'div', [PARENT_NODE]: null } as DomElement,
    pseudo: null,
    environment: { ...ENVIRONMENT, ...options.environment },
    quirks,
    registered: new Map((options.registered ?? []).map((property) => [property.name, property])),
    ...(options.containerSize ? { containerSize: options.containerSize } : {}),
  });
}
