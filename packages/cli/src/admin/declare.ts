import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withDatabase } from '../config/options.ts';
import type { MuteFlags, RenameFlags } from './people.ts';
import type { ActionFlags, ReportsFlags } from './reports.ts';
import type { RenameTournamentFlags } from './tournaments.ts';

/** Called by a command with its exit code when it has finished. */
type Finish = (exitCode: number) => void;

const HOURS = 'for how many whole hours, at most 720';

const WHO = 'a username, a display name or an id';

/** `tablier admin …`: what an operator can do to people and names, with or without a running server. */
export function addAdmin(program: Command, finish: Finish): void {
  const admin = program
    .command('admin')
    .description(
      'people, sessions, passwords, names, bans, mutes, reports, moderators, studies, tournaments and background jobs, while the server runs (docs/operations.md)',
    );
  addPeople(admin, finish);
  addSessions(admin, finish);
  addPasswords(admin, finish);
  addNames(admin, finish);
  addMutes(admin, finish);
  addReports(admin, finish);
  addModerators(admin, finish);
  addStudies(admin, finish);
  addTournaments(admin, finish);
  addJobs(admin, finish);
}

const people = () => import('./people.ts');
const names = () => import('./people.ts');
const reports = () => import('./reports.ts');
const moderators = () => import('./moderators.ts');
const tournaments = () => import('./tournaments.ts');
const jobs = () => import('./jobs.ts');

function addPeople(admin: Command, finish: Finish): void {
  withDatabase(admin.command('find'))
    .description('the people with a name or an id')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await people()).find(who, flags)));
  withDatabase(admin.command('rename'))
    .description('gives a person another display name, at tables from now on')
    .argument('<who>', WHO)
    .requiredOption('--to <name>', 'the new display name')
    .action(async (who: string, flags: RenameFlags) => finish(await (await people()).rename(who, flags)));
  withDatabase(admin.command('erase'))
    .description('deletes an account and its personal data, as its owner could')
    .argument('<who>', WHO)
    .requiredOption('--yes', 'needed, because nothing brings the account back')
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await people()).erase(who, flags)));
  withDatabase(admin.command('bans'))
    .description('the banned people; "tablier ban" and "tablier unban" change them')
    .action(async (flags: DatabaseFlags) => finish(await (await people()).bans(flags)));
}

function addSessions(admin: Command, finish: Finish): void {
  withDatabase(admin.command('sessions'))
    .description('the open sessions of a person')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await people()).sessions(who, flags)));
  withDatabase(admin.command('end-sessions'))
    .description('signs a person out everywhere')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await people()).endSessions(who, flags)));
}

function addPasswords(admin: Command, finish: Finish): void {
  withDatabase(admin.command('reset-password'))
    .description('prints an address where a person sets a new password, once within an hour')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await people()).resetPassword(who, flags)));
}

function addNames(admin: Command, finish: Finish): void {
  withDatabase(admin.command('reserve'))
    .description('keeps a username from being claimed; who has it already keeps it')
    .argument('<username>')
    .action(async (username: string, flags: DatabaseFlags) => finish(await (await names()).reserve(username, flags)));
  withDatabase(admin.command('release'))
    .description('lets a reserved username be claimed')
    .argument('<username>')
    .action(async (username: string, flags: DatabaseFlags) => finish(await (await names()).release(username, flags)));
  withDatabase(admin.command('reserved'))
    .description('the reserved usernames')
    .action(async (flags: DatabaseFlags) => finish(await (await names()).reserved(flags)));
}

function addMutes(admin: Command, finish: Finish): void {
  withDatabase(admin.command('mute'))
    .description('keeps a person from chatting for some hours; it ends by itself')
    .argument('<who>', WHO)
    .requiredOption('--hours <number>', HOURS)
    .requiredOption('--note <text>', 'why: the person reads it')
    .action(async (who: string, flags: MuteFlags) => finish(await (await people()).mute(who, flags)));
  withDatabase(admin.command('unmute'))
    .description('lets a person chat again at once')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await people()).unmute(who, flags)));
  withDatabase(admin.command('mutes'))
    .description('who cannot chat, until when, and why')
    .action(async (flags: DatabaseFlags) => finish(await (await people()).mutes(flags)));
}

function addReports(admin: Command, finish: Finish): void {
  withDatabase(admin.command('reports'))
    .description('the reports of players, newest first')
    .option('--closed', 'those about which something was done')
    .action(async (flags: ReportsFlags) => finish(await (await reports()).list(flags)));
  withDatabase(admin.command('report'))
    .description('a report with its evidence: game, times, chat, lost connections, earlier reports, actions')
    .argument('<id>')
    .action(async (id: string, flags: DatabaseFlags) => finish(await (await reports()).show(id, flags)));
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
    noted.action(async (id: string, flags: ActionFlags) => finish(await (await reports()).act(id, action, flags)));
  }
}

function addModerators(admin: Command, finish: Finish): void {
  withDatabase(admin.command('moderators'))
    .description('who may decide about reports on the page /moderation')
    .action(async (flags: DatabaseFlags) => finish(await (await moderators()).list(flags)));
  withDatabase(admin.command('short-games'))
    .description('opponents with many short rated games in the last 30 days: perhaps one gives points to the other')
    .action(async (flags: DatabaseFlags) => finish(await (await moderators()).shortGames(flags)));
  withDatabase(admin.command('add-moderator'))
    .description('lets a person with a username see reports and decide about them')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await moderators()).add(who, flags)));
  withDatabase(admin.command('remove-moderator'))
    .description('takes that right away')
    .argument('<who>', WHO)
    .action(async (who: string, flags: DatabaseFlags) => finish(await (await moderators()).remove(who, flags)));
}

function addStudies(admin: Command, finish: Finish): void {
  withDatabase(admin.command('remove-study'))
    .description('removes a shared study from its address, which then says so')
    .argument('<id>', 'the last part of its address')
    .action(async (id: string, flags: DatabaseFlags) => finish(await (await reports()).removeStudy(id, flags)));
  withDatabase(admin.command('restore-study'))
    .description('puts a removed study back')
    .argument('<id>', 'the last part of its address')
    .action(async (id: string, flags: DatabaseFlags) => finish(await (await reports()).restoreStudy(id, flags)));
}

function addTournaments(admin: Command, finish: Finish): void {
  withDatabase(admin.command('rename-tournament'))
    .description('gives a tournament another name')
    .argument('<id>', 'the last part of its address')
    .requiredOption('--to <name>', 'the new name')
    .action(async (id: string, flags: RenameTournamentFlags) => finish(await (await tournaments()).rename(id, flags)));
  withDatabase(admin.command('cancel-tournament'))
    .description('cancels a tournament, as its organiser could')
    .argument('<id>', 'the last part of its address')
    .action(async (id: string, flags: DatabaseFlags) => finish(await (await tournaments()).cancel(id, flags)));
}

function addJobs(admin: Command, finish: Finish): void {
  withDatabase(admin.command('jobs'))
    .description('the background jobs: those that wait, run, or failed for the last time')
    .action(async (flags: DatabaseFlags) => finish(await (await jobs()).list(flags)));
  withDatabase(admin.command('retry-job'))
    .description('makes a dead job due now')
    .argument('<id>', 'as "tablier admin jobs" shows it')
    .action(async (id: string, flags: DatabaseFlags) => finish(await (await jobs()).retry(id, flags)));
  withDatabase(admin.command('drop-job'))
    .description('removes a job that waits or is dead')
    .argument('<id>', 'as "tablier admin jobs" shows it')
    .action(async (id: string, flags: DatabaseFlags) => finish(await (await jobs()).drop(id, flags)));
}
