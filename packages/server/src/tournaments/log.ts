import type { TOURNAMENT_ACTIONS } from '@tablier/protocol';
import type { StoredTournament } from '@tablier/store';

type Action = (typeof TOURNAMENT_ACTIONS)[number];

/** The facts of a line of the log. Points are twelfths, boards count from 0. */
export interface LogDetail {
  readonly round?: number;
  readonly board?: number;
  readonly entrant?: number;
  readonly points?: readonly number[];
  readonly before?: readonly (number | null)[];
  readonly byEntrant?: true;
}

export interface LoggedChange extends LogDetail {
  readonly at: number;
  readonly action: Action;
}

type Logged = Pick<StoredTournament, 'log'>;

/** The log, oldest first. Only this server writes it. */
export const logOf = ({ log }: Logged): readonly LoggedChange[] =>
  log.map(({ at, action, detail }) => ({ ...(detail as LogDetail), at, action: action as Action }));

/** Whether no round begins: undoing one pauses, and so does an import, so that all can be put right before the next is paired. */
export function isPaused({ log }: Logged): boolean {
  const last = log.findLast(({ action }) => ['pause', 'undo', 'import', 'resume'].includes(action));
  return last !== undefined && last.action !== 'resume';
}

export const undoneRounds = ({ log }: Logged): number => log.filter(({ action }) => action === 'undo').length;

export interface RequestedBye {
  readonly entrant: number;
  readonly round: number;
  /** In twelfths. */
  readonly points: number;
}

/** The byes asked for in rounds that are not paired yet. */
export function requestedByes(tournament: Logged & Pick<StoredTournament, 'rounds'>): readonly RequestedBye[] {
  const byes = new Map<string, RequestedBye>();
  for (const { action, entrant = 0, round = 0, points } of logOf(tournament)) {
    const key = `${entrant} ${round}`;
    if (action === 'no-bye') byes.delete(key);
    if (action === 'bye') byes.set(key, { entrant, round, points: points?.[0] ?? 0 });
  }
  return [...byes.values()].filter(({ round }) => round > tournament.rounds.length);
}
