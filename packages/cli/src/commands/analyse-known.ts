import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import {
  analysePly,
  type GameAnalysisOptions,
  type Insight,
  insightAt,
  type PlayedGame,
  type PlyAnalysis,
  type Secret,
  type Verdict,
  verdictOf,
} from '@tablier/ai';
import type { RecordedPeek } from '@tablier/core';

/** A game of a record, with its peeks. */
export interface RecordedGame extends PlayedGame {
  readonly peeks: readonly RecordedPeek[];
}

/** What the player to move could know, and the verdict on their move. */
export interface Known {
  /** `null` for a game that hides nothing. */
  readonly insight: Insight | null;
  /** `null` if knowledge makes no difference. */
  readonly verdict: Verdict | null;
}

/** What the player of a ply could know. `found`: the analysis of the ply, which is repeated with the other knowledge for the verdict. */
export async function knownAt(
  played: RecordedGame,
  { ply, seat, judgement }: PlyAnalysis,
  { by, ...options }: Pick<GameAnalysisOptions, 'nodes' | 'seed' | 'by'>,
): Promise<Known> {
  const insight = insightAt(played, ply, seat, played.peeks);
  const { game, setup } = played;
  if (judgement === null || !game.secrets.hides(setup.options)) return { insight, verdict: null };
  const other = by === 'seat' ? 'open' : 'seat';
  let last: PlyAnalysis | null = null;
  const again = analysePly(played, ply, { ...options, lines: 1, by: other }, { pause: nextTurnOfLoop });
  for await (const found of again) last = found;
  const opposite = last?.judgement ?? null;
  if (opposite === null) return { insight, verdict: null };
  const verdict = by === 'seat' ? verdictOf(judgement, opposite) : verdictOf(opposite, judgement);
  return { insight, verdict };
}

/**
 * `knows p2: R 45% Y 30% *G 25%`, the true value with a star; what is certain in one line: `knows c3 L2/D3 (5), …` with the moves made when
 * it was last shown.
 */
export function linesOfKnown(known: Known | null): string[] {
  if (known === null) return [];
  const secrets = known.insight?.secrets ?? [];
  const open = secrets.filter(({ shown }) => shown === null);
  const certain = secrets.filter(({ shown }) => shown !== null);
  return [
    ...open.map((secret) => `           knows ${nameOf(secret)}: ${valuesOf(secret)}`),
    ...(certain.length === 0 ? [] : [`           knows ${certain.map(contentsOf).join(', ')}`]),
    ...(known.verdict === null ? [] : [`           verdict ${known.verdict}`]),
  ];
}

const nameOf = ({ of }: Secret): string => ('seat' in of ? `p${of.seat + 1}` : of.cell);

const contentsOf = (secret: Secret): string =>
  `${nameOf(secret)} ${secret.possible[0]?.value ?? ''} (${secret.shown ?? ''})`;

const valuesOf = ({ possible, truth }: Insight['secrets'][number]): string =>
  possible
    .map(({ value, probability }) => `${value === truth ? '*' : ''}${value} ${Math.round(100 * probability)}%`)
    .join(' ');
