import { describe } from 'vitest';
import { checkAccounts } from './check-accounts.ts';
import { checkArchive } from './check-archive.ts';
import { checkCredentials } from './check-credentials.ts';
import { checkCrash } from './check-crash.ts';
import { checkErasure } from './check-erasure.ts';
import { checkEvents } from './check-events.ts';
import { checkArticles } from './check-articles.ts';
import { checkGauges } from './check-gauges.ts';
import { checkHealth } from './check-health.ts';
import { checkJobs } from './check-jobs.ts';
import { checkLists } from './check-lists.ts';
import { checkNotices } from './check-notices.ts';
import { checkNotifications } from './check-notifications.ts';
import { checkModerators } from './check-moderators.ts';
import { checkMutes } from './check-mutes.ts';
import { checkPasswordResets } from './check-password-resets.ts';
import { checkTokens } from './check-tokens.ts';
import { checkRelations } from './check-relations.ts';
import { checkReports } from './check-reports.ts';
import { checkStudies } from './check-studies.ts';
import { checkClubs } from './check-clubs.ts';
import { checkTournaments } from './check-tournaments.ts';
import { type StoreHome, useStores } from './store-home.ts';

/** The conformance suite of a store: registers the tests that every database must pass behind the port. */
export function checkStore(name: string, makeHome: () => Promise<StoreHome>): void {
  describe(`${name} keeps the contract of a store`, () => {
    describe('archive', () => checkArchive(useStores(makeHome)));
    describe('accounts', () => checkAccounts(useStores(makeHome)));
    describe('credentials', () => checkCredentials(useStores(makeHome)));
    describe('tokens', () => checkTokens(useStores(makeHome)));
    describe('password resets', () => checkPasswordResets(useStores(makeHome)));
    describe('studies', () => checkStudies(useStores(makeHome)));
    describe('articles', () => checkArticles(useStores(makeHome)));
    describe('gauges', () => checkGauges(useStores(makeHome)));
    describe('clubs', () => checkClubs(useStores(makeHome)));
    describe('tournaments', () => checkTournaments(useStores(makeHome)));
    describe('relations', () => checkRelations(useStores(makeHome)));
    describe('reports', () => checkReports(useStores(makeHome)));
    describe('moderators', () => checkModerators(useStores(makeHome)));
    describe('mutes', () => checkMutes(useStores(makeHome)));
    describe('jobs', () => checkJobs(useStores(makeHome)));
    describe('notifications', () => checkNotifications(useStores(makeHome)));
    describe('events', () => checkEvents(useStores(makeHome)));
    describe('lists', () => checkLists(useStores(makeHome)));
    describe('erasure', () => checkErasure(useStores(makeHome)));
    describe('notices', () => checkNotices(useStores(makeHome)));
    describe('health', () => checkHealth(useStores(makeHome)));
    describe('crash', () => checkCrash(useStores(makeHome)));
  });
}
