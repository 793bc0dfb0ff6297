import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { withDatabase } from '../config/options.ts';
import type { Does } from '../shared/flags.ts';

const HOURS = 'for how many whole hours, at most 720';

const WHO = 'a username, a display name or an id';

export function addAdmin(program: Command, does: Does): void {
  const admin = program
    .command('admin')
    .description(
      'people, sessions, passwords, names, bans, mutes, reports, moderators, studies, tournaments and background jobs, while the server runs (docs/operations.md)',
    );
  addPeople(admin, does);
  addSessions(admin, does);
  addNames(admin, does);
  addMutes(admin, does);
  addReports(admin, does);
  addModerators(admin, does);
  addContent(admin, does);
  addJobs(admin, does);
}

const people = () => import('./people.ts');
const moderation = () => import('./moderation.ts');
const database = () => import('../commands/database.ts');

function addPeople(admin: Command, does: Does): void {
  withDatabase(admin.command('find'))
    .description('the people with a name or an id')
    .argument('<who>', WHO)
    .action(does(people, 'find'));
  withDatabase(admin.command('rename'))
    .description('gives a person another display name, at tables from now on')
    .argument('<who>', WHO)
    .requiredOption('--to <name>', 'the new display name')
    .action(does(people, 'rename'));
  withDatabase(admin.command('erase'))
    .description('deletes an account and its personal data, as its owner could')
    .argument('<who>', WHO)
    .requiredOption('--yes', 'needed, because nothing brings the account back')
    .action(does(people, 'erase'));
  withDatabase(admin.command('bans'))
    .description('the banned people; "tablier ban" and "tablier unban" change them')
    .action(does(people, 'bans'));
}

function addSessions(admin: Command, does: Does): void {
  withDatabase(admin.command('sessions'))
    .description('the open sessions of a person')
    .argument('<who>', WHO)
    .action(does(people, 'sessions'));
  withDatabase(admin.command('end-sessions'))
    .description('signs a person out everywhere')
    .argument('<who>', WHO)
    .action(does(people, 'endSessions'));
  withDatabase(admin.command('reset-password'))
    .description('prints an address where a person sets a new password, once within an hour')
    .argument('<who>', WHO)
    .action(does(people, 'resetPassword'));
}

function addNames(admin: Command, does: Does): void {
  withDatabase(admin.command('reserve'))
    .description('keeps a username from being claimed; who has it already keeps it')
    .argument('<username>')
    .action(does(people, 'reserve'));
  withDatabase(admin.command('release'))
    .description('lets a reserved username be claimed')
    .argument('<username>')
    .action(does(people, 'release'));
  withDatabase(admin.command('reserved')).description('the reserved usernames').action(does(people, 'reserved'));
}

function addMutes(admin: Command, does: Does): void {
  withDatabase(admin.command('mute'))
    .description('keeps a person from chatting for some hours; it ends by itself')
    .argument('<who>', WHO)
    .requiredOption('--hours <number>', HOURS)
    .requiredOption('--note <text>', 'why: the person reads it')
    .action(does(people, 'mute'));
  withDatabase(admin.command('unmute'))
    .description('lets a person chat again at once')
    .argument('<who>', WHO)
    .action(does(people, 'unmute'));
  withDatabase(admin.command('mutes'))
    .description('who cannot chat, until when, and why')
    .action(does(people, 'mutes'));
}

function addReports(admin: Command, does: Does): void {
  withDatabase(admin.command('reports'))
    .description('the reports of players, newest first')
    .option('--closed', 'those about which something was done')
    .action(does(moderation, 'reports'));
  withDatabase(admin.command('report'))
    .description('a report with its evidence: game, times, chat, lost connections, earlier reports, actions')
    .argument('<id>')
    .action(does(moderation, 'report'));
  for (const [action, description] of [
    ['dismiss', 'closes a report without more'],
    ['warn', 'closes a report and shows the person a warning'],
    ['mute', 'closes a report and keeps the person from chatting for some hours'],
    ['ban', 'closes a report and bans the person'],
  ] as const) {
    const command = withDatabase(admin.command(`${action}-report`))
      .description(description)
      .argument('<id>')
      .option('--as <name>', 'who does it, for the log of actions', userInfo().username);
    const isRead = action === 'warn' || action === 'mute';
    const what = isRead ? 'what the person reads' : 'why, for the log of actions';
    if (action === 'mute') command.requiredOption('--hours <number>', HOURS);
    const noted = isRead ? command.requiredOption('--note <text>', what) : command.option('--note <text>', what);
    noted.action(does(moderation, `${action}Report`));
  }
}

function addModerators(admin: Command, does: Does): void {
  withDatabase(admin.command('moderators'))
    .description('who may decide about reports on the page /moderation')
    .action(does(moderation, 'moderators'));
  withDatabase(admin.command('short-games'))
    .description('opponents with many short rated games in the last 30 days: perhaps one gives points to the other')
    .action(does(moderation, 'shortGames'));
  withDatabase(admin.command('add-moderator'))
    .description('lets a person with a username see reports and decide about them')
    .argument('<who>', WHO)
    .action(does(moderation, 'addModerator'));
  withDatabase(admin.command('remove-moderator'))
    .description('takes that right away')
    .argument('<who>', WHO)
    .action(does(moderation, 'removeModerator'));
}

function addContent(admin: Command, does: Does): void {
  withDatabase(admin.command('remove-study'))
    .description('removes a shared study from its address, which then says so')
    .argument('<id>', 'the last part of its address')
    .action(does(moderation, 'removeStudy'));
  withDatabase(admin.command('restore-study'))
    .description('puts a removed study back')
    .argument('<id>', 'the last part of its address')
    .action(does(moderation, 'restoreStudy'));
  withDatabase(admin.command('rename-tournament'))
    .description('gives a tournament another name')
    .argument('<id>', 'the last part of its address')
    .requiredOption('--to <name>', 'the new name')
    .action(does(moderation, 'renameTournament'));
  withDatabase(admin.command('cancel-tournament'))
    .description('cancels a tournament, as its organiser could')
    .argument('<id>', 'the last part of its address')
    .action(does(moderation, 'cancelTournament'));
}

function addJobs(admin: Command, does: Does): void {
  withDatabase(admin.command('jobs'))
    .description('the background jobs: those that wait, run, or failed for the last time')
    .action(does(database, 'jobs'));
  withDatabase(admin.command('retry-job'))
    .description('makes a dead job due now')
    .argument('<id>', 'as "tablier admin jobs" shows it')
    .action(does(database, 'retryJob'));
  withDatabase(admin.command('drop-job'))
    .description('removes a job that waits or is dead')
    .argument('<id>', 'as "tablier admin jobs" shows it')
    .action(does(database, 'dropJob'));
}
