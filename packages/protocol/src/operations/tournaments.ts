import { words } from '@tablier/core';
import * as z from 'zod/mini';
import {
  byeRequest,
  givenResult,
  tournamentPairing,
  tournamentStanding,
  tournamentStart,
  tournamentSummary,
  tournamentTerms,
  tournamentView,
} from '../tournaments.ts';
import { described, moment } from '../values.ts';
import { anyone, member, play, visitor } from './declare.ts';
import { type Declarations, pageQuery } from './operation.ts';
import { clubChange, clubSummary, clubView, newClub } from '../clubs.ts';

const params = z.object({ tournament: z.string().check(z.maxLength(100)) });
const whole = z.coerce.number().check(z.multipleOf(1), z.minimum(1));
const boardParams = z.object({ ...params.shape, round: whole, board: whole });
const entrantParams = z.object({ ...params.shape, entrant: whole });

const readingOne = <const D extends object>(id: string, declared: D) =>
  anyone('tournaments', id, { params, errors: ['not-found'], ...declared });
const changing = <const D extends object>(id: string, declared: D) =>
  play('tournaments', id, { limits: { tournaments: 'person' }, ...declared });
const organising = words('not-found not-organiser tournament-closed bad-tournament tournament-log-full');
const changingOne = <const D extends object>(id: string, declared: D) =>
  changing(id, { params, answer: tournamentView, ...declared });
const organised = <const D extends object>(id: string, declared: D) =>
  changingOne(id, { errors: organising, ...declared });

export const TOURNAMENTS = {
  'GET /api/v1/tournaments': anyone('tournaments', 'listTournaments', {
    summary: 'The public tournaments of a status, newest first',
    query: z.object({ ...pageQuery.shape, status: z._default(z.enum(['open', 'running', 'over']), 'open') }),
    answer: z.object({
      tournaments: z.array(tournamentSummary),
      next: z.nullable(z.string()),
      now: described('By the clock of the server. Milliseconds since 1970.', moment),
    }),
  }),
  'GET /api/v1/tournaments/{tournament}': readingOne('getTournament', {
    summary: 'A tournament with its standings and the pairings of a round',
    query: z.object({
      round: z.optional(described('The round of `pairings`. Absent: the newest.', whole)),
      since: z.optional(
        described(
          'A `revision`. The answer is 204 if it is still the newest.',
          z.coerce.number().check(z.multipleOf(1), z.minimum(0)),
        ),
      ),
    }),
    answer: tournamentView,
    orNone: true,
  }),
  'GET /api/v1/tournaments/{tournament}/standings': readingOne('getStandings', {
    summary: 'The standings of a tournament with the tie-breaks',
    answer: z.object({
      tournament: z.string(),
      revision: z.int(),
      status: tournamentSummary.shape.status,
      tieBreaks: z.array(z.string()),
      standings: z.array(tournamentStanding),
    }),
  }),
  'GET /api/v1/tournaments/{tournament}/rounds/{round}': readingOne('getRound', {
    summary: 'The pairings of a round',
    params: z.object({ ...params.shape, round: whole }),
    answer: z.object({ tournament: z.string(), round: z.int(), pairings: z.array(tournamentPairing) }),
  }),
} as const satisfies Declarations;

export const TOURNAMENT_CHANGES = {
  'POST /api/v1/tournaments': changing('createTournament', {
    summary: 'Create a tournament',
    description: 'Sent again with the same `id`, it returns the same tournament.',
    limits: { tournaments: 'person', newTournaments: 'address' },
    body: z.strictObject({
      id: described('Chosen by the client, as for every command.', z.string().check(z.regex(/^[\w-]{1,64}$/))),
      terms: tournamentTerms,
    }),
    answer: z.object({ tournament: z.string() }),
    errors: ['no-account', 'too-many-tournaments', 'bad-tournament'],
  }),
  'POST /api/v1/tournaments/{tournament}/join': changingOne('joinTournament', {
    summary: 'Enter a tournament, or come back to it',
    description:
      'Games begin by themselves: the event stream of the own tables shows each. A token of the scope `bot` enters a program.',
    errors: words(
      'not-found no-account no-programs only-programs not-member tournament-closed tournament-full',
      'entrant-removed',
    ),
  }),
  'POST /api/v1/tournaments/{tournament}/leave': changingOne('leaveTournament', {
    summary: 'Leave a tournament; a running game goes on',
    errors: ['not-found', 'not-entered', 'tournament-closed'],
  }),
  'POST /api/v1/tournaments/{tournament}/start': changingOne('startTournament', {
    summary: 'Start a tournament that the caller organises',
    errors: ['not-found', 'not-organiser', 'tournament-closed', 'too-few-entrants'],
  }),
  'POST /api/v1/tournaments/{tournament}/reschedule': changingOne('rescheduleTournament', {
    summary: 'Give a tournament that has not begun another start; the caller organises it',
    body: tournamentStart,
    errors: ['not-found', 'not-organiser', 'tournament-closed', 'bad-tournament'],
  }),
  'POST /api/v1/tournaments/{tournament}/cancel': changingOne('cancelTournament', {
    summary: 'Cancel a tournament that the caller organises',
    errors: ['not-found', 'not-organiser', 'tournament-closed'],
  }),
  'POST /api/v1/tournaments/{tournament}/pause': organised('pauseTournament', {
    summary: 'Let no round begin in a tournament that the caller organises; games that are on go on',
  }),
  'POST /api/v1/tournaments/{tournament}/resume': organised('resumeTournament', {
    summary: 'Let the rounds of a paused tournament go on',
  }),
  'POST /api/v1/tournaments/{tournament}/rounds/{round}/undo': organised('undoRound', {
    summary: 'Undo the newest round of a tournament that the caller organises, and pause it',
    description: 'Games that have begun go on, but no longer count. Once resumed, the round is paired again.',
    params: z.object({ ...params.shape, round: whole }),
  }),
  'POST /api/v1/tournaments/{tournament}/rounds/{round}/boards/{board}/result': organised('correctResult', {
    summary: 'Give a game of a tournament that the caller organises a result, or another one',
    description: 'A game that is on goes on, but no longer counts. Rounds that are paired already stay.',
    params: boardParams,
    body: givenResult,
  }),
  'POST /api/v1/tournaments/{tournament}/import': changingOne('importTournament', {
    summary: 'Fill a Swiss tournament of two seats that has no entrants with those and the past rounds of a TRF file',
    description:
      'The entrants have no account: the organiser gives their results. The tournament starts and is paused. `bad-trf` says what is wrong: `detail` is the number of the line and the fault.',
    most: 128 * 1024,
    body: z.strictObject({ report: z.string() }),
    errors: [...organising, 'bad-trf'],
  }),
  'POST /api/v1/tournaments/{tournament}/byes': changingOne('requestBye', {
    summary: 'Ask for a bye in a round to come of a Swiss tournament, or take it back',
    description:
      'An entrant may ask once, and not for half a point in the last round. The organiser may give anyone any.',
    body: byeRequest,
    errors: [...organising, 'not-entered', 'bye-refused'],
  }),
  'POST /api/v1/tournaments/{tournament}/entrants/{entrant}/remove': changingOne('removeEntrant', {
    summary: 'Remove an entrant from a tournament that the caller organises',
    params: entrantParams,
    errors: [...organising, 'not-entered'],
  }),
} as const satisfies Declarations;

const changingClub = <const D extends object>(declared: D) =>
  member({ limits: { tournaments: 'person' }, ...declared });

/** Clubs. Anyone may read the page of a club; only its link lets people join. */
export const CLUBS = {
  'GET /api/clubs': visitor({
    summary: 'The listed clubs, and those of the caller',
    answer: z.object({ own: z.array(clubSummary), listed: z.array(clubSummary) }),
  }),
  'GET /api/clubs/{club}': visitor({
    summary: 'A club with its events, and the standings of a season: the newest, or that of the query',
    limits: { profiles: 'address' },
    query: z.object({ season: z.optional(z.coerce.number()) }),
    answer: clubView,
    errors: ['not-found'],
  }),
  'POST /api/clubs': changingClub({
    summary: 'Found a club',
    limits: { tournaments: 'person', newTournaments: 'address' },
    body: newClub,
    answer: z.object({ club: z.string() }),
    errors: ['not-found', 'no-account', 'bad-text', 'club-taken', 'too-many-clubs'],
  }),
  'POST /api/clubs/{club}/join': changingClub({
    summary: 'Join with the code of the link',
    body: z.strictObject({ code: z.string().check(z.maxLength(64)) }),
    answer: clubView,
    errors: ['not-found', 'no-account', 'bad-link', 'too-many-clubs', 'member-removed'],
  }),
  'POST /api/clubs/{club}/leave': changingClub({ summary: 'Leave a club', answer: clubView, errors: ['not-found'] }),
  'POST /api/clubs/{club}/change': changingClub({
    summary: 'Change a club of the caller',
    body: clubChange,
    answer: clubView,
    errors: ['not-found', 'bad-text', 'not-organiser', 'too-many-clubs'],
  }),
  'DELETE /api/clubs/{club}': changingClub({
    summary: 'Close a club of the caller; its tournaments stay',
    errors: ['not-found', 'not-organiser', 'bad-text', 'too-many-clubs'],
  }),
} as const satisfies Declarations;
