/**
 * Sanitizer, setHTML() and Document.parseHTML(): markup without what could run.
 *
 * HTML Sanitizer API §2, §3 https://wicg.github.io/sanitizer-api/. The default lists are those that Chrome 156 answers with.
 */
import { HOST, LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, eachAttribute, firstChild, nextSibling } from '../../html/node-tree.ts';
import { removeAttributeValue } from '../dom/attribute-list.ts';
import { HTML_NAMESPACE, isTemplate, namespaceUri, type PageNode, templateContent } from '../dom/create-node.ts';
import { parseHtmlUnsafe } from '../dom/document-implementation.ts';
import { defineMembers, interfaceObjectOf } from '../dom/interfaces.ts';
import { parseMarkup } from '../dom/markup.ts';
import { isShadowRoot, shadowOf } from '../dom/shadow/shadow-walk.ts';
import { insertBefore, removeNode, replaceAll } from '../dom/tree.ts';
import { defineProperty, startsWith } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, type Given, givenOf } from './answers.ts';
import { DEFAULT_ATTRIBUTES, DEFAULT_ELEMENTS } from './sanitizer-defaults.ts';

const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

interface Name {
  readonly name: string;
  readonly namespace: string | null;
}
interface ElementRule extends Name {
  readonly attributes?: Name[];
  readonly removeAttributes?: Name[];
}
interface Config {
  elements?: ElementRule[];
  removeElements?: Name[];
  replaceWithChildrenElements?: Name[];
  attributes?: Name[];
  removeAttributes?: Name[];
  processingInstructions?: { readonly target: string }[];
  removeProcessingInstructions?: { readonly target: string }[];
  comments?: boolean;
  dataAttributes?: boolean;
}

const isSame = (one: Name, two: Name): boolean => one.name === two.name && one.namespace === two.namespace;
const holds = (list: readonly Name[] | undefined, name: Name): boolean =>
  list?.some((each) => isSame(each, name)) ?? false;
const without = <T extends Name>(list: readonly T[], name: Name): T[] => list.filter((each) => !isSame(each, name));

function nameOf(value: unknown, namespace: string | null): Name {
  if (typeof value === 'string') return { name: value, namespace };
  const given = givenOf(value);
  const own = given['namespace'];
  return {
    name: `${given['name']}`,
    namespace: own === undefined ? namespace : own === null || own === '' ? null : `${own}`,
  };
}

const names = (list: unknown, namespace: string | null): Name[] =>
  [...(list as Iterable<unknown>)].map((each) => nameOf(each, namespace));

function ruleOf(value: unknown): ElementRule {
  const { attributes, removeAttributes } = givenOf(value);
  const rule = nameOf(value, HTML_NAMESPACE);
  return {
    ...rule,
    ...(attributes === undefined ? {} : { attributes: names(attributes, null) }),
    ...(removeAttributes === undefined ? {} : { removeAttributes: names(removeAttributes, null) }),
  };
}

function defaultConfig(): Config {
  const elements: ElementRule[] = [];
  for (const [namespace, text] of [
    [MATHML, DEFAULT_ELEMENTS.math],
    [HTML_NAMESPACE, DEFAULT_ELEMENTS.html],
    [SVG, DEFAULT_ELEMENTS.svg],
  ] as const) {
    for (const each of text.split(' ')) {
      const [name = '', own = ''] = each.split(':');
      elements.push({ name, namespace, attributes: own === '' ? [] : names(own.split(','), null) });
    }
  }
  return {
    attributes: names(DEFAULT_ATTRIBUTES.split(' '), null),
    comments: false,
    dataAttributes: false,
    elements,
    processingInstructions: [],
  };
}

/** "canonicalize the configuration": lists of what may stay, or of what may not. */
function configOf(given: Given): Config {
  const config: Config = {};
  const has = (key: keyof Config): boolean => given[key] !== undefined;
  if (has('elements') && has('removeElements'))
    throw new TypeError('Sanitizer config has both elements and removeElements.');
  if (has('attributes') && has('removeAttributes'))
    throw new TypeError('Sanitizer config has both attributes and removeAttributes.');
  if (has('elements')) config.elements = [...(given['elements'] as Iterable<unknown>)].map(ruleOf);
  else config.removeElements = names(given['removeElements'] ?? [], HTML_NAMESPACE);
  if (has('replaceWithChildrenElements')) {
    config.replaceWithChildrenElements = names(given['replaceWithChildrenElements'], HTML_NAMESPACE);
  }
  if (has('attributes')) config.attributes = names(given['attributes'], null);
  else config.removeAttributes = names(given['removeAttributes'] ?? [], null);
  if (has('processingInstructions')) config.processingInstructions = [];
  else config.removeProcessingInstructions = [];
  config.comments = has('comments') ? Boolean(given['comments']) : true;
  if (config.attributes !== undefined) config.dataAttributes = Boolean(given['dataAttributes'] ?? true);
  return config;
}

/** What could run script, whatever a configuration says. */
const UNSAFE: readonly Name[] = [
  ...['script', 'frame', 'iframe', 'object', 'embed'].map((name) => ({ name, namespace: HTML_NAMESPACE })),
  ...['script', 'use'].map((name) => ({ name, namespace: SVG })),
];
const ADDRESSES = /^(?:href|xlink:href|src|action|formaction|data)$/;

function mayStay(config: Config, rule: ElementRule | undefined, name: string, value: string, isSafe: boolean): boolean {
  const attr = { name, namespace: null };
  if (isSafe && startsWith(name, 'on')) return false;
  // Tabs and line ends inside of an address do not count, and neither do spaces before it.
  if (isSafe && ADDRESSES.test(name) && /^[\0-\x20]*javascript:/i.test(value.replace(/[\t\n\r]/g, ''))) return false;
  if (holds(rule?.removeAttributes, attr)) return false;
  if (config.attributes === undefined) {
    if (rule?.attributes !== undefined && !holds(rule.attributes, attr)) return false;
    return !holds(config.removeAttributes, attr);
  }
  if (holds(config.attributes, attr) || holds(rule?.attributes, attr)) return true;
  return config.dataAttributes === true && startsWith(name, 'data-');
}

function isKept(config: Config, name: Name, isSafe: boolean): boolean {
  if (isSafe && holds(UNSAFE, name)) return false;
  return config.elements === undefined ? !holds(config.removeElements, name) : holds(config.elements, name);
}

/** "sanitize core": everything below a node, in place. */
function sanitize(root: PageNode, config: Config, isSafe: boolean): void {
  for (let at = firstChild(root) as PageNode | null; at !== null; ) {
    const next = nextSibling(at) as PageNode | null;
    if (at[NODE_TYPE] === 1) {
      const replacement = sanitizeElement(at, config, isSafe);
      at = replacement ?? next;
      continue;
    }
    if ((at[NODE_TYPE] === 8 && config.comments !== true) || at[NODE_TYPE] === 7) removeNode(at);
    at = next;
  }
}

/** Gives the node to go on with, where the element's children took its place. */
function sanitizeElement(element: PageNode, config: Config, isSafe: boolean): PageNode | null {
  const name = { name: element[LOCAL_NAME] ?? '', namespace: namespaceUri(element) };
  if (holds(config.replaceWithChildrenElements, name)) {
    const parent = (element as unknown as { readonly parentNode: PageNode }).parentNode;
    const first = firstChild(element) as PageNode | null;
    for (let child = first; child !== null; child = firstChild(element) as PageNode | null) {
      insertBefore(parent, child, element);
    }
    removeNode(element);
    return first;
  }
  if (!isKept(config, name, isSafe)) {
    removeNode(element);
    return null;
  }
  const rule = config.elements?.find((each) => isSame(each, name));
  const all: string[] = [];
  eachAttribute(element, (each) => void all.push(each));
  for (const each of all) {
    if (!mayStay(config, rule, each, attribute(element, each) ?? '', isSafe)) removeAttributeValue(element, each);
  }
  if (isTemplate(element)) sanitize(templateContent(element), config, isSafe);
  const shadow = shadowOf(element);
  if (shadow !== undefined) sanitize(shadow, config, isSafe);
  sanitize(element, config, isSafe);
  return null;
}

/** The configuration in the options of setHTML() and the others. */
function configIn(options: unknown, isSafe: boolean): Config {
  const { sanitizer } = givenOf(options);
  if (sanitizer === undefined) return isSafe ? defaultConfig() : configOf({});
  if (sanitizer === 'default') return defaultConfig();
  const record = liveRecord(sanitizer, 'Sanitizer');
  return record === null ? configOf(givenOf(sanitizer)) : (record['%config'] as Config);
}

function setHtml(node: PageNode, html: unknown, options: unknown): void {
  if (node[NODE_TYPE] === 1 && /^(?:script|style)$/.test(node[LOCAL_NAME] ?? '')) return;
  const context = isShadowRoot(node) ? node[HOST] : node;
  const fragment = parseMarkup(context, `${html}`, true);
  sanitize(fragment, configIn(options, true), true);
  replaceAll(isTemplate(node) ? templateContent(node) : node, fragment);
}

/** A configuration without what is unsafe; says whether it had any. */
function removeUnsafe(config: Config): boolean {
  const before = JSON.stringify(config);
  if (config.elements !== undefined) config.elements = config.elements.filter((rule) => !holds(UNSAFE, rule));
  else config.removeElements = [...(config.removeElements ?? []).filter((name) => !holds(UNSAFE, name)), ...UNSAFE];
  if (config.attributes !== undefined)
    config.attributes = config.attributes.filter(({ name }) => !startsWith(name, 'on'));
  return before !== JSON.stringify(config);
}

const configOfRecord = (record: LiveRecord): Config => record['%config'] as Config;

/** Each changes the lists, and says whether that changed anything. */
const CHANGES: Readonly<Record<string, (config: Config, value: unknown) => void>> = {
  allowElement(config, value) {
    const rule = ruleOf(value);
    config.replaceWithChildrenElements = without(config.replaceWithChildrenElements ?? [], rule);
    if (config.elements !== undefined) config.elements = [...without(config.elements, rule), rule];
    else config.removeElements = without(config.removeElements ?? [], rule);
  },
  removeElement(config, value) {
    const name = nameOf(value, HTML_NAMESPACE);
    config.replaceWithChildrenElements = without(config.replaceWithChildrenElements ?? [], name);
    if (config.elements !== undefined) config.elements = without(config.elements, name);
    else config.removeElements = [...without(config.removeElements ?? [], name), name];
  },
  replaceElementWithChildren(config, value) {
    const name = nameOf(value, HTML_NAMESPACE);
    if (config.elements !== undefined) config.elements = without(config.elements, name);
    else config.removeElements = without(config.removeElements ?? [], name);
    config.replaceWithChildrenElements = [...without(config.replaceWithChildrenElements ?? [], name), name];
  },
  allowAttribute(config, value) {
    const name = nameOf(value, null);
    if (config.attributes !== undefined) config.attributes = [...without(config.attributes, name), name];
    else config.removeAttributes = without(config.removeAttributes ?? [], name);
  },
  removeAttribute(config, value) {
    const name = nameOf(value, null);
    if (config.attributes !== undefined) config.attributes = without(config.attributes, name);
    else config.removeAttributes = [...without(config.removeAttributes ?? [], name), name];
  },
  setComments(config, value) {
    config.comments = Boolean(value);
  },
  setDataAttributes(config, value) {
    config.dataAttributes = Boolean(value);
  },
  allowProcessingInstruction: () => {},
  removeProcessingInstruction: () => {},
};

function defineSanitizer(): void {
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(CHANGES)) {
    members[name] = function (this: LiveRecord, args: Args): boolean {
      const config = configOfRecord(this);
      const before = JSON.stringify(config);
      CHANGES[name]!(config, args[0]);
      if (config.replaceWithChildrenElements?.length === 0)
        Reflect.deleteProperty(config, 'replaceWithChildrenElements');
      return before !== JSON.stringify(config);
    };
  }
  defineBehaviour('Sanitizer', {
    construct: (args: Args): LiveRecord => {
      const isDefault = args[0] === undefined || args[0] === 'default';
      return { '%config': isDefault ? defaultConfig() : configOf(givenOf(args[0])) };
    },
    get(this: LiveRecord) {
      const config = JSON.parse(JSON.stringify(configOfRecord(this))) as Record<string, unknown>;
      const sorted: Record<string, unknown> = {};
      for (const key of Object.keys(config).sort()) sorted[key] = config[key];
      return sorted;
    },
    removeUnsafe(this: LiveRecord) {
      return removeUnsafe(configOfRecord(this));
    },
    ...members,
  });
}

export function installSanitizer(): void {
  defineLater('Sanitizer', defineSanitizer);
  for (const name of ['Element', 'ShadowRoot']) {
    defineMembers<PageNode>(name, {
      setHTML(html: unknown, options: unknown = undefined): void {
        setHtml(this, html, options);
      },
    });
  }
  const { parseHTML } = {
    parseHTML(html: unknown, options: unknown = undefined): PageNode {
      const document = parseHtmlUnsafe(html);
      sanitize(document, configIn(options, true), true);
      return document;
    },
  };
  const value = parseHTML;
  defineProperty(interfaceObjectOf('Document'), 'parseHTML', {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
