/*
 * Games of Masker's bots against each other and against opponents that know nothing of their code. Prints the share of wins with its 95 %
 * Wilson interval and the CPU time a move of both sides.
 *
 *   node lab/strength/masker-strength.ts PLAYERS GAMES SEED FIRST OTHER
 *
 * FIRST plays one seat (with four players: one team) and OTHER the rest; each deal is played once from every seat. A player is a level, or
 * one of these with a number of nodes, such as `8:20000`:
 *   1 to 8       a level with another budget
 *   determiniser UCT with random playouts in every world, all equally likely; plays the move with the most visits
 *   sampler      no tree: random playouts of its moves, chosen by UCB1, each in another world, all equally likely; plays the one tried most
 *   cheater      the determiniser in the true world, which it sees
 *   greedy       no search: captures like a child, never its last cross; the number does not matter
 * The last column counts the moves of FIRST that put itself out while another move did not.
 */
import { botMove, chooseMove, outcomeValues, planOf } from '@tablier/ai';
import { makeSetup, type Move, NOBODY, parseLevel, playOut, type Rng, SeededRng } from '@tablier/core';
import { masker, type MaskerPosition } from '@tablier/games/masker';
import { sideOf } from '../../packages/games/src/masker/board.ts';
import { Uct } from './ladder/uct.ts';
import { wilson } from './levels/elo.ts';

const OPTIONS = { touch: 'side', board: 'flat' } as const;

interface Player {
  choose(position: MaskerPosition, rng: Rng): Move;
}

/** The worlds that a seat finds possible, found by sampling. */
function worldsOf(position: MaskerPosition, rng: Rng): MaskerPosition[] {
  const knowledge = masker.secrets.knowledge(position, position.turn);
  const found = new Map<string, MaskerPosition>();
  for (let draw = 0; draw < 100; draw++) {
    const world = masker.secrets.sample(knowledge, rng);
    found.set(world.owners.join(), world);
  }
  return [...found.values()];
}

/** Plays the move with the most visits in all worlds. */
const uctPlayer = (nodes: number, isCheating: boolean): Player => ({
  choose: (position, rng) => {
    const visits = new Float64Array(masker.moveSpace);
    const worlds = isCheating ? [position] : worldsOf(position, rng);
    for (const world of worlds) {
      const search = new Uct(world, { maxMoves: masker.maxMoves, seats: position.players }, rng);
      for (let used = 0; used < nodes / worlds.length;) used += search.playout();
      for (const each of search.moves) visits[each.move] = (visits[each.move] as number) + each.visits;
    }
    return visits.indexOf(Math.max(...visits));
  },
});

/** Plays the move that is tried most in random playouts, each from another world. */
const sampler = (nodes: number): Player => ({
  choose: (position, rng) => {
    const worlds = worldsOf(position, rng);
    const moves = new Uint16Array(masker.maxMoves);
    const tries = [...moves.subarray(0, position.legalMoves(moves))].map((move) => ({ move, visits: 0, total: 0 }));
    const values = new Float64Array(position.players);
    const boundOf = ({ visits, total }: (typeof tries)[number], all: number): number =>
      visits === 0 ? Number.POSITIVE_INFINITY : total / visits + 0.7 * Math.sqrt(Math.log(all) / visits);
    for (let used = 0, all = 1; used < nodes && tries.length > 1; all++) {
      const tried = tries.reduce((best, each) => (boundOf(each, all) > boundOf(best, all) ? each : best));
      const world = (worlds[rng.below(worlds.length)] ?? position).clone();
      world.play(tried.move);
      used += 1 + playOut(world, rng);
      outcomeValues(world.outcome(), values);
      tried.visits++;
      tried.total += values[position.turn] as number;
    }
    return tries.reduce((best, each) => (each.visits > best.visits ? each : best)).move;
  },
});

/** Takes the rarest cross that is not its own, and stops after one capture. */
const greedy: Player = {
  choose: (position, rng) => {
    const moves = new Uint16Array(masker.maxMoves);
    const legal = moves.subarray(0, position.legalMoves(moves));
    const start = rng.below(legal.length);
    const order = [...legal.subarray(start), ...legal.subarray(0, start)];
    const worth = (move: Move): number => masker.advice.priority?.(worldsOf(position, rng)[0] ?? position, move) ?? 0;
    const worths = order.map(worth);
    return order[worths.indexOf(Math.max(...worths))] ?? 0;
  },
};

function playerOf(name: string): Player {
  const [kind = '', nodes = '0'] = name.split(':');
  if (kind === 'determiniser' || kind === 'cheater') return uctPlayer(Number(nodes), kind === 'cheater');
  if (kind === 'sampler') return sampler(Number(nodes));
  if (kind === 'greedy') return greedy;
  const level = parseLevel(kind);
  if (level === null) throw new Error(`unknown player ${name}`);
  const taskOf = (position: MaskerPosition) => ({
    game: masker,
    options: position.options,
    knowledge: masker.secrets.knowledge(position, position.turn),
  });
  if (Number(nodes) === 0) return { choose: (position, rng) => botMove(taskOf(position), level, rng) };
  const limits = { nodes: Number(nodes) };
  return { choose: (position, rng) => chooseMove(taskOf(position), planOf(masker, level), rng, limits).move };
}

/** Whether a side has no cross of its colour left. */
const isOut = ({ owners, board }: MaskerPosition, side: number): boolean => board.left[owners.indexOf(side)] === 0;

/** Whether a move puts the side to move out while another does not. */
function isAvoidable(position: MaskerPosition, move: Move): boolean {
  const side = sideOf(position.players, position.turn);
  const isFatal = (other: Move): boolean => {
    const after = position.clone();
    after.play(other);
    return isOut(after, side);
  };
  if (isOut(position, side) || !isFatal(move)) return false;
  const moves = new Uint16Array(masker.maxMoves);
  return [...moves.subarray(0, position.legalMoves(moves))].some((other) => !isFatal(other));
}

interface Tally {
  games: number;
  wins: number;
  avoidable: number;
  readonly seconds: [number, number];
  readonly moves: [number, number];
}

/** Plays the game with this number, from 0. */
function playGame(game: number): void {
  const seats = players === 3 ? 3 : 2;
  const own = game % seats;
  const deal = masker.deals.draw(OPTIONS, players, new SeededRng(`${seed} deal ${Math.floor(game / seats)}`));
  const setup = makeSetup(masker, { options: OPTIONS, players, deal });
  if (!setup.ok) throw new Error(setup.error.detail);
  const position = masker.start(setup.value);
  const rng = new SeededRng(`${seed} game ${game}`);
  while (position.turn !== NOBODY) {
    const who = sideOf(players, position.turn) === own ? 0 : 1;
    const before = process.cpuUsage();
    const move = (both[who] as Player).choose(position, rng);
    const { user, system } = process.cpuUsage(before);
    tally.seconds[who] += (user + system) / 1e6;
    tally.moves[who]++;
    if (who === 0 && isAvoidable(position, move)) tally.avoidable++;
    position.play(move);
  }
  tally.games++;
  if (position.outcome().places[own] === 1) tally.wins++;
}

const [count = '2', games = '100', seed = 'strength', first = '8', other = '4'] = process.argv.slice(2);
const players = Number(count);
const both = [playerOf(first), playerOf(other)];
const tally: Tally = { games: 0, wins: 0, avoidable: 0, seconds: [0, 0], moves: [0, 0] };
for (let game = 0; game < Number(games); game++) playGame(game);
const share = tally.wins / tally.games;
const [low, high] = wilson(share, tally.games);
const cpu = tally.seconds.map((seconds, who) => ((1000 * seconds) / (tally.moves[who] as number)).toFixed(2));
console.log(
  `${players} players, ${first} against ${other}: ${tally.wins} of ${tally.games} = ${share.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}), ` +
    `CPU ${cpu.join(' and ')} ms a move, avoidable self-eliminations: ${tally.avoidable}`,
);
