import {
  analysePly,
  type AnalysisLine,
  type BotGame,
  type GameAnalysisOptions,
  type Insight,
  insightAt,
  lastOf,
  type PlayedGame,
  type PlyAnalysis,
  type Secret,
  type Verdict,
  verdictOf,
} from '@tablier/ai';
import { formatError, type Game, knownFields, type Move, movesIn, type RecordedPeek, setupAt } from '@tablier/core';
import { findGame } from '@tablier/games';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { EXIT, formatScore, showProgress, UsageError, writeLine } from '../shared/output.ts';
import { gameNamed, readRecord } from '../shared/setup.ts';
import { onLine, readLines } from '../shared/lines.ts';

interface AnalyseFlags {
  readonly nodes: number;
  readonly multipv: number;
  readonly seed: string;
  readonly open?: true;
  readonly known?: true;
  readonly json?: true;
  readonly position?: string;
}

/** `tablier analyse [FILE|-]`: one record per line; blank lines are skipped. An invalid record ends the command. */
export async function analyse(path: string, flags: AnalyseFlags): Promise<number> {
  for await (const played of flags.position === undefined ? gamesIn(path) : [playedAt(flags.position)]) {
    if (flags.json === true) await writeLine(JSON.stringify(await describe(played, flags)));
    else await print(played, flags);
  }
  return EXIT.ok;
}

async function* gamesIn(path: string): AsyncGenerator<RecordedGame> {
  for await (const line of readLines(path)) if (line.text?.trim() !== '') yield await onLine(line, playedIn);
}

/** A line of docs/positions.md as a game without a move, whose first position is analysed. */
function playedAt(position: string): RecordedGame {
  const game = gameNamed(position.split(' ')[0] ?? '');
  const setup = setupAt(game, position);
  if (!setup.ok) throw new UsageError(formatError(setup.error));
  return { game, setup: setup.value, moves: [], peeks: [] };
}

function playedIn(text: string): RecordedGame {
  const { record, setup } = readRecord(text);
  const game: BotGame | undefined = findGame(record.game, record.rules);
  if (game === undefined) throw new UsageError(`unknown-rules (${record.rules})`);
  return { game, setup, moves: movesIn(game, record.moves), peeks: knownFields(record).peeks ?? [] };
}

async function* judged(
  played: RecordedGame,
  flags: AnalyseFlags,
): AsyncGenerator<PlyAnalysis & { readonly known: Known | null }> {
  const { nodes, multipv, seed, open, known } = flags;
  // Without a move there is still a position.
  const plies = Math.max(1, played.moves.length);
  for (let ply = 0; ply < plies; ply++) {
    showProgress(`ply ${ply + 1}/${plies}`);
    const by = open === true ? 'open' : 'seat';
    const options = { nodes, lines: multipv, seed, by } as const;
    const last = await lastOf(analysePly(played, ply, options, { pause: nextTurnOfLoop }));
    if (last !== null)
      yield { ...last, known: known === true ? await knownAt(played, last, { nodes, seed, by }) : null };
    showProgress('');
  }
}

async function print(played: RecordedGame, flags: AnalyseFlags): Promise<void> {
  const { game, moves } = played;
  const width = Math.max(4, ...moves.map((move) => game.formatMove(move).length));
  await writeLine(`${game.id} ${moves.length} plies, ${flags.nodes} nodes, seed ${flags.seed}`);
  await writeLine(`ply seat ${'move'.padEnd(width)}     before      after     cost label`);
  for await (const found of judged(played, flags))
    for (const line of [...linesOf(played, found, width), ...linesOfKnown(found.known)]) await writeLine(line);
}

function linesOf(
  { game, moves }: PlayedGame,
  { ply, seat, analysis, judgement }: PlyAnalysis,
  width: number,
): string[] {
  const { unit, lines } = analysis;
  const score = (line: AnalysisLine | undefined): string =>
    (line === undefined ? '' : formatScore(line, unit, seat)).padStart(10);
  const move = textOf(game, moves[ply]).padEnd(width);
  const cost = (judgement === null ? '' : formatCost(judgement.cost, unit)).padStart(8);
  const head = `${String(ply + 1).padStart(3)} p${seat + 1}   ${move} ${score(judgement?.best ?? lines[0])} ${score(judgement?.played)} ${cost} ${judgement?.label ?? ''}`;
  const isBest = judgement?.label === 'best' && lines.length === 1;
  const better = lines.map(
    (line) => `         ${score(line)}  ${line.moves.map((each) => game.formatMove(each)).join(' ')}`,
  );
  return [head, ...(isBest ? [] : better)];
}

const textOf = (game: Game, move: Move | undefined): string => (move === undefined ? '' : game.formatMove(move));

const formatCost = (cost: number, unit: 'points' | 'chance'): string =>
  unit === 'points' ? cost.toFixed(1) : `${(100 * cost).toFixed(1)}%`;

async function describe(played: RecordedGame, flags: AnalyseFlags): Promise<object> {
  const { game, setup, moves } = played;
  const line = (found: AnalysisLine): object => ({ ...found, moves: found.moves.map((move) => game.formatMove(move)) });
  const plies: object[] = [];
  let unit: string | null = null;
  for await (const { ply, seat, analysis, judgement, known } of judged(played, flags)) {
    ({ unit } = analysis);
    plies.push({
      ply: ply + 1,
      seat,
      move: textOf(game, moves[ply]) || null,
      lines: analysis.lines.map(line),
      depth: analysis.depth,
      nodes: analysis.nodes,
      ...(judgement === null
        ? {}
        : { best: line(judgement.best), played: line(judgement.played), cost: judgement.cost, label: judgement.label }),
      ...(known === null ? {} : { known: known.insight?.secrets ?? [], verdict: known.verdict }),
    });
  }
  const by = flags.open === true ? 'open' : 'seat';
  return {
    game: game.id,
    rules: game.rulesVersion,
    players: setup.players,
    unit,
    by,
    nodes: flags.nodes,
    seed: flags.seed,
    plies,
  };
}

interface RecordedGame extends PlayedGame {
  readonly peeks: readonly RecordedPeek[];
}

interface Known {
  /** `null` for a game that hides nothing. */
  readonly insight: Insight | null;
  /** `null` if knowledge makes no difference. */
  readonly verdict: Verdict | null;
}

/** What the player of a ply could know. `found`: the analysis of the ply, which is repeated with the other knowledge for the verdict. */
async function knownAt(
  played: RecordedGame,
  { ply, seat, judgement }: PlyAnalysis,
  { by, ...options }: Pick<GameAnalysisOptions, 'nodes' | 'seed' | 'by'>,
): Promise<Known> {
  const insight = insightAt(played, ply, seat, played.peeks);
  const { game, setup } = played;
  if (judgement === null || !game.secrets.hides(setup.options)) return { insight, verdict: null };
  const other = by === 'seat' ? 'open' : 'seat';
  const again = analysePly(played, ply, { ...options, lines: 1, by: other }, { pause: nextTurnOfLoop });
  const opposite = (await lastOf(again))?.judgement ?? null;
  if (opposite === null) return { insight, verdict: null };
  const verdict = by === 'seat' ? verdictOf(judgement, opposite) : verdictOf(opposite, judgement);
  return { insight, verdict };
}

/** `knows p2: R 45% Y 30% *G 25%`, the true value with a star; `knows c3 L2/D3 (5), …` for what is certain and when it was shown. */
function linesOfKnown(known: Known | null): string[] {
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
