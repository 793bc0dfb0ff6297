import type { Command, Option } from 'commander';
import { gameIds } from '../shared/setup.ts';
import { EXIT, UsageError, VERSION, writeLine } from '../shared/output.ts';

/* What shells and `man` know of the command, written from its declaration. */

interface Node {
  /** `tablier admin ban`: the words that lead to the command. */
  readonly path: string;
  readonly command: Command;
}

/** A command and all below it, in the order of their declaration. */
function nodesOf(command: Command, above = ''): Node[] {
  const path = `${above} ${command.name()}`.trim();
  return [{ path, command }, ...command.commands.flatMap((each) => nodesOf(each, path))];
}

/** The options that have a name: all of them have a long one. */
const namedOf = (command: Command): readonly Option[] => command.options.filter(({ long }) => typeof long === 'string');

const takesGame = (command: Command): boolean =>
  command.registeredArguments[0]?.name() === 'game' && command.name() !== 'verify-shuffle';

/** The values of an option that has few. */
const valuesOf = (option: Option): readonly string[] =>
  option.argChoices ?? (option.long === '--game' ? gameIds() : []);

/** What may follow a command, besides names of files. */
const wordsOf = (command: Command): readonly string[] => [
  ...command.commands.map((each) => each.name()),
  ...(takesGame(command) ? gameIds() : []),
  ...namedOf(command).map(({ long }) => long ?? ''),
  '--help',
];

const SHELLS: Readonly<Record<string, (nodes: readonly Node[]) => readonly string[]>> = {
  bash: bashLines,
  // zsh reads completions for bash.
  zsh: (nodes) => [
    'autoload -U +X compinit && compinit',
    'autoload -U +X bashcompinit && bashcompinit',
    ...bashLines(nodes),
  ],
  fish: fishLines,
};

export async function completion(program: Command, shell: string): Promise<number> {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write === undefined)
    throw new UsageError(`unknown-shell (${shell}); there are: ${Object.keys(SHELLS).join(', ')}`);
  for (const line of write(nodesOf(program))) await writeLine(line);
  return EXIT.ok;
}

/* In zsh `path` and `words` are variables of the shell. */
function bashLines(nodes: readonly Node[]): readonly string[] {
  const values = nodes.flatMap(({ path, command }) =>
    namedOf(command)
      .filter((option) => valuesOf(option).length > 0)
      .map((option) => `    '${path} ${option.long}') offered='${valuesOf(option).join(' ')}' ;;`),
  );
  const deeper = nodes.slice(1).map(({ path }) => `'${path}'`);
  return [
    '_tablier() {',
    '  local here=tablier next offered at',
    '  for ((at = 1; at < COMP_CWORD; at++)); do',
    '    next="$here ${COMP_WORDS[at]}"',
    `    case "$next" in ${deeper.join('|')}) here=$next ;; esac`,
    '  done',
    '  case "$here" in',
    ...nodes.map(({ path, command }) => `    '${path}') offered='${wordsOf(command).join(' ')}' ;;`),
    '  esac',
    '  case "$here ${COMP_WORDS[COMP_CWORD - 1]}" in',
    ...values,
    '  esac',
    '  COMPREPLY=($(compgen -W "$offered" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o bashdefault -o default -F _tablier tablier',
  ];
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function fishLines(nodes: readonly Node[]): readonly string[] {
  return nodes.flatMap(({ path, command }) => {
    const [, ...above] = path.split(' ');
    const below = command.commands.map((each) => each.name());
    const reached = above.map((word) => `__fish_seen_subcommand_from ${word}`);
    const alone = below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : [];
    const start = (conditions: readonly string[]): string =>
      ['complete -c tablier', ...(conditions.length > 0 ? [`-n ${quoted(conditions.join('; and '))}`] : [])].join(' ');
    const options = namedOf(command).map((option) => {
      const values = valuesOf(option);
      const value = option.required ? (values.length > 0 ? ` -xa ${quoted(values.join(' '))}` : ' -r') : '';
      return `${start(reached)} -l ${option.long?.slice(2)}${value} -d ${quoted(option.description)}`;
    });
    const games = takesGame(command) ? [`${start(reached)} -fa ${quoted(gameIds().join(' '))}`] : [];
    const commands = command.commands.map(
      (each) => `${start([...reached, ...alone])} -fa ${each.name()} -d ${quoted(each.description())}`,
    );
    return [...commands, ...games, ...options];
  });
}

/** Text for roff: ASCII, in which `-` is a hyphen and a line must not begin with a dot. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(
      /[^\n -~]/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replaceAll(/^(?=['.])/gm, String.raw`\&`);

const EXITS = [
  [EXIT.ok, 'all is well'],
  [EXIT.failedCheck, 'a check has failed'],
  [EXIT.usage, 'wrong usage, named in one line'],
  [EXIT.bug, 'a bug of the program'],
] as const;

export async function man(program: Command): Promise<number> {
  const [, ...nodes] = nodesOf(program);
  const exits = EXITS.flatMap(([code, meaning]) => ['.TP', String(code), roff(meaning)]);
  const lines = [
    `.TH TABLIER 1 "" "tablier ${VERSION}"`,
    ...['.SH NAME', `tablier \\- ${roff(program.description())}`],
    ...['.SH SYNOPSIS', '.B tablier', roff('COMMAND [ARGUMENTS] [OPTIONS]')],
    '.SH COMMANDS',
    ...nodes.flatMap(pageOf),
    ...['.SH EXIT STATUS', ...exits],
    ...['.SH ENVIRONMENT', roff('NO_COLOR: boards without colours. LANG: the language of "tablier play".')],
  ];
  for (const line of lines) await writeLine(line);
  return EXIT.ok;
}

function pageOf({ path, command }: Node): readonly string[] {
  const words = path.split(' ').slice(1).join(' ');
  const options = command.options.flatMap((option) => {
    const { flags, description, envVar, argChoices } = option;
    const preset: unknown = option.defaultValue;
    const notes = [
      ...(argChoices === undefined ? [] : [`one of ${argChoices.join(', ')}`]),
      ...(typeof preset === 'string' || typeof preset === 'number' ? [`default: ${preset}`] : []),
      ...(envVar === undefined ? [] : [`or in ${envVar}`]),
    ];
    return ['.TP', `.B ${roff(flags)}`, roff([description, ...notes.map((note) => `(${note})`)].join(' '))];
  });
  return [`.SS ${roff(`${words} ${command.usage()}`)}`, roff(command.description()), ...options];
}
