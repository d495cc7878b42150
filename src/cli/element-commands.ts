/**
 * Commands that act on an element or on the page: each is one call of the session, and prints what it changed.
 */
import type { Session } from '../client/session.ts';
import type { ActionResult } from '../protocol/methods.ts';
import { terminalAsker } from './ask.ts';
import type { Command, Given, Option } from './command.ts';
import { readTarget } from './element-target.ts';
import { PAGE_OPTIONS, readNumber, SHOW_OPTIONS, stringOf, takeOperands } from './option-values.ts';
import { actOnPage, readPageCall } from './page-session.ts';
import { UsageError } from './usage-error.ts';

const ELEMENT = 'the id of an element or a CSS selector';

interface Act {
  /** What has to be asked of the person first. */
  readonly before?: () => Promise<void>;
  /** For the progress line. It never holds what was typed. */
  readonly what: string;
  readonly act: (session: Session) => Promise<ActionResult>;
}

interface ActionCommand extends Omit<Command, 'group' | 'read' | 'options'> {
  readonly options?: Readonly<Record<string, Option>>;
  readonly plan: (given: Given) => Act;
}

function action({ plan, options = {}, ...rest }: ActionCommand): Command {
  return {
    ...rest,
    group: 'Acting',
    options: { ...PAGE_OPTIONS, ...SHOW_OPTIONS, ...options },
    read(given) {
      const call = readPageCall(given.values);
      const { before, what, act } = plan(given);
      return async (terminal) => {
        await before?.();
        await actOnPage(call, terminal, what, act);
      };
    },
  };
}

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
const BUTTONS = ['left', 'middle', 'right'] as const;

export const ELEMENT_COMMANDS: readonly Command[] = [
  action({
    name: 'click',
    summary: 'clicks an element and prints what changed, or the page it leads to',
    operands: '<id>',
    options: {
      double: { type: 'boolean', help: 'Click twice' },
      button: { type: 'string', value: 'NAME', choices: BUTTONS, help: 'The button' },
      modifiers: { type: 'string', value: 'KEYS', help: 'Keys held down, such as Control+Shift' },
    },
    examples: ['click 3', `click 'button[type=submit]'`, 'click 7 --modifiers Control'],
    plan(given) {
      const [element] = takeOperands('click', given, ELEMENT);
      const id = readTarget(element!);
      const options = {
        button: readChoice(given, 'button', BUTTONS) ?? 'left',
        double: given.values['double'] === true,
        modifiers: readModifiers(stringOf(given.values, 'modifiers')),
      };
      return { what: `clicking ${element}`, act: (session) => session.click(id, options) };
    },
  }),
  action({
    name: 'type',
    aliases: ['fill'],
    summary: 'empties a field and types into it',
    operands: '<id> <text>',
    options: {
      submit: { type: 'boolean', help: 'Press Enter afterwards' },
      append: { type: 'boolean', help: 'Leave in the field what is there' },
    },
    details: [
      "The text '-' is read from standard input, one line of it, and does not show on a terminal: for what should stand",
      'neither in the history of the shell nor in the list of processes. For passwords see: agentbrowser login --help',
    ].join('\n'),
    examples: [`type 2 'red shoes' --submit`, 'type 4 -', `fill '#email' me@example.com`],
    plan(given) {
      const [element, text] = takeOperands('type', given, ELEMENT, 'the text');
      const id = readTarget(element!);
      const options = { clear: given.values['append'] !== true, submit: given.values['submit'] === true };
      let typed = text!;
      const ask = async () => {
        typed = await terminalAsker().askSecret('Text');
      };
      return {
        ...(text === '-' ? { before: ask } : {}),
        what: `typing into ${element}`,
        act: (session) => session.type(id, typed, options),
      };
    },
  }),
  action({
    name: 'select',
    summary: 'chooses options of a list, by label or value',
    operands: '<id> <option>...',
    examples: ['select 5 Germany', `select '#toppings' Ham Cheese`],
    plan({ operands }) {
      const [element, ...choices] = operands;
      if (element === undefined || choices.length === 0)
        throw new UsageError(`select needs ${ELEMENT}, and an option.`);
      const id = readTarget(element);
      return { what: `choosing in ${element}`, act: (session) => session.select(id, choices) };
    },
  }),
  action({
    name: 'check',
    summary: 'ticks a checkbox, radio button or switch',
    operands: '<id>',
    options: { off: { type: 'boolean', help: 'Take the tick away' } },
    examples: ['check 6', 'check 6 --off'],
    plan(given) {
      const [element] = takeOperands('check', given, ELEMENT);
      const id = readTarget(element!);
      const isOn = given.values['off'] !== true;
      return { what: `ticking ${element}`, act: (session) => session.check(id, isOn) };
    },
  }),
  action({
    name: 'press',
    summary: 'presses a key or chord where the focus is, or on an element',
    operands: '<key> [id]',
    examples: ['press Enter', 'press Control+a 2', 'press Escape'],
    plan({ operands }) {
      const [key, element, ...more] = operands;
      if (key === undefined || key === '') throw new UsageError('press needs a key, such as Enter or Control+a.');
      if (more.length > 0) throw new UsageError(`press takes a key and an element; '${more[0]}' is one too many.`);
      const options = element === undefined ? {} : { target: readTarget(element) };
      return { what: `pressing ${key}`, act: (session) => session.press(key, options) };
    },
  }),
  action({
    name: 'hover',
    summary: 'moves the pointer over an element',
    operands: '<id>',
    examples: ['hover 9'],
    plan(given) {
      const [element] = takeOperands('hover', given, ELEMENT);
      const id = readTarget(element!);
      return { what: `moving over ${element}`, act: (session) => session.hover(id) };
    },
  }),
  action({
    name: 'scroll',
    summary: 'scrolls the page, or the box around an element',
    operands: '[up|down|left|right] [pixels]',
    words: DIRECTIONS,
    options: { within: { type: 'string', value: 'ID', help: 'The box around this element' } },
    examples: ['scroll', 'scroll down 400', 'scroll right --within 12'],
    plan({ operands, values }) {
      const [direction = 'down', amount, ...more] = operands;
      if (more.length > 0) throw new UsageError(`scroll takes a direction and pixels; '${more[0]}' is one too many.`);
      if (!isOneOf(DIRECTIONS, direction)) {
        throw new UsageError(`scroll goes up, down, left or right, not '${direction.slice(0, 60)}'.`);
      }
      const pixels = amount === undefined ? undefined : readNumber(amount, 'The number of pixels', 1_000_000);
      const within = stringOf(values, 'within');
      const options = within === undefined ? {} : { within: readTarget(within) };
      return { what: `scrolling ${direction}`, act: (session) => session.scroll(direction, pixels, options) };
    },
  }),
];

const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;

function readModifiers(text: string | undefined): (typeof MODIFIERS)[number][] {
  if (text === undefined) return [];
  return text.split('+').map((key) => {
    if (isOneOf(MODIFIERS, key)) return key;
    throw new UsageError(`--modifiers are Alt, Control, Meta and Shift, joined by '+', not '${key.slice(0, 60)}'.`);
  });
}

function readChoice<Choice extends string>(
  { values }: Given,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = stringOf(values, name);
  if (text === undefined || isOneOf(choices, text)) return text;
  throw new UsageError(`--${name} is ${choices.join(', ')}, not '${text.slice(0, 60)}'.`);
}

function isOneOf<Choice extends string>(choices: readonly Choice[], text: string): text is Choice {
  return (choices as readonly string[]).includes(text);
}
