/** The names of the errors of the documented operations, by HTTP status. */
export const ERRORS_BY_STATUS = {
  400: ['bad-request', 'bad-json'],
  401: ['no-token', 'bad-token', 'no-session'],
  403: [
    'wrong-scope',
    'banned',
    'muted',
    'no-programs',
    'not-seated',
    'not-invited',
    'foreign-origin',
    'no-account',
    'not-organiser',
    'entrant-removed',
    'no-contact',
    'confirm-first',
  ],
  404: ['not-found', 'unknown-table', 'unknown-person', 'unknown-player', 'unknown-game', 'no-such-chair'],
  405: ['wrong-method'],
  409: [
    'already-offered',
    'already-revealed',
    'already-seated',
    'answered-otherwise',
    'chair-taken',
    'id-used',
    'match-over',
    'no-claim',
    'no-clock',
    'no-draws',
    'no-offer',
    'no-take-back',
    'no-vacation',
    'not-absent',
    'not-begun',
    'not-entered',
    'not-over',
    'not-prepared-here',
    'not-started',
    'not-your-turn',
    'paused',
    'position-changed',
    'relations-full',
    'table-begun',
    'table-closed',
    'too-early-to-claim',
    'too-few-entrants',
    'too-late-to-abort',
    'too-long',
    'too-many-games',
    'too-many-invitations',
    'too-many-prepared',
    'too-many-tokens',
    'too-many-tournaments',
    'tournament-closed',
    'tournament-full',
    'unknown-rules',
    'unreadable',
    'your-turn',
    'yourself',
  ],
  413: ['too-large'],
  415: ['unsupported-media-type'],
  421: ['unknown-host'],
  422: [
    'bad-text',
    'bad-tournament',
    'bad-report',
    'bad-seats',
    'bad-players',
    'bad-deal',
    'bad-token-terms',
    'unknown-option',
    'bad-option-value',
    'unknown-clock',
    'unknown-clock-field',
    'bad-clock-value',
    'cannot-be-rated',
    'deal-not-allowed',
    'unreadable-move',
    'illegal-move',
    'illegal-peek',
    'no-answer',
  ],
  // Each says when to try again. A limit that no time lifts is 409.
  429: ['too-many', 'reports-full', 'too-many-connections'],
  500: ['internal'],
  503: ['unavailable'],
} as const;

/** Those of operations that only the page uses. */
const PAGE_ERRORS_BY_STATUS = {
  403: ['not-moderator', 'own-report', 'wrong-sign-in'],
  404: ['no-mail'],
  409: ['last-way-in', 'login-taken', 'studies-full', 'study-changed', 'too-many-passkeys'],
  410: ['bad-link', 'study-removed'],
  422: [
    'bad-address',
    'bad-decision',
    'bad-login',
    'bad-name',
    'bad-passkey',
    'bad-password',
    'bad-push-target',
    'bad-record',
    'bad-settings',
    'bad-study',
    'count-mismatch',
    'end-mismatch',
    'missing-option',
    'move-after-end',
    'no-passkeys-here',
    'too-new',
  ],
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
