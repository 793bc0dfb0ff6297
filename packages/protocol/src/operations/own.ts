import * as z from 'zod/mini';
import {
  accountSettings,
  createdToken,
  newToken,
  notificationSettings,
  type NotificationState,
  ownTokens,
  pushTarget,
  TOKEN_SCOPES,
} from '../account.ts';
import { gaugeVote } from '../finished-games.ts';
import { opponents, ownTables, ownTablesQuery } from '../server-messages.ts';
import { personRating } from '../ratings.ts';
import {
  contactSettings,
  type ModerationEvidence,
  type ModerationList,
  newDecision,
  newRelation,
  newReport,
  ownRelations,
} from '../relations.ts';
import { member, play, read, session, visitor } from './declare.ts';
import { type Declarations, limit, nothing, trusted } from './operation.ts';
import { described } from '../values.ts';

const relationParams = z.object({ id: described('The id of the relation.', z.string()) });
const changingSettings = <const D extends object>(id: string, declared: D) =>
  play('own', id, { limits: { settings: 'person' }, ...declared });
const ofSession = <const D extends object>(declared: D) => session({ limits: { settings: 'person' }, ...declared });
const ofToken = <const D extends object>(id: string, declared: D) => session({ tag: 'own', id, ...declared });

/** The account of the caller: their tables, settings and tokens. */
export const OWN = {
  'GET /api/v1/me': read('own', 'getMe', {
    summary: 'The account of the token, its ratings, and what the token allows',
    answer: z.object({
      name: z.string(),
      username: z.nullable(z.string()),
      scopes: z.array(z.enum(TOKEN_SCOPES)),
      ratings: z.array(personRating),
    }),
  }),
  'GET /api/v1/me/tables': read('own', 'listOwnTables', {
    summary: 'Own tables, newest first; `phase=unfinished` for those that run or wait',
    limits: { lookups: 'person' },
    query: z.object({ ...ownTablesQuery.shape, limit }),
    answer: ownTables,
  }),
  'GET /api/me/opponents': visitor({
    summary: 'Recent opponents, to invite them again. Empty without a session',
    limits: { lookups: 'person' },
    answer: opponents,
  }),
  'GET /api/me/settings': session({
    summary: 'The settings that follow the account; `null` if none were saved',
    answer: z.object({ settings: z.nullable(accountSettings) }),
  }),
  'PUT /api/me/settings': member({
    summary: 'Save the settings of a member. The last write wins',
    limits: { settings: 'person' },
    // Those of this version have less than 200.
    most: 2048,
    body: accountSettings,
    answer: z.object({ settings: accountSettings }),
    errors: ['no-account'],
  }),
  'GET /api/me/gauges/{game}': visitor({
    summary: 'What the caller says of a game, and whether they may: members may who have finished a game of it',
    answer: z.object({ vote: z.nullable(gaugeVote), mayVote: z.boolean() }),
  }),
  'PUT /api/me/gauges/{game}': member({
    summary: 'Say how complex, strategic, lucky and interactive a game is, each from 0 to 5',
    limits: { settings: 'person' },
    body: gaugeVote,
    answer: nothing,
    errors: ['not-found', 'not-played'],
  }),
  'GET /api/me/tokens': ofToken('listTokens', {
    summary: 'The tokens of the account, without their secrets',
    answer: ownTokens,
  }),
  'POST /api/me/tokens': ofToken('createToken', {
    summary: 'A new token. Its secret is only in this answer',
    description:
      'The owner must have signed in or confirmed within five minutes (`confirm-first`). Guests have no tokens (`no-account`).',
    limits: { changes: 'person' },
    body: newToken,
    answer: createdToken,
    status: 201,
    errors: ['confirm-first', 'no-account', 'too-many-tokens', 'bad-token-terms'],
  }),
  'DELETE /api/me/tokens/{token}': ofToken('revokeToken', {
    summary: 'Revokes a token, and ends its event streams',
    errors: ['not-found'],
  }),
} as const satisfies Declarations;

/** Following, blocking, muting and reporting. Challenges are tables with a chair for a username (`openTable`). */
export const RELATIONS = {
  'GET /api/v1/me/relations': read('own', 'listRelations', {
    summary:
      'Whom the caller follows, with who is here and where they play, blocks and mutes, and who may challenge them',
    limits: { lookups: 'person' },
    answer: ownRelations,
  }),
  'POST /api/v1/me/relations': changingSettings('addRelation', {
    summary: 'Follow, block or mute a person',
    description:
      'Members are followed by username. Someone else can be blocked or muted by their seat, or by what they said.',
    body: newRelation,
    answer: relationParams,
    errors: ['no-account', 'unknown-person', 'yourself', 'relations-full'],
  }),
  'DELETE /api/v1/me/relations/{id}': changingSettings('removeRelation', {
    summary: 'End following, blocking or muting a person',
    params: relationParams,
    answer: nothing,
  }),
  'POST /api/v1/reports': changingSettings('report', {
    summary: 'Report a person to the operator of the server, with the game attached',
    limits: { settings: 'person', reports: 'address' },
    body: newReport,
    answer: nothing,
    errors: ['unknown-person', 'yourself', 'reports-full', 'bad-report'],
  }),
  'PUT /api/me/contact': ofSession({ summary: 'Choose who may challenge the caller', body: contactSettings }),
  'DELETE /api/me/warnings': ofSession({ summary: 'The caller has read the warnings of the operator' }),
} as const satisfies Declarations;

/** Where a person is notified of what. */
export const NOTIFICATIONS = {
  'GET /api/me/notifications': session({
    summary: 'Over which channels the caller is notified of what',
    answer: trusted<NotificationState>(),
  }),
  'PUT /api/me/notifications': ofSession({
    summary: 'Change what the caller is notified of',
    body: notificationSettings,
  }),
  'PUT /api/me/push': ofSession({
    summary: 'Send notifications to this browser',
    body: pushTarget,
    errors: ['bad-push-target'],
  }),
  'DELETE /api/me/push': session({ summary: 'Send no more notifications to this browser' }),
  'PUT /api/me/email': member({
    summary: 'Change the mail address of a member, and send it a link to confirm it',
    limits: { settings: 'person' },
    body: z.object({ address: z.string(), language: z.optional(z.string()) }),
    errors: ['no-mail', 'bad-address', 'confirm-first'],
  }),
  'DELETE /api/me/email': session({ summary: 'Remove the mail address' }),
} as const satisfies Declarations;

const reading = <const D extends object>(declared: D) => session({ limits: { lookups: 'person' }, ...declared });

/** Reports for moderators. They see no report about themselves, and not who made the others. */
export const MODERATION = {
  'GET /api/moderation/reports': reading({
    summary: 'The reports of a status, newest first',
    query: z.object({
      limit,
      status: z._default(z.enum(['open', 'closed']), 'open'),
      before: z.optional(z.string().check(z.regex(/^\d{1,15}_[\w-]{22}$/))),
    }),
    answer: trusted<ModerationList>(),
    errors: ['not-moderator'],
  }),
  'GET /api/moderation/reports/{report}': reading({
    summary: 'A report with its evidence',
    answer: trusted<ModerationEvidence>(),
    errors: ['not-moderator', 'not-found'],
  }),
  'POST /api/moderation/reports/{report}': session({
    limits: { settings: 'person' },
    summary: 'Decide about a report',
    body: newDecision,
    errors: ['not-moderator', 'not-found', 'own-report', 'bad-name', 'bad-decision', 'tournament-closed'],
  }),
} as const satisfies Declarations;
