import type { Command } from 'commander';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withDatabase } from '../config/options.ts';
import type { RenameFlags } from './people.ts';

/** What a command does when it is done: it hands over its exit code. */
type Finish = (exitCode: number) => void;

const WHO = 'a username, a display name or an id';

/** `tablier admin …`: what an operator can do to people and names, with or without a running server. */
export function addAdmin(program: Command, finish: Finish): void {
  const admin = program
    .command('admin')
    .description('people, sessions, names and bans, while the server runs (docs/operations.md)');
  addPeople(admin, finish);
  addSessions(admin, finish);
  addNames(admin, finish);
}

const people = () => import('./people.ts');
const names = () => import('./names.ts');

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
