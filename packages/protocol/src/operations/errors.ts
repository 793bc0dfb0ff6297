import { words } from '@tablier/core';
import { COMMAND_ERRORS } from '../errors.ts';

/** The names of the errors of the documented operations, by HTTP status. */
const LISTED = {
  400: ['bad-request', 'bad-json'],
  401: ['no-token', 'bad-token', 'no-session'],
  403: words(
    'wrong-scope bad-code banned muted no-programs not-seated not-invited foreign-origin no-account',
    'not-member not-organiser entrant-removed only-programs no-contact confirm-first',
  ),
  404: ['not-found', 'unknown-table', 'unknown-person', 'unknown-player', 'unknown-game', 'no-such-chair'],
  405: ['wrong-method'],
  409: words(
    'bye-refused not-entered relations-full too-few-entrants too-many-tokens too-many-tournaments',
    'tournament-closed tournament-full tournament-log-full yourself',
  ),
  413: ['too-large'],
  415: ['unsupported-media-type'],
  421: ['unknown-host'],
  422: words(
    'bad-text bad-tournament bad-report bad-trf bad-seats bad-players bad-position bad-deal bad-token-terms',
    'unknown-option bad-option-value unknown-clock unknown-clock-field bad-clock-value cannot-be-rated',
    'deal-not-allowed unreadable-move illegal-move illegal-peek no-answer',
  ),
  // Each says when to try again. A limit that no time lifts is 409.
  429: ['too-many', 'reports-full', 'too-many-connections'],
  500: ['internal'],
  503: ['unavailable'],
} as const;

/** The others of commands: the state of the table does not allow it. */
const listed: ReadonlySet<string> = new Set(Object.values(LISTED).flat());
const ofState = Object.values(COMMAND_ERRORS)
  .flat()
  .filter((name) => !listed.has(name));
const ERRORS_BY_STATUS = { ...LISTED, 409: [...new Set([...LISTED[409], ...ofState])].toSorted() };

/** Those of operations that only the page uses. */
const PAGE_ERRORS_BY_STATUS = {
  403: ['member-removed', 'not-moderator', 'not-played', 'own-report', 'wrong-sign-in'],
  404: ['no-mail'],
  409: words(
    'article-changed club-taken too-many-clubs last-way-in person-rated login-taken studies-full',
    'study-changed too-many-passkeys',
  ),
  410: ['bad-link', 'study-removed'],
  422: words(
    'bad-program bad-address bad-decision bad-login bad-name bad-passkey bad-password bad-push-target',
    'bad-record bad-settings bad-study count-mismatch end-mismatch missing-option move-after-end',
    'no-passkeys-here too-new',
  ),
  507: ['archive-full'],
} as const;

type Names<T> = T[keyof T] extends infer List ? (List extends readonly (infer Name)[] ? Name : never) : never;

/** The name of an error that an operation may declare. */
export type OperationErrorName = Names<typeof ERRORS_BY_STATUS> | Names<typeof PAGE_ERRORS_BY_STATUS>;

const STATUS_BY_NAME = new Map<string, number>(
  [...Object.entries(ERRORS_BY_STATUS), ...Object.entries(PAGE_ERRORS_BY_STATUS)].flatMap(([status, names]) =>
    names.map((name) => [name, Number(status)] as const),
  ),
);

export const API_ERROR_NAMES = Object.values(ERRORS_BY_STATUS).flat();

/** The HTTP status of an error. Those without one are of no operation. */
export const statusOf = (name: string): number => STATUS_BY_NAME.get(name) ?? 409;
