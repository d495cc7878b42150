/**
 * Stylesheet text into a tree of rules, and style attributes into declaration blocks.
 *
 * In:  text. Out: rules with compiled selectors and declarations. Tolerant as the standard says: what is not understood
 * is passed over, and parsing goes on behind it. Never throws.
 *
 * CSS Syntax 3 §5 and §9 https://drafts.csswg.org/css-syntax-3/, CSS Nesting 1 https://drafts.csswg.org/css-nesting-1/
 */
import { BlockScanner } from './block-scanner.ts';
import { asciiLower } from './code-points.ts';
import { parseContainerQuery } from './container.ts';
import type { DeclarationBlock } from './declaration.ts';
import { BlockBuilder, type BlockMaker, EMPTY_BLOCK } from './declaration-block.ts';
import { parseMediaQueryList } from './media.ts';
import { nameOf } from './motion-declaration.ts';
import {
  parseImport,
  parseLayerNames,
  parseNamespace,
  parseScopePrelude,
  registeredProperty,
} from './parse-prelude.ts';
import { isTryProperty, tryName } from './position-try.ts';
import { parseSelectors } from './selector/parse-selector.ts';
import { type SelectorList, simpleSelector } from './selector/selector.ts';
import type { SelectorScope } from './selector/selector-reader.ts';
import type { Rule, StyleSheet } from './stylesheet.ts';
import { supportsCondition } from './supports.ts';

/** Blocks within blocks; deeper ones are passed over, so that parsing has a bounded stack. */
const MAX_NESTING = 64;

/** Where rules stand. */
interface Surroundings {
  /** The style rule around, which '&' means and bare declarations belong to; or the scope, inside @scope. */
  readonly parent: SelectorList | null;
  readonly relativeTo: SelectorScope['relativeTo'];
  /** Somewhere inside @scope. */
  readonly scoped: boolean;
  readonly depth: number;
}

const TOP: Surroundings = { parent: null, relativeTo: 'nothing', scoped: false, depth: 0 };

/** ':where(:scope)': what declarations directly inside @scope apply to (CSS Cascade 6 §2.5). */
const SCOPE_ITSELF: SelectorList = [
  {
    compounds: [
      {
        namespace: null,
        type: '',
        lowerType: '',
        simples: [simpleSelector('scope', { name: 'scope' })],
        canMatchHost: false,
      },
    ],
    combinators: [],
    pseudoElement: '',
    specificity: 0,
  },
];

/** `quirks`: lengths may lack a unit where the Quirks Mode standard says so. */
export function parseSheet(
  text: string,
  quirks = false,
  makeBlocks: () => BlockMaker = () => new BlockBuilder(quirks),
): StyleSheet {
  return { rules: new SheetParser(text, makeBlocks).parse(), text, quirks };
}

class SheetParser {
  private readonly scanner: BlockScanner;
  private readonly makeBlocks: () => BlockMaker;
  private readonly namespaces = new Map<string, string>();
  /** @import is valid only before other rules, and @namespace only before those that are neither. */
  private importsAllowed = true;
  private namespacesAllowed = true;

  constructor(text: string, makeBlocks: () => BlockMaker) {
    this.scanner = new BlockScanner(text);
    this.makeBlocks = makeBlocks;
  }

  /** §5.4.1: the rules of the top level. */
  parse(): Rule[] {
    const { scanner } = this;
    const rules: Rule[] = [];
    while (!scanner.atEnd) {
      switch (scanner.type) {
        case 'whitespace':
        case 'cdo':
        case 'cdc':
          scanner.advance();
          break;
        case 'at-keyword':
          this.atRule(rules, TOP);
          break;
        default:
          this.topLevelRule(rules);
      }
    }
    return rules;
  }

  /** §5.4.3, on the top level: a semicolon or a stray '}' is part of the prelude and makes it invalid. */
  private topLevelRule(rules: Rule[]): void {
    const prelude = this.scanner.prelude(false, false);
    if (this.scanner.atEnd) return;
    this.scanner.advance();
    this.importsAllowed = false;
    this.namespacesAllowed = false;
    this.styleRule(prelude, rules, TOP);
  }

  /** The scanner stands behind the rule's '{'. */
  private styleRule(prelude: string, rules: Rule[], around: Surroundings): void {
    const selectors = around.depth < MAX_NESTING ? this.selectors(prelude, around) : null;
    if (selectors === null) {
      this.scanner.skipRestOfBlock();
      return;
    }
    const inside: Surroundings = { ...around, parent: selectors, relativeTo: 'parent', depth: around.depth + 1 };
    const builder = this.makeBlocks();
    let block: DeclarationBlock = EMPTY_BLOCK;
    const nested: Rule[] = [];
    this.blockContents(nested, inside, builder, (declarations) => {
      if (nested.length === 0 && block === EMPTY_BLOCK) block = declarations;
      else nested.push({ kind: 'style', selectors, block: declarations, rules: [] });
    });
    rules.push({ kind: 'style', selectors, block, rules: nested });
  }

  private selectors(prelude: string, around: Surroundings): SelectorList | null {
    const { relativeTo } = around;
    const parent = relativeTo === 'parent' ? around.parent : null;
    return parseSelectors(prelude, { namespaces: this.namespaceMap(), parent, relativeTo });
  }

  private namespaceMap(): ReadonlyMap<string, string> | null {
    return this.namespaces.size === 0 ? null : this.namespaces;
  }

  /**
   * §5.4.4: declarations and rules up to the '}'. Each run of declarations goes to `flush`.
   */
  private blockContents(
    rules: Rule[],
    inside: Surroundings,
    builder: BlockMaker,
    flush: (block: DeclarationBlock) => void,
  ): void {
    const { scanner } = this;
    const flushDeclarations = (): void => {
      if (!builder.isEmpty) flush(builder.take());
    };
    while (!scanner.atEnd && !scanner.is('}')) {
      switch (scanner.type) {
        case 'whitespace':
        case 'semicolon':
          scanner.advance();
          break;
        case 'at-keyword':
          flushDeclarations();
          this.atRule(rules, inside);
          break;
        default: {
          const item = scanner.item('block');
          if (item.kind === 'declaration') builder.add(item.name, item.value, item.important);
          if (item.kind === 'rule') {
            flushDeclarations();
            this.styleRule(item.prelude, rules, inside);
          }
        }
      }
    }
    flushDeclarations();
    if (!scanner.atEnd) scanner.advance();
  }

  /** The contents of a conditional group, layer or scope. Bare declarations belong to the style rule or scope around. */
  private groupContents(around: Surroundings): Rule[] {
    const rules: Rule[] = [];
    if (around.depth >= MAX_NESTING) {
      this.scanner.skipRestOfBlock();
      return rules;
    }
    const selectors = around.relativeTo === 'scope' ? SCOPE_ITSELF : around.parent;
    const inside = { ...around, depth: around.depth + 1 };
    if (selectors === null) {
      this.ruleList(rules, inside);
      return rules;
    }
    this.blockContents(rules, inside, this.makeBlocks(), (block) => {
      rules.push({ kind: 'style', selectors, block, rules: [] });
    });
    return rules;
  }

  /** A group outside of style rules holds rules alone: as on the top level, a semicolon spoils the next of them. */
  private ruleList(rules: Rule[], inside: Surroundings): void {
    const { scanner } = this;
    while (!scanner.atEnd && !scanner.is('}')) {
      if (scanner.type === 'whitespace') {
        scanner.advance();
      } else if (scanner.type === 'at-keyword') {
        this.atRule(rules, inside);
      } else {
        const prelude = scanner.prelude(true, false);
        if (!scanner.is('{')) break;
        scanner.advance();
        this.styleRule(prelude, rules, inside);
      }
    }
    if (!scanner.atEnd) scanner.advance();
  }

  /** §5.4.2. The scanner stands on the at-keyword. */
  private atRule(rules: Rule[], around: Surroundings): void {
    const { scanner } = this;
    const name = asciiLower(scanner.value);
    const isTop = around.depth === 0;
    scanner.advance();
    const prelude = scanner.prelude(!isTop, true);
    const hasBlock = scanner.is('{');
    if (hasBlock || scanner.is('semicolon')) scanner.advance();
    if (hasBlock) this.blockAtRule(name, prelude, rules, around);
    else this.statementAtRule(name, prelude, rules, isTop);
  }

  private statementAtRule(name: string, prelude: string, rules: Rule[], isTop: boolean): void {
    if (name === 'layer') {
      const names = parseLayerNames(prelude);
      if (names !== null && names.length > 0) rules.push({ kind: 'layer-order', names });
    } else if (name === 'import' && isTop && this.importsAllowed) {
      const rule = parseImport(prelude, this.namespaceMap());
      if (rule !== null) rules.push(rule);
    } else if (name === 'namespace' && isTop && this.namespacesAllowed) {
      this.importsAllowed = false;
      const namespace = parseNamespace(prelude);
      if (namespace !== null) this.namespaces.set(namespace.prefix, namespace.address);
    }
  }

  private blockAtRule(name: string, prelude: string, rules: Rule[], around: Surroundings): void {
    if (name !== 'import' && name !== 'charset') {
      this.importsAllowed = false;
      this.namespacesAllowed = false;
    }
    switch (name) {
      case 'media':
        rules.push({ kind: 'media', media: parseMediaQueryList(prelude), rules: this.groupContents(around) });
        return;
      case 'supports':
        // Decided now: whether a feature is there does not depend on the page.
        if (!supportsCondition(prelude, this.namespaceMap())) break;
        for (const rule of this.groupContents(around)) rules.push(rule);
        return;
      case 'container': {
        const query = parseContainerQuery(prelude);
        if (query === null) break;
        rules.push({ kind: 'container', query, rules: this.groupContents(around) });
        return;
      }
      case 'layer': {
        const names = parseLayerNames(prelude);
        if (names === null || names.length > 1) break;
        rules.push({ kind: 'layer', name: names[0] ?? null, rules: this.groupContents(around) });
        return;
      }
      case 'scope':
        this.scopeRule(prelude, rules, around);
        return;
      case 'property': {
        const property = registeredProperty(prelude, this.descriptors());
        if (property !== null) rules.push({ kind: 'property', property });
        return;
      }
      case 'keyframes':
      case '-webkit-keyframes':
        rules.push({ kind: 'keyframes', name: nameOf(prelude.trim()), ...this.endFrames() });
        return;
      case 'position-try': {
        const name = tryName(prelude);
        if (name === null) break;
        rules.push({ kind: 'position-try', name, block: this.tryBlock() });
        return;
      }
      case 'font-face': {
        const family = this.descriptors().get('font-family');
        if (family !== undefined) rules.push({ kind: 'font-face', family: unquoted(family) });
        return;
      }
    }
    // Everything else moves nothing in a page at rest: pages, counter styles, and what we do not know.
    this.scanner.skipRestOfBlock();
  }

  /** CSS Anchor Positioning 1 §5.3: the declarations that a fallback position may have; important ones are not valid. */
  private tryBlock(): DeclarationBlock {
    const builder = this.makeBlocks();
    this.eachDeclaration((name, value, important) => {
      if (!important && isTryProperty(asciiLower(name))) builder.add(name, value, false);
    });
    return builder.take();
  }

  /** CSS Animations 1 §3: the blocks of '0%' and '100%', which may be written more than once. */
  private endFrames(): { from: DeclarationBlock; to: DeclarationBlock } {
    const { scanner } = this;
    const [from, to] = [this.makeBlocks(), this.makeBlocks()];
    while (!scanner.atEnd && !scanner.is('}')) {
      if (scanner.type === 'whitespace') {
        scanner.advance();
        continue;
      }
      const offsets = scanner
        .prelude(true, false)
        .split(',')
        .map((offset) => asciiLower(offset.trim()));
      if (!scanner.is('{')) break;
      scanner.advance();
      const isFirst = offsets.includes('from') || offsets.includes('0%');
      const isLast = offsets.includes('to') || offsets.includes('100%');
      for (const [name, value] of this.descriptors()) {
        if (isFirst) from.add(name, value, false);
        if (isLast) to.add(name, value, false);
      }
    }
    if (!scanner.atEnd) scanner.advance();
    return { from: from.take(), to: to.take() };
  }

  private scopeRule(prelude: string, rules: Rule[], around: Surroundings): void {
    const parent = around.relativeTo === 'parent' ? around.parent : null;
    // The roots are found inside the scope around, or else, like nested rules, inside the style rule around.
    const outside = parent === null ? 'nothing' : 'parent';
    const relativeTo = around.scoped ? 'scope' : outside;
    const scope = parseScopePrelude(prelude, { namespaces: this.namespaceMap(), parent, relativeTo });
    if (scope === null) {
      this.scanner.skipRestOfBlock();
      return;
    }
    const inside: Surroundings = { parent: null, relativeTo: 'scope', scoped: true, depth: around.depth };
    rules.push({ kind: 'scope', ...scope, rules: this.groupContents(inside) });
  }

  /** The descriptors of a block such as @property's: the last of each name, as text. */
  private descriptors(): Map<string, string> {
    const descriptors = new Map<string, string>();
    this.eachDeclaration((name, value) => descriptors.set(asciiLower(name), value));
    return descriptors;
  }

  private eachDeclaration(take: (name: string, value: string, important: boolean) => void): void {
    const { scanner } = this;
    while (!scanner.atEnd && !scanner.is('}')) {
      if (scanner.type === 'whitespace' || scanner.type === 'semicolon') {
        scanner.advance();
        continue;
      }
      const item = scanner.item('block');
      if (item.kind === 'declaration') take(item.name, item.value, item.important);
      else if (item.kind === 'rule') scanner.skipRestOfBlock();
    }
    if (!scanner.atEnd) scanner.advance();
  }
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
