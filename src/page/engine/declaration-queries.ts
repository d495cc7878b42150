/**
 * Answers about declaration blocks and rules, for the page realm's `el.style`, rules, CSS.supports() and
 * CSS.registerProperty().
 *
 * In:  the text of a block or rule, a property. Out: text, as JSON where it has parts. Blocks are parsed once for each text (style/cssom/declared-block.ts).
 *
 * CSSOM 1 §6.6 https://drafts.csswg.org/cssom-1/#the-cssstyledeclaration-interface
 */
import {
  blockText,
  changedText,
  declaredBlock,
  declaredPriority,
  declaredValue,
  normalisedText,
  supportsWritten,
} from '../../style/cssom/declared-block.ts';
import { isOtherName, otherNames } from '../../style/cssom/other-names.ts';
import {
  containerParts,
  descriptorsOf,
  importParts,
  layerNames,
  mediaQueries,
  namespaceParts,
  pageSelectors,
  propertyParts,
  scopeParts,
  tryDeclarations,
} from '../../style/cssom/rule-parts.ts';
import { allPropertyNames, longhandsOf, propertyFor } from '../../style/cssom/shorthand-table.ts';
import { isKnownProperty } from '../../style/properties/compile.ts';
import type { EnginePort } from '../ports.ts';
import type { StyledDocument } from './styled-document.ts';

type DeclarationQueries = Pick<
  EnginePort,
  | 'declaredNames'
  | 'declaredValue'
  | 'declaredPriority'
  | 'declaredText'
  | 'normalisedDeclarations'
  | 'changedDeclarations'
  | 'knowsProperty'
  | 'propertyNames'
  | 'supportsDeclaration'
  | 'ruleParts'
  | 'registerProperty'
>;

/** 'background-color' → 'backgroundColor', '-webkit-mask' → 'webkitMask'. */
function camelCase(name: string): string {
  return name.replace(/^-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The parts of a rule of this name; `null` for one that is not valid. */
function partsOf(name: string, prelude: string, body: string): object | string | null {
  switch (name) {
    case 'import':
      return importParts(prelude);
    case 'namespace':
      return namespaceParts(prelude);
    case 'layer':
      return layerNames(prelude);
    case 'scope':
      return scopeParts(prelude);
    case 'container':
      return containerParts(prelude);
    case 'page':
      return pageSelectors(prelude);
    case 'property':
      return propertyParts(prelude, body);
    case 'media':
      return mediaQueries(prelude);
    case 'position-try':
      return tryDeclarations(body);
    default:
      return descriptorsOf(body);
  }
}

export function makeDeclarationQueries(page: StyledDocument): DeclarationQueries {
  return {
    declaredNames: (text) => [...declaredBlock(text).keys()].join('\n'),
    declaredValue: (text, name) => declaredValue(declaredBlock(text), name),
    declaredPriority: (text, name) => declaredPriority(declaredBlock(text), name),
    declaredText: (text) => blockText(declaredBlock(text)),
    normalisedDeclarations: (text) => normalisedText(text),
    changedDeclarations: (text, name, value, important) => changedText(text, name, value, important),
    knowsProperty: (name) => isKnownProperty(name) || longhandsOf(propertyFor(name)).length > 0 || isOtherName(name),
    propertyNames: () => [...new Set([...allPropertyNames(), ...otherNames()])].map(camelCase).sort().join('\n'),
    supportsDeclaration: (name, value) => supportsWritten(name, value),
    ruleParts: (name, prelude, body) => JSON.stringify(partsOf(name, prelude, body)),
    registerProperty: (name, syntax, inherits, initialValue) =>
      page.registerProperty({ name, syntax, inherits, initialValue }),
  };
}
