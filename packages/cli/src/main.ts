import { Command, CommanderError, Option } from 'commander';
import {
  ADDRESS,
  botOption,
  type Does,
  doing,
  eloPair,
  FILE,
  levelOption,
  timeControl,
  WHO,
  wholeNumber,
  withGame,
  withSeed,
  withSetup,
} from './shared/flags.ts';
import { databaseCommand, withDatabase, withServer } from './config/settings.ts';
import {
  endWithReader,
  EXIT,
  note,
  systemErrorText,
  UsageError,
  VERSION,
  withIdsAsArguments,
} from './shared/output.ts';
import { userInfo } from 'node:os';

/** Runs the command line `words` (without `node` and the script) and returns the exit code. Never throws. */
export async function main(words: readonly string[]): Promise<number> {
  endWithReader();
  let code: number = EXIT.ok;
  const program = makeProgram(
    doing((exitCode) => {
      code = exitCode;
    }),
  );
  try {
    await program.parseAsync(withIdsAsArguments(words), { from: 'user' });
  } catch (error) {
    code = report(error);
  }
  return code;
}

/** Writes one line about an error to stderr, without a stack trace, and returns its exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const reason = error instanceof UsageError ? error.message : systemErrorText(error);
  if (reason !== null) {
    const path = error instanceof Error && 'path' in error ? `${String(error.path)}: ` : '';
    note(`tablier: ${path}${reason}`);
    return EXIT.usage;
  }
  note(`tablier: this is a bug: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.bug;
}

function makeProgram(does: Does): Command {
  const program = new Command('tablier')
    .description('Play, watch, study and program wooden abstract games.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tablier: ')) })
    .showHelpAfterError('("tablier help COMMAND" says how it is used)');
  addRules(program, does);
  addBots(program, does);
  addPrograms(program, does);
  addServer(program, does);
  addAdmin(program, does);
  addShell(program, does);
  return program;
}

const POSITION = ['--position <line>', 'a position instead of the start (docs/positions.md)'] as const;
const MOVES = ['--moves <moves>', 'moves made before, in notation, separated by blanks'] as const;

const records = () => import('./commands/records.ts');

function addRules(program: Command, does: Does): void {
  withGame(program.command('games'))
    .description('the games with their players, options, values and defaults')
    .option('--json', 'one JSON object a game')
    .action(does(records, 'games'));
  withSetup(program.command('moves'))
    .description('the legal moves, one a line, sorted as text; nothing when the game is over')
    .option(...POSITION)
    .option(...MOVES)
    .option('--json', 'a JSON list')
    .action(does(records, 'moves'));
  const perft = program
    .command('perft')
    .description('counts the sequences of exactly d moves, or checks a table of such counts')
    .option('--table <file>', 'checks the tab-separated lines of a file ("-" for stdin) instead');
  withSetup(perft, 'optional')
    .option(...POSITION)
    .option(...MOVES)
    .option('--depth <d>', 'how many moves', wholeNumber(0, 99))
    .option('--divide', 'also the count below each first move')
    .option('--against <command>', 'compares the counts with those of a UGI engine ("go perft"), up to this depth')
    .action(does(() => import('./commands/perft.ts'), 'perftCommand'));
  withSeed(withSetup(program.command('deal')))
    .description('a deal as JSON')
    .action(does(records, 'deal'));
  withSeed(withSetup(program.command('random')))
    .description('random games as records, one a line')
    .option('--count <n>', 'how many', wholeNumber(0), 1)
    .action(does(records, 'random'));
  withGame(program.command('replay'))
    .description('reads records, one a line, and checks every move, count and end')
    .argument(...FILE)
    .action(does(records, 'replay'));
  withGame(program.command('positions'))
    .description(
      'reads records, one a line, and writes each position with the number of its legal moves; a JSON line a game',
    )
    .argument(...FILE)
    .action(does(records, 'positions'));
  program
    .command('verify-shuffle')
    .description('checks that the deal of a game at a table is the one whose hash was shown before the first move')
    .argument('<game>', 'the downloaded game, "-" for stdin, or the address of its page')
    .option('--hash <hash>', 'the hash that you noted at the start (default: the one that comes with the game)')
    .action(does(() => import('./commands/verify-shuffle.ts'), 'verifyShuffleCommand'));
}

const puzzles = () => import('./commands/puzzles.ts');

function addBots(program: Command, does: Does): void {
  withSeed(withSetup(program.command('match')))
    .description('bots and engines against each other; they change seats every game (docs/ugi.md)')
    .addOption(botOption('--a <bot>', 'the level of bot A').makeOptionMandatory())
    .addOption(botOption('--b <bot>', 'the level of bot B').makeOptionMandatory())
    .option('--movetime <ms>', 'milliseconds for a move of an engine', wholeNumber(1), 1000)
    .option('--nodes <n>', 'nodes for a move of an engine, instead of a time', wholeNumber(1))
    .addOption(
      new Option('--tc <time>', 'a clock for each seat: seconds for the game, and for each move, such as 10+0.1')
        .argParser(timeControl)
        .conflicts(['nodes', 'movetime']),
    )
    .option('--margin <ms>', 'milliseconds that may pass beyond the time', wholeNumber(0), 2000)
    .option('--games <n>', 'how many games', wholeNumber(1), 10)
    .option('--concurrency <n>', 'how many games at a time, each with engines of its own', wholeNumber(1, 256), 1)
    .option('--plies <n>', 'random moves at the start, the same in both games of a pair', wholeNumber(0, 100), 0)
    .option('--openings <file>', 'openings instead, one a line: moves separated by blanks, or records')
    .option('--sprt <elo0,elo1>', 'ends once A is shown to be better by elo1 rather than elo0, or not', eloPair)
    .option('--out <file>', 'the games as records; a match that was interrupted goes on with the same file and seed')
    .action(does(() => import('./match/match.ts'), 'match'));
  withGame(program.command('analyse'))
    .description('judges every move of recorded games, and shows better ones (docs/analysis.md)')
    .argument('[record]', 'a file with records, one a line, "-" for stdin', '-')
    .option('--position <text>', 'a position instead of a file (docs/positions.md)')
    .option('--nodes <n>', 'positions to search for each position of a game', wholeNumber(1), 50_000)
    .option('--multipv <k>', 'how many lines to show', wholeNumber(1, 5), 1)
    .option('--seed <seed>', 'any text or number; equal seeds give equal results', '0')
    .option('--open', 'by all that was hidden during the game, not by what the player to move knew')
    .option('--known', 'also what the player to move could know of what was hidden, and whether a mistake was bad luck')
    .option('--json', 'one JSON object a game')
    .action(does(() => import('./commands/analyse.ts'), 'analyse'));
  withSeed(withSetup(program.command('puzzles')))
    .description('finds positions with one best move in games of bots, as JSON lines (docs/puzzles.md)')
    .option('--count <n>', 'how many', wholeNumber(1), 10)
    .option('--per-level <n>', 'how many of one level, at most (default: 0.3 of the count)', wholeNumber(1))
    .option('--games <n>', 'how many games to look at, at most', wholeNumber(1), 10_000)
    .option('--nodes <n>', 'positions to search for each position of a game', wholeNumber(100), 20_000)
    .action(does(puzzles, 'puzzles'));
  program
    .command('rate-puzzles')
    .description('puzzles, one a line, each with the weakest level that finds its move today (docs/puzzles.md)')
    .argument(...FILE)
    .action(does(puzzles, 'ratePuzzles'));
}

function addPrograms(program: Command, does: Does): void {
  withSeed(program.command('check-game'))
    .description('checks whether a game of your own keeps the contract of a game; a line for each check')
    .argument('<file>', 'a file of JavaScript that exports the game as "game"')
    .option('--games <n>', 'random games of each combination of options and number of players', wholeNumber(1), 5)
    .option('--fixed <fields>', 'fields of a position that copyFrom need not copy, separated by commas')
    .action(does(() => import('./commands/check-game.ts'), 'checkGameFile'));
  withGame(program.command('engine'))
    .description('speaks the Universal Game Interface on stdin and stdout (docs/ugi.md)')
    .action(does(() => import('./engine/engine.ts'), 'engine'));
  program
    .command('check-engine')
    .description('checks whether a UGI engine does what others rely on; a line for each check (docs/ugi.md)')
    .argument('<command>', 'the command that starts the engine')
    .option('--game <game>', 'a game that the engine plays, without hidden information')
    .option('--timeout <ms>', 'how long it may take to answer what it can answer at once', wholeNumber(1), 2000)
    .option('--only <name>', 'one check or one group of them, after those without which nothing can be checked')
    .action(does(() => import('./check-engine/check-engine.ts'), 'checkEngine'));
  withGame(program.command('bench'))
    .description('playouts, perft nodes and search nodes a second, and what a search does in one; a JSON line a game')
    .argument('[game]', 'a game of "tablier games" (default: each of them)')
    .option('--ms <n>', 'milliseconds of processor time a measurement', wholeNumber(1), 400)
    .option('--repeats <n>', 'measurements, of which the median counts', wholeNumber(1), 5)
    .action(does(() => import('./commands/bench.ts'), 'bench'));
  withSeed(withSetup(program.command('play')))
    .description('a game in the terminal, against bots or each other')
    .addOption(
      levelOption('--level <level>', 'how strong the bots are; "none": people on every seat', ['none']).default(4),
    )
    .option('--seat <n>', 'your seat: 1 begins (default: drawn)', wholeNumber(1))
    .option('--load <file>', 'goes on with the last game of a file that "save" has written')
    .action(does(() => import('./play/session.ts'), 'play'));
  program
    .command('bot')
    .description('plays at the tables of a server with a UGI engine, by invitation and at open tables (docs/api.md)')
    .addOption(new Option('--server <url>', 'the address of the server').makeOptionMandatory())
    .addOption(new Option('--token <token>', 'a token of the scope "bot"').env('TABLIER_TOKEN'))
    .addOption(new Option('--engine <command>', 'the command that starts the engine').makeOptionMandatory())
    .option('--movetime <ms>', 'milliseconds for a move without a clock', wholeNumber(1), 1000)
    .option('--games <n>', 'how many games at a time', wholeNumber(1, 30), 4)
    .option('--no-open', 'plays by invitation only')
    .option('--verbose', 'shows each line to and from the engine')
    .option('--tournament <id>', 'enters this tournament, plays its games and nothing else, and ends with it')
    .action(does(() => import('./bot/bot-player.ts'), 'bot'));
}

function addShell(program: Command, does: Does): void {
  const shell = async () => {
    const { completion, man } = await import('./commands/shell.ts');
    return { completion: (name: string) => completion(program, name), man: () => man(program) };
  };
  program
    .command('completion')
    .description('the completion of commands, options and games for a shell: put its output where the shell reads it')
    .argument('<shell>', 'bash, zsh or fish')
    .action(does(shell, 'completion'));
  program.command('man').description('a page for "man"').action(does(shell, 'man'));
}

const database = () => import('./commands/database.ts');
const people = () => import('./admin/people.ts');
const moderation = () => import('./admin/moderation.ts');

function addServer(program: Command, does: Does): void {
  withServer(withDatabase(program.command('serve')))
    .hook('preAction', async (_, called) => {
      const path: unknown = called.getOptionValue('game');
      if (typeof path === 'string') await (await import('./commands/check-game.ts')).checkServedGame(path);
    })
    .description('the page and its server on one address, until Ctrl-C')
    .action(does(() => import('./commands/serve.ts'), 'serve'));
  const add = databaseCommand(program);
  const saving = 'saves all that the database holds in a file, while it is in use';
  add(['backup', '<file>', 'the backup, replaced when the new one is whole'], saving, does(database, 'backupCommand'));
  const filling = 'fills an empty database of either kind from a backup';
  add(['restore', '<file>', 'a backup'], filling, does(database, 'restoreCommand'));
  const rating = 'computes all ratings again from the rated matches, while the server runs';
  add(['ratings'], rating, does(database, 'ratings')).requiredOption('--rebuild', 'replace stored ratings that differ');
  const months = 'makes the monthly files of public games that are missing, while the server runs';
  add(['archive'], months, does(database, 'archive'))
    .option('--rebuild', 'makes all of them again')
    .option('--month <month>', 'makes those of this month again, such as 2026-10');
  const forgetting = 'removes a game from the archive, while the server runs; it cannot be put there again';
  add(['forget-game', ...ADDRESS], forgetting, does(database, 'forgetGame'));
  const banning = 'bans a person while the server runs: they cannot connect, play, chat or invite';
  add(['ban', ...WHO], banning, does(people, 'ban'));
  add(['unban', ...WHO], 'lifts the ban of a person', does(people, 'unban'));
  const chat = 'empties the chat of a table, while the server runs';
  const text = add(['erase-text', '<table>', 'the last part of its link'], chat, does(moderation, 'eraseText'));
  text.option('--of <who>', 'only lines under this name or by the person with this id');
}

const HOURS = ['--hours <number>', 'for how many whole hours, at most 720'] as const;

const JOB = ['<id>', 'as "tablier admin jobs" shows it'] as const;

function addAdmin(program: Command, does: Does): void {
  const admin = program
    .command('admin')
    .description(
      'people, sessions, passwords, names, bans, mutes, reports, moderators, studies, tournaments and background jobs, while the server runs (docs/operations.md)',
    );
  const add = databaseCommand(admin);
  addPeople(add, does);
  addReports(add, does);
  addContent(add, does);
}

function addPeople(add: ReturnType<typeof databaseCommand>, does: Does): void {
  add(['find', ...WHO], 'the people with a name or an id', does(people, 'find'));
  const renaming = 'gives a person another display name, at tables from now on';
  add(['rename', ...WHO], renaming, does(people, 'rename')).requiredOption('--to <name>', 'the new display name');
  const erasing = add(
    ['erase', ...WHO],
    'deletes an account and its personal data, as its owner could',
    does(people, 'erase'),
  );
  erasing.requiredOption('--yes', 'needed, because nothing brings the account back');
  add(['bans'], 'the banned people; "tablier ban" and "tablier unban" change them', does(people, 'bans'));
  add(['sessions', ...WHO], 'the open sessions of a person', does(people, 'sessions'));
  add(['end-sessions', ...WHO], 'signs a person out everywhere', does(people, 'endSessions'));
  const reset = 'prints an address where a person sets a new password, once within an hour';
  add(['reset-password', ...WHO], reset, does(people, 'resetPassword'));
  const reserving = 'keeps a username from being claimed; who has it already keeps it';
  add(['reserve', '<username>'], reserving, does(people, 'reserve'));
  add(['release', '<username>'], 'lets a reserved username be claimed', does(people, 'release'));
  add(['reserved'], 'the reserved usernames', does(people, 'reserved'));
  add(['mute', ...WHO], 'keeps a person from chatting for some hours; it ends by itself', does(people, 'mute'))
    .requiredOption(...HOURS)
    .requiredOption('--note <text>', 'why: the person reads it');
  add(['unmute', ...WHO], 'lets a person chat again at once', does(people, 'unmute'));
  add(['mutes'], 'who cannot chat, until when, and why', does(people, 'mutes'));
}

function addReports(add: ReturnType<typeof databaseCommand>, does: Does): void {
  const reports = add(['reports'], 'the reports of players, newest first', does(moderation, 'reports'));
  reports.option('--closed', 'those about which something was done');
  const evidence = 'a report with its evidence: game, times, chat, lost connections, earlier reports, actions';
  add(['report', '<id>'], evidence, does(moderation, 'report'));
  for (const [action, description] of [
    ['dismiss', 'closes a report without more'],
    ['warn', 'closes a report and shows the person a warning'],
    ['mute', 'closes a report and keeps the person from chatting for some hours'],
    ['ban', 'closes a report and bans the person'],
    ['removeText', 'removes the article or the text of a club that a report is about, and closes the report'],
  ] as const) {
    const name = action === 'removeText' ? 'remove-text' : `${action}-report`;
    const command = add([name, '<id>'], description, does(moderation, `${action}Report`));
    command.option('--as <name>', 'who does it, for the log of actions', userInfo().username);
    if (action === 'mute') command.requiredOption(...HOURS);
    if (action === 'dismiss' || action === 'ban') command.option('--note <text>', 'why, for the log of actions');
    else command.requiredOption('--note <text>', 'what the person reads');
  }
  add(['moderators'], 'who may decide about reports on the page /moderation', does(moderation, 'moderators'));
  const pairs = 'opponents with many short rated games in the last 30 days: perhaps one gives points to the other';
  add(['short-games'], pairs, does(moderation, 'shortGames'));
  const deciding = 'lets a person with a username see reports and decide about them';
  add(['add-moderator', ...WHO], deciding, does(moderation, 'addModerator'));
  add(['remove-moderator', ...WHO], 'takes that right away', does(moderation, 'removeModerator'));
}

function addContent(add: ReturnType<typeof databaseCommand>, does: Does): void {
  const removing = 'removes a shared study from its address, which then says so';
  add(['remove-study', ...ADDRESS], removing, does(moderation, 'removeStudy'));
  add(['restore-study', ...ADDRESS], 'puts a removed study back', does(moderation, 'restoreStudy'));
  const renaming = add(
    ['rename-tournament', ...ADDRESS],
    'gives a tournament another name',
    does(moderation, 'renameTournament'),
  );
  renaming.requiredOption('--to <name>', 'the new name');
  const cancelling = 'cancels a tournament, as its organiser could';
  add(['cancel-tournament', ...ADDRESS], cancelling, does(moderation, 'cancelTournament'));
  add(['jobs'], 'the background jobs: those that wait, run, or failed for the last time', does(database, 'jobs'));
  add(['retry-job', ...JOB], 'makes a dead job due now', does(database, 'retryJob'));
  add(['drop-job', ...JOB], 'removes a job that waits or is dead', does(database, 'dropJob'));
}
