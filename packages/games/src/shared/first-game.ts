import type { Game, Move, Seat, Setup, View } from '@tablier/core';

/** What the person in a first game sees on their turn. */
export interface Look<V extends View = View> {
  readonly view: V;
  readonly own: Seat;
  readonly choices: readonly Move[];
  /** The moves since their last look, as they saw each: their own and the answers. */
  readonly steps: readonly { readonly before: V; readonly after: V }[];
}

/** A rule that a bubble teaches when it first applies. */
export interface Taught<V extends View = View> {
  /** The key of its words: `first_isaac_line`. */
  readonly key: string;
  /** Whether it is only said after a turn without a bubble, so that the person is not told something in every turn. */
  readonly canWait?: true;
  /** Absent: it applies where there is a piece that it speaks of. */
  applies?(look: Look<V>): boolean;
  /** The piece of the board that it speaks of, by the id of its solid or its cell. Absent or `null`: none. */
  about?(look: Look<V>): string | null;
  /** The moves that it speaks of: none where it is about something else. Absent: all. */
  moves?(look: Look<V>): readonly Move[];
}

/** What a first game asks for, said by doing it. */
export interface Goal<V extends View = View> {
  /** The key of its words: `goal_isaac_lay`. */
  readonly key: string;
  /** Whether a move of the person does it. */
  isMet(step: { readonly before: V; readonly after: V }, own: Seat): boolean;
  /** The moves that may do it now. Absent: they are not known. */
  moves?(look: Look<V>): readonly Move[];
}

export interface FirstGame<V extends View = View> {
  readonly goals: readonly Goal<V>[];
  /** The most urgent first. */
  readonly taught: readonly Taught<V>[];
}

export interface Bubble {
  readonly key: string;
  readonly about: string | null;
  /** Absent: all. */
  readonly moves?: readonly Move[];
}

/** The first rule that applies and has not been said; `null`: silence. `isQuiet`: nothing was said in the turn before. */
export function nextBubble<V extends View>(
  { taught }: FirstGame<V>,
  look: Look<V>,
  said: ReadonlySet<string>,
  isQuiet = true,
): Bubble | null {
  for (const { key, canWait, applies, about, moves } of taught) {
    if (said.has(key) || (canWait && !isQuiet) || applies?.(look) === false) continue;
    const piece = about?.(look) ?? null;
    if (applies !== undefined || piece !== null)
      return { key, about: piece, ...(moves !== undefined && { moves: moves(look) }) };
  }
  return null;
}

/** So many turns later it is a person's turn again, at a table of two. */
const ROUND = 2;

/** The last bubble: from then on the coach is silent, unless a rule applies for the first time. */
const ALONE: Taught = { key: 'first_alone', applies: ({ view }) => view.turnIndex >= 2 * SHOWN_TURNS };

/** So many turns of a first game begin with a good move for anyone who asks. */
export const SHOWN_TURNS = 3;

interface Guidance {
  /** By the number of plies before them, on the turns of a seat. */
  readonly bubbles: ReadonlyMap<number, Bubble>;
  /** The keys of the goals that the seat has reached. */
  readonly met: ReadonlySet<string>;
  /** The moves that a hint prefers: those that the bubble speaks of, else those for the next goal. */
  readonly led: readonly Move[];
}

/** What a first game has said and asked up to the end of a course. Equal courses give equal guidance, so an interrupted game goes on at the same bubble. */
export function guidanceOf(
  { goals, taught }: FirstGame,
  { game, setup, moves }: { readonly game: Game; readonly setup: Setup; readonly moves: readonly Move[] },
  own: Seat,
): Guidance {
  const position = game.start(setup);
  const first = { goals, taught: [...taught, ALONE] };
  const bubbles = new Map<number, Bubble>();
  const said = new Set<string>();
  const met = new Set<string>();
  let view = game.view(position, own);
  let steps: Look['steps'] = [];
  let spoken = -Infinity;
  let led: readonly Move[] = [];
  for (let ply = 0; ply <= moves.length; ply++) {
    if (view.turn === own) {
      const look = { view, own, choices: game.choices(view), steps };
      const bubble = nextBubble(first, look, said, view.turnIndex > spoken + ROUND);
      if (bubble !== null) {
        spoken = view.turnIndex;
        bubbles.set(ply, bubble);
        said.add(bubble.key);
      }
      const wished = goals.flatMap((goal) => (met.has(goal.key) ? [] : [goal.moves?.(look) ?? []]));
      led = [bubble?.moves ?? [], ...wished].find(({ length }) => length > 0) ?? [];
      steps = [];
    }
    const move = moves[ply];
    if (move === undefined) break;
    const before = view;
    position.play(move);
    view = game.view(position, own);
    const step = { before, after: view };
    steps = [...steps, step];
    if (before.turn === own) for (const { key, isMet } of goals) if (isMet(step, own)) met.add(key);
  }
  return { bubbles, met, led };
}
