/**
 * `agentbrowser completion`: a script that completes commands and options in bash, zsh or fish, made from the table.
 */
import type { Command, Option } from './command.ts';
import { takeOperands } from './option-values.ts';
import { UsageError } from './usage-error.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The table is handed in: this command stands in it. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    group: 'Else',
    summary: 'prints a script that completes commands and options in your shell',
    operands: SHELLS.join('|'),
    words: SHELLS,
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/agentbrowser',
      `completion zsh > "\${fpath[1]}/_agentbrowser"`,
      'completion fish > ~/.config/fish/completions/agentbrowser.fish',
    ],
    read(given) {
      const [shell] = takeOperands('completion', given, SHELLS.join(', '));
      if (!(SHELLS as readonly string[]).includes(shell!)) {
        throw new UsageError(`completion knows ${SHELLS.join(', ')}, not '${shell!.slice(0, 60)}'.`);
      }
      return async (terminal) => terminal.print(completionScript(shell as Shell, commands()));
    },
  };
}

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

const namesOf = ({ name, aliases = [] }: Command) => [name, ...aliases];
const optionsOf = ({ options = {} }: Command): [string, Option][] => [
  ...Object.entries(options),
  ['help', { type: 'boolean', help: 'How to call it' }],
];

const takesFile = ({ operands = '' }: Command) => operands.includes('file');

function bashScript(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const words = [...optionsOf(command).map(([name]) => `--${name}`), ...(command.words ?? [])];
    return `    ${namesOf(command).join('|')}) words='${words.join(' ')}' ;;`;
  });
  const values = commands.flatMap((command) =>
    optionsOf(command).flatMap(([option, { choices }]) => {
      if (choices === undefined) return [];
      const asked = namesOf(command).map((name) => `'${name} --${option}'`);
      return `    ${asked.join('|')}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return 0 ;;`;
    }),
  );
  const openers = commands.filter(takesFile).flatMap(namesOf).join('|');
  return `# bash completion of agentbrowser
_agentbrowser() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  case "$command" in
    '') words='${commands.flatMap(namesOf).join(' ')} --help --version' ;;
${cases.join('\n')}
  esac
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "$command" in
    ${openers}) [ "\${current#-}" = "$current" ] && COMPREPLY+=($(compgen -f -- "$current")) ;;
  esac
  return 0
}
complete -o filenames -F _agentbrowser agentbrowser
`;
}

/** In single quotes nothing has a meaning but the quote; brackets and colons mean something to _arguments. */
function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, '\\$&');
}

function zshScript(commands: readonly Command[]): string {
  const described = commands.flatMap((command) =>
    namesOf(command).map((name) => `    '${name}:${command.summary.replaceAll("'", "'\\''")}'`),
  );
  const cases = commands.map((command) => {
    const options = optionsOf(command).map(([name, { type, short, help, choices }]) => {
      const value = type === 'boolean' ? '' : `:value:${choices === undefined ? '' : `(${choices.join(' ')})`}`;
      const names = short === undefined ? `'--${name}` : `'(-${short} --${name})'{-${short},--${name}}'`;
      return `${names}[${zshText(help)}]${value}'`;
    });
    const operands =
      command.words === undefined ? "'*:file:_files'" : `'1:word:(${command.words.join(' ')})' '*:file:_files'`;
    return `    ${namesOf(command).join('|')}) _arguments ${[...options, operands].join(' ')} ;;`;
  });
  return `#compdef agentbrowser
_agentbrowser() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
# As a file of $fpath it is called; where it is read by 'source', it is made known.
if [[ "\${funcstack[1]}" == _agentbrowser ]]; then
  _agentbrowser "$@"
else
  compdef _agentbrowser agentbrowser
fi
`;
}

function fishScript(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => {
    const names = namesOf(command);
    const inside = `-n '__fish_seen_subcommand_from ${names.join(' ')}'`;
    return [
      ...names.map(
        (name) => `complete -c agentbrowser -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.summary)}`,
      ),
      ...(command.words === undefined
        ? []
        : [`complete -c agentbrowser ${inside} -f -a ${quoted(command.words.join(' '))}`]),
      ...optionsOf(command).map(([name, { type, short, help, choices }]) => {
        const letter = short === undefined ? '' : ` -s ${short}`;
        const value = type === 'boolean' ? '' : choices === undefined ? ' -r' : ` -x -a ${quoted(choices.join(' '))}`;
        return `complete -c agentbrowser ${inside}${letter} -l ${name}${value} -d ${quoted(help)}`;
      }),
    ];
  });
  return `# fish completion of agentbrowser\n${lines.join('\n')}\n`;
}
