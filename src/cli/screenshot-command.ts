/**
 * `agentbrowser screenshot`: the page as a file, drawn as a wireframe.
 *
 * The name of the file says the format, unless an option does. `-` is standard output, for pipes.
 */
import { writeFile } from 'node:fs/promises';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Command, OptionValues } from './command.ts';
import { PAGE_OPTIONS, readCount, readNumber, stringOf, takeOperands } from './option-values.ts';
import { printJson } from './page-output.ts';
import { onPage, readPageCall } from './page-session.ts';
import { UsageError } from './usage-error.ts';

const FORMATS = ['png', 'jpeg', 'svg'] as const;
const THEMES = ['light', 'dark'] as const;
const STANDARD_OUTPUT = '-';

type Format = (typeof FORMATS)[number];

export const SCREENSHOT_COMMAND: Command = {
  name: 'screenshot',
  group: 'Pages',
  summary: 'writes a picture of the page to a file: a wireframe of boxes and texts, since nothing is painted',
  operands: '<file>',
  options: {
    ...PAGE_OPTIONS,
    all: { type: 'boolean', help: 'The whole page, not only what is on screen' },
    format: { type: 'string', value: 'NAME', choices: FORMATS, help: 'In place of what the name of the file says' },
    quality: { type: 'string', value: 'N', help: 'Of a JPEG, 0 to 100; 70 without it' },
    width: { type: 'string', value: 'PIXELS', help: 'Make a PNG or JPEG narrower' },
    theme: { type: 'string', value: 'NAME', choices: THEMES, help: 'Its colours; light without it' },
  },
  examples: ['screenshot page.png', 'screenshot page.svg --all', 'screenshot - --format jpeg --width 640 > page.jpg'],
  read(given) {
    const [file] = takeOperands('screenshot', given, 'the name of a file, or - for standard output');
    const { values } = given;
    const call = readPageCall(values);
    const picture = readPicture(file!, values);
    if (file === STANDARD_OUTPUT && call.json) {
      throw new UsageError('--json tells about a file: give its name in place of -.');
    }
    return async (terminal) => {
      if (file === STANDARD_OUTPUT && terminal.isPerson) {
        throw new UsageError('A picture is no text for a terminal: name a file, or send it on with | or >.');
      }
      await onPage(call, async (session) => {
        const { data, ...facts } = await terminal.during('drawing', session.picture(picture));
        if (file === STANDARD_OUTPUT) {
          await new Promise<void>((resolve) => process.stdout.write(data, () => resolve()));
          return;
        }
        await save(file!, data);
        if (call.json) printJson({ file, bytes: data.byteLength, ...facts }, terminal);
        else terminal.print(`${file}: ${facts.width}x${facts.height}, ${data.byteLength} bytes\n`);
      });
    };
  },
};

function readPicture(file: string, values: OptionValues) {
  const quality = stringOf(values, 'quality');
  const width = readCount(values, 'width');
  if (width !== undefined && width > LIMITS.pictureSide) {
    throw new UsageError(`--width is at most ${LIMITS.pictureSide}, not ${width}.`);
  }
  const theme = oneOf(THEMES, 'theme', stringOf(values, 'theme'));
  return {
    format: oneOf(FORMATS, 'format', stringOf(values, 'format')) ?? formatOf(file),
    ...(values['all'] === true ? { scope: 'page' as const } : {}),
    ...(quality === undefined ? {} : { quality: readNumber(quality, '--quality', 100) }),
    ...(width === undefined ? {} : { width }),
    ...(theme === undefined ? {} : { theme }),
  };
}

function formatOf(file: string): Format {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(file) ?? [];
  const known: Readonly<Record<string, Format>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', svg: 'svg', '': 'png' };
  const format = Object.hasOwn(known, ending.toLowerCase()) ? known[ending.toLowerCase()] : undefined;
  if (format !== undefined) return format;
  throw new UsageError(
    `A picture is a .png, .jpg or .svg, not '.${ending}'. --format says which where the name does not.`,
  );
}

function oneOf<Word extends string>(words: readonly Word[], name: string, given: string | undefined): Word | undefined {
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new UsageError(`--${name} is ${words.join(' or ')}, not '${given.slice(0, 60)}'.`);
}

async function save(file: string, data: Uint8Array): Promise<void> {
  try {
    await writeFile(file, data);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const what = `${file} cannot be written (${code ?? message}). Name a file in a folder that is there and may be written to.`;
    throw new AgentBrowserError('disk_failure', what, { cause });
  }
}
