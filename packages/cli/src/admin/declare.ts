import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { databaseCommand } from '../config/options.ts';
import { ADDRESS, type Does, WHO } from '../shared/flags.ts';

const HOURS = ['--hours <number>', 'for how many whole hours, at most 720'] as const;

const JOB = ['<id>', 'as "tablier admin jobs" shows it'] as const;

const people = () => import('./people.ts');
const moderation = () => import('./moderation.ts');
const database = () => import('../commands/database.ts');

export function addAdmin(program: Command, does: Does): void {
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
  add(
    ['rename', ...WHO],
    'gives a person another display name, at tables from now on',
    does(people, 'rename'),
  ).requiredOption('--to <name>', 'the new display name');
  add(
    ['erase', ...WHO],
    'deletes an account and its personal data, as its owner could',
    does(people, 'erase'),
  ).requiredOption('--yes', 'needed, because nothing brings the account back');
  add(['bans'], 'the banned people; "tablier ban" and "tablier unban" change them', does(people, 'bans'));
  add(['sessions', ...WHO], 'the open sessions of a person', does(people, 'sessions'));
  add(['end-sessions', ...WHO], 'signs a person out everywhere', does(people, 'endSessions'));
  const reset = 'prints an address where a person sets a new password, once within an hour';
  add(['reset-password', ...WHO], reset, does(people, 'resetPassword'));
  add(
    ['reserve', '<username>'],
    'keeps a username from being claimed; who has it already keeps it',
    does(people, 'reserve'),
  );
  add(['release', '<username>'], 'lets a reserved username be claimed', does(people, 'release'));
  add(['reserved'], 'the reserved usernames', does(people, 'reserved'));
  add(['mute', ...WHO], 'keeps a person from chatting for some hours; it ends by itself', does(people, 'mute'))
    .requiredOption(...HOURS)
    .requiredOption('--note <text>', 'why: the person reads it');
  add(['unmute', ...WHO], 'lets a person chat again at once', does(people, 'unmute'));
  add(['mutes'], 'who cannot chat, until when, and why', does(people, 'mutes'));
}

function addReports(add: ReturnType<typeof databaseCommand>, does: Does): void {
  add(['reports'], 'the reports of players, newest first', does(moderation, 'reports')).option(
    '--closed',
    'those about which something was done',
  );
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
    const command = add([name, '<id>'], description, does(moderation, `${action}Report`)).option(
      '--as <name>',
      'who does it, for the log of actions',
      userInfo().username,
    );
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
  add(
    ['rename-tournament', ...ADDRESS],
    'gives a tournament another name',
    does(moderation, 'renameTournament'),
  ).requiredOption('--to <name>', 'the new name');
  const cancelling = 'cancels a tournament, as its organiser could';
  add(['cancel-tournament', ...ADDRESS], cancelling, does(moderation, 'cancelTournament'));
  add(['jobs'], 'the background jobs: those that wait, run, or failed for the last time', does(database, 'jobs'));
  add(['retry-job', ...JOB], 'makes a dead job due now', does(database, 'retryJob'));
  add(['drop-job', ...JOB], 'removes a job that waits or is dead', does(database, 'dropJob'));
}
