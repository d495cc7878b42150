/**
 * Answers about declaration blocks, for the page realm's `el.style`, rules and CSS.supports().
 *
 * In:  the text of a block, a property. Out: text. Blocks are parsed once for each text (style/cssom/declared-block.ts).
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
import { allPropertyNames, longhandsOf, propertyFor } from '../../style/cssom/shorthand-table.ts';
import { isKnownProperty } from '../../style/properties/compile.ts';
import type { EnginePort } from '../ports.ts';

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
>;

/** 'background-color' → 'backgroundColor', '-webkit-mask' → 'webkitMask'. */
function camelCase(name: string): string {
  return name.replace(/^-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function makeDeclarationQueries(): DeclarationQueries {
  return {
    declaredNames: (text) => [...declaredBlock(text).keys()].join('\n'),
    declaredValue: (text, name) => declaredValue(declaredBlock(text), name),
    declaredPriority: (text, name) => declaredPriority(declaredBlock(text), name),
    declaredText: (text) => blockText(declaredBlock(text)),
    normalisedDeclarations: (text) => normalisedText(text),
    changedDeclarations: (text, name, value, important) => changedText(text, name, value, important),
    knowsProperty: (name) => isKnownProperty(name) || longhandsOf(propertyFor(name)).length > 0,
    propertyNames: () => allPropertyNames().map(camelCase).sort().join('\n'),
    supportsDeclaration: (name, value) => supportsWritten(name, value),
  };
}
