/**
 * CSS.registerProperty(): custom properties with a syntax, an initial value, and a say in whether they are inherited.
 *
 * CSS Properties and Values 1 §4 https://drafts.css-houdini.org/css-properties-values-api/#registering-custom-properties
 */
import { domException } from '../dom/dom-exception.ts';
import { askEngine } from '../engine-link.ts';
import { failedTo } from '../rare/answers.ts';

const NAME = 'registerProperty';
const where = failedTo(NAME, 'CSS');

/** By what the engine says is wrong (style/registered-property.ts). */
const FAULTS: Readonly<Record<string, string>> = {
  __proto__: null as never,
  name: "Custom property names must start with '--'.",
  syntax: 'The syntax provided is not a valid custom property syntax.',
  missing: "An initial value must be provided if the syntax is not '*'",
  initial: 'The initial value provided does not parse for the given syntax.',
  dependent: 'The initial value provided is not computationally independent.',
};

function missing(member: string): TypeError {
  return new TypeError(
    `${where}Failed to read the '${member}' property from 'PropertyDefinition': Required member is undefined.`,
  );
}

/** Members of the dictionary are read in the order of their names (Web IDL §3.2.18). */
export function registerProperty(_: unknown, args: ArrayLike<unknown>): void {
  if (args.length === 0) throw new TypeError(`${where}1 argument required, but only 0 present.`);
  const definition = args[0];
  if ((typeof definition !== 'object' && typeof definition !== 'function') || definition === null) {
    throw new TypeError(`${where}The provided value is not of type 'PropertyDefinition'.`);
  }
  const given = definition as Readonly<Record<'inherits' | 'initialValue' | 'name' | 'syntax', unknown>>;
  const { inherits } = given;
  if (inherits === undefined) throw missing('inherits');
  const { initialValue } = given;
  const initial = initialValue === undefined ? null : `${initialValue}`;
  const { name: givenName } = given;
  if (givenName === undefined) throw missing('name');
  const name = `${givenName}`;
  const { syntax: givenSyntax } = given;
  const syntax = givenSyntax === undefined ? '*' : `${givenSyntax}`;
  const fault = askEngine((engine) => engine.registerProperty(name, syntax, Boolean(inherits), initial)) ?? '';
  if (fault === 'known') {
    throw domException('InvalidModificationError', `${where}The name provided has already been registered.`);
  }
  if (fault !== '') throw domException('SyntaxError', `${where}${FAULTS[fault]}`);
}
