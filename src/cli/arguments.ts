/**
 * Command-line arguments into a command.
 *
 * In:  the arguments after the program's name.
 * Out: what to do, or a `UsageError` that says what is wrong with them.
 */
import { parseArgs } from 'node:util';
import { type McpCommand, readMcpCommand } from './mcp-command.ts';
import { UsageError } from './usage-error.ts';
import { readVaultCommand, type VaultCommand } from './vault-command.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'demo' }
  | VaultCommand
  | McpCommand
  | {
      readonly kind: 'open';
      readonly target: string;
      readonly format: 'text' | 'json';
      /** Every element's box, in place of the Spatial DOM. */
      readonly boxes: boolean;
      readonly viewport: readonly [width: number, height: number];
      readonly script: boolean;
      readonly timeoutMs: number;
    };

export { UsageError };

export const HELP = `agentbrowser: real pages in, a Spatial DOM with exact boxes out.

Usage:
  agentbrowser open <url-or-file> [options]   print the Spatial DOM of a page
  agentbrowser demo                           open a small site of our own, act on it, show what changed
  agentbrowser auth add <name> [--url URL] [--user NAME] [--origin ORIGIN]
                                              keep a sign-in; its secrets are asked for and do not show
  agentbrowser auth list                      names and origins of sign-ins
  agentbrowser auth remove <name>
  agentbrowser auth test <name>               sign in, and say whether that worked
  agentbrowser mcp [options]                  an MCP server on standard input and output

Options of mcp:
  --http [--port 8765]  an MCP server at http://127.0.0.1:8765/mcp instead
  --tools full          all tools; those that most tasks need, without it
  --allow-evaluate      models may run script of theirs in pages (with --tools full)
  --allow-files         models may open file: addresses
  --uploads FOLDER      models may give files of this folder to pages (with --tools full)
  --private-hosts none  no hosts of private networks or this machine; named, the default, or all

Options of open:
  --json                the Spatial DOM as JSON; text, one line an element, without it
  --boxes               the border box of every element in document order instead

Options of open and mcp:
  --viewport 1280x800   width and height in CSS pixels
  --no-script           do not run the page's script
  --timeout 30000       deadline in milliseconds

  --help, --version

Examples:
  agentbrowser open https://example.com/
  agentbrowser open page.html --viewport 390x844
  agentbrowser open https://example.com/ --json | jq '.els[] | select(.tag == "a")'
`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
  json: { type: 'boolean' },
  boxes: { type: 'boolean' },
  viewport: { type: 'string' },
  'no-script': { type: 'boolean' },
  timeout: { type: 'string' },
  url: { type: 'string' },
  user: { type: 'string' },
  origin: { type: 'string', multiple: true },
  http: { type: 'boolean' },
  port: { type: 'string' },
  tools: { type: 'string' },
  'allow-evaluate': { type: 'boolean' },
  'allow-files': { type: 'boolean' },
  uploads: { type: 'string' },
  'private-hosts': { type: 'string' },
} as const;

export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };

  const [command, ...operands] = positionals;
  switch (command) {
    case 'open': {
      const [target, ...more] = operands;
      if (target === undefined) throw new UsageError('open needs the URL or file to open.');
      if (more.length > 0) throw new UsageError(`open takes one URL or file; '${more[0]}' is one too many.`);
      return {
        kind: 'open',
        target,
        format: values.json ? 'json' : 'text',
        boxes: values.boxes ?? false,
        viewport: readViewport(values.viewport ?? '1280x800'),
        script: !values['no-script'],
        timeoutMs: readTimeout(values.timeout ?? '30000'),
      };
    }
    case 'demo':
      if (operands.length > 0) throw new UsageError('demo takes no arguments.');
      return { kind: 'demo' };
    case 'auth':
      return readVaultCommand(operands, values);
    case 'mcp':
      return readMcpCommand(operands, values, {
        viewport: readViewport(values.viewport ?? '1280x800'),
        script: !values['no-script'],
        timeoutMs: readTimeout(values.timeout ?? '30000'),
      });
    case undefined:
      throw new UsageError('There is no command.');
    default:
      throw new UsageError(`There is no command '${command}'.`);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function readViewport(text: string): readonly [number, number] {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || !isSide(width) || !isSide(height)) {
    throw new UsageError(`--viewport is a width and a height up to 16384, such as 1280x800, not '${text}'.`);
  }
  return [width, height];
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= 16_384;
}

function readTimeout(text: string): number {
  const ms = Number(text);
  if (!Number.isInteger(ms) || ms < 1 || ms > 600_000) {
    throw new UsageError(`--timeout is in milliseconds, from 1 to 600000, not '${text}'.`);
  }
  return ms;
}
