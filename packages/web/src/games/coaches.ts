import type { Move, Seat, View } from '@tablier/core';
import type { FirstGame } from '@tablier/games/first-game';

/** A turn as the person at the table saw it. */
export interface SeenTurn<V extends View = View> {
  readonly before: V;
  /** The moves of the turn so far, at least one, by the seat to move in `before`. */
  readonly moves: readonly Move[];
  readonly after: V;
  readonly own: Seat;
}

/** The value of a parameter of a sentence: a number or text, a seat by the name of its player, or words of the same file in a list. */
export type FactInput =
  | number
  | string
  | { readonly seat: Seat }
  | { readonly words: readonly string[] }
  | { readonly decimal: number };

/** A true statement about a turn: the key of a text in the coach's words of the game, and its inputs. */
export interface Fact {
  readonly key: string;
  readonly inputs: Readonly<Record<string, FactInput>>;
}

/** The sentences of a game about moves. They depend only on what the person saw, so they reveal nothing hidden. */
export interface Coach<V extends View = View> {
  /** What a turn of another player achieves or prepares; the most important fact only. `null`: nothing worth a sentence. */
  intent(turn: SeenTurn<V>): Fact | null;
  /** What is wrong with a turn of the person, as far as the rules show it at once. Absent or `null`: nothing. */
  flaw?(turn: SeenTurn<V>): Fact | null;
  /** The keys of intents that say no more than the table shows: they are not said there. Absent: none. */
  readonly shown?: readonly string[];
  /** The keys of intents of most turns: they do not explain the turn before. */
  readonly common?: readonly string[];
  /** The keys of intents that are no reason for a move: they say the obvious, or help the next player. */
  readonly unpraised?: readonly string[];
  /** Why a move of the person can be good whose intent is no reason, as far as they know; its keys are `reason_…`. Absent or `null`: nothing. */
  reason?(turn: SeenTurn<V>): Fact | null;
  /** The key of the words for a move whose notation says nothing to a person. Absent or `null`: its notation. */
  moveWords?(move: Move): string | null;
  /** The key of the words on the button that makes a move, where a press on its place does not. Absent or `null`: a press there does. */
  button?(move: Move, choices: readonly Move[]): string | null;
  /** The id of the step of the lesson that fits a defeat; `view` is that of the end. Absent: the first. */
  lost?(view: V, own: Seat): string;
  /** The rules that it says to a beginner when they first apply. Absent: none. */
  readonly first?: FirstGame<V>;
}

/** A text, or texts by the values and plural forms of inputs (`count=one`): the first whose conditions hold is used. */
export type Sentence = string | readonly [{ readonly match: Readonly<Record<string, string>> }];
export type CoachWords = Readonly<Record<string, Sentence>>;

/** Whether a seat has won: in a draw all have the first place. */
export const hasWon = ({ outcome }: Pick<View, 'outcome'>, seat: Seat): boolean =>
  outcome?.places[seat] === 1 && outcome.places.some((place) => place > 1);

/** What a move brings that wins at once. */
export const WINS: Fact = { key: 'coach_wins', inputs: {} };

/** Each game's coach, `<game>/coach.ts`, and its words: files of their own, loaded when a person wants them. */
const COACHES = import.meta.glob<Coach>('./*/coach.ts', { import: 'coach' });
const WORDS = import.meta.glob<CoachWords>('./*/coach.*.json', { import: 'default' });

const SILENT: Coach = { intent: () => null };

/** Loads the coach of a game. Rejects if the server cannot be reached. */
export const loadCoach = async (gameId: string): Promise<Coach> =>
  (await COACHES[`./${gameId}/coach.ts`]?.()) ?? SILENT;

/** Loads the words of a game's coach in one language; none for a game without them. Rejects if the server cannot be reached. */
export const loadCoachWords = async (gameId: string, language: string): Promise<CoachWords> =>
  (await WORDS[`./${gameId}/coach.${language}.json`]?.()) ?? {};
