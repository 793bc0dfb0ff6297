import type { AnalysisLine, PlyAnalysis } from '@tablier/ai';
import type { Game, GameRecord, Move, Seat, Setup, Viewer } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import type { Scene, Solid } from '../../board/scene/scene.ts';
import { type Coach, loadCoach } from '../../games/coaches.ts';
import type { People } from '../../lib/people.ts';
import type { ShownTurn, Step } from '../../table/match-ui/turns.ts';
import { changeFor, type DecidedTurn, decidedTurns, decidingTurns, finestTurn, turningTurn } from './deciding.ts';
import { tellLines, tellTurn, type Told } from './facts.ts';
import { cardsOf, outlined, sceneOf, type SeenPosition, type TurnScenes, viewAfter, withMove } from './scenes.ts';
import { loadTelling, type Telling } from './telling.ts';

export interface RecordedGame {
  readonly game: Game;
  readonly setup: Setup;
  readonly record: GameRecord;
}

/** A finished game whose moments are shown. */
export interface PlayedGame extends RecordedGame {
  readonly people: People;
  readonly board: BoardModule;
  readonly bottom: Seat;
  readonly turns: readonly ShownTurn[];
  /** The moves, by ply, with their numbers. */
  readonly steps: ReadonlyMap<number, Step>;
  /** By number of moves: the positions as a viewer saw them. */
  readonly seenBy: (viewer: Viewer) => { readonly moments: readonly SeenPosition[] };
  /** The seat whose chance is shown: that of the user, or the winner's. */
  readonly focus: Seat;
  /** Whether the focus is a person who lost: then a good move of theirs comes first. */
  readonly isLost: boolean;
  /** How it ended, in words. */
  readonly result: string;
}

/** The chance to win before and after a turn, from 0 to 1, with what it is called. */
export interface TurnChance {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

/** A moment with everything that is said and drawn of it. */
export interface GameMoment {
  readonly turn: DecidedTurn;
  /** The number of moves at its last board: with the answer, if the sentence is about that. */
  readonly to: number;
  readonly scenes: TurnScenes;
  /** Who and when, in a few words. */
  readonly about: string;
  /** `null`: there is nothing true to say but the change. */
  readonly sentence: string | null;
  /** `null` where a search would tell more than the viewer knew. */
  readonly chance: TurnChance | null;
}

/** A move that was not the best, with both boards: after it, and after what was better. */
interface Mistake extends GameMoment {
  readonly boards: { readonly played: Scene; readonly better: Scene };
}

type Found = ReadonlyMap<number, PlyAnalysis>;

/** The most moments of a game. */
const MOST = 5;

/** Tells the moments of a finished game in one language. */
export class MomentTeller {
  readonly #played: PlayedGame;
  readonly #coach: Coach;
  readonly #moves: readonly Move[];
  readonly telling: Telling;

  constructor(played: PlayedGame, coach: Coach, telling: Telling) {
    this.#played = played;
    this.#coach = coach;
    this.#moves = played.record.moves.map((text) => played.game.parseMove(text)).filter((move) => move !== null);
    this.telling = telling;
  }

  /** The deciding moments with everything visible, in the order of the game; after a loss a good move of the loser is among them, if there is one. */
  deciding(found: Found): readonly GameMoment[] {
    const all = this.#decided(found);
    const fine = this.#finest(all);
    const others = all.filter((turn) => turn !== fine);
    const most = decidingTurns(others, this.#played.focus, fine === null ? MOST : MOST - 1);
    return [...most, ...(fine === null ? [] : [fine])]
      .toSorted((one, other) => one.to - other.to)
      .map((turn) => this.#momentOf(turn, 'open'));
  }

  /** The turn that decided the game in favour of a seat; `null` if none did. */
  turning(found: Found, winner: Seat): GameMoment | null {
    const turn = turningTurn(this.#decided(found), winner);
    return turn && this.#momentOf(turn, 'open');
  }

  /** A good move of the user who lost; `null` if there is none. */
  fine(found: Found): GameMoment | null {
    const turn = this.#finest(this.#decided(found));
    if (turn === null) return null;
    const moment = this.#momentOf(turn, 'open');
    // What was good in a lost position changed no chance, and a bar from 0 to 0 says the opposite.
    return Math.abs(changeFor(turn, this.#played.focus)) < 0.005 ? { ...moment, chance: null } : moment;
  }

  /**
   * Moments that follow from what one viewer saw, and from nothing else: in each part of the game the last turn that is worth a sentence. No search
   * chooses them, because it would know more.
   */
  seenBy(viewer: Viewer): readonly GameMoment[] {
    const { turns, record } = this.#played;
    const parts = Array.from({ length: MOST }, (_, at) => (record.moves.length * (at + 1)) / MOST);
    const all = turns.map(({ ply: to, seat, texts }) => ({
      from: to - texts.length,
      to,
      seat,
      before: [],
      after: [],
      best: [],
    }));
    return parts.flatMap((end, at) => {
      const from = parts[at - 1] ?? 0;
      const turn = all.findLast((each) => each.to > from && each.to <= end && this.#sentenceOf(each, viewer) !== null);
      return turn === undefined ? [] : [this.#momentOf(turn, viewer)];
    });
  }

  /** A move as it is written, or in words where that says nothing. */
  readonly nameOf = (move: Move): string => {
    const word = this.#coach.moveWords?.(move) ?? null;
    return word === null ? this.#played.game.formatMove(move) : this.telling.word(word);
  };

  /** A move that was judged, from the eyes of who made it. `viewer`: whose knowledge the sentence follows from. */
  mistake({ ply, seat, judgement }: PlyAnalysis, viewer: Viewer): Mistake | null {
    if (judgement === null) return null;
    const { best, played } = judgement;
    const { game, setup, record, turns, seenBy } = this.#played;
    const to = turns.find((turn) => turn.ply > ply)?.ply ?? ply + 1;
    const turn = { from: ply, to, seat, before: best.values, after: played.values, best: best.moves };
    const boardOf = ({ moves }: AnalysisLine, role: 'warn' | 'guide'): Scene => {
      const eyes = { ...this.#played, viewer: 'open' as const };
      const peeks = seenBy('open').moments[ply]?.peeks ?? [];
      const seenAfter = (made: number): SeenPosition => ({
        ...viewAfter(game, setup, record.moves.slice(0, ply), moves.slice(0, made)),
        peeks,
      });
      const [before, after] = [seenAfter(0), seenAfter(1)];
      const [move = 0] = moves;
      const scenes = { before: sceneOf(eyes, before), after: sceneOf(eyes, after) };
      return outlined(scenes, role) ?? sceneOf({ ...eyes, board: withMove(eyes.board, move) }, before);
    };
    const moment = this.#momentOf(turn, viewer, { of: seat, reason: this.#reasonOf(turn, played.moves, viewer) });
    return {
      ...moment,
      sentence: moment.sentence ?? this.telling.say('moment_worse'),
      boards: { played: boardOf(played, 'warn'), better: boardOf(best, 'guide') },
    };
  }

  /** Why a turn was a mistake, from its two lines; `null` where they do not tell. */
  #reasonOf({ from, seat, best: better }: DecidedTurn, played: readonly Move[], viewer: Viewer): string | null {
    const { game, setup, people } = this.#played;
    const told = { game, setup, moves: this.#moves };
    const { gains, allows } = tellLines(this.#coach, told, { from, seat, better, played }, viewer);
    const parts = [gains, allows].map((each) => this.telling.sentence(each, people, viewer));
    return parts.filter((part) => part !== null).join(' ') || null;
  }

  /** `of`: the seat whose chance is meant. `reason`: a sentence that is known already. */
  #momentOf(
    turn: DecidedTurn,
    viewer: Viewer,
    { of = this.#played.focus, reason = null }: { readonly of?: Seat; readonly reason?: string | null } = {},
  ): GameMoment {
    const { people } = this.#played;
    const told = reason === null ? this.#told(turn, viewer) : null;
    const sentence = reason ?? this.telling.sentence(told, people, viewer);
    const isAnswer = sentence !== null && told?.about === 'answer';
    const to = isAnswer ? told.to : turn.to;
    const step = this.#played.steps.get(turn.to);
    const number = (step?.number ?? '').replace(/[.…]+$/, '');
    const who = [people.title(turn.seat), step?.part].filter(Boolean).join(' · ');
    const [before, after] = [turn.before[of], turn.after[of]];
    return {
      ...{ turn, to, sentence },
      scenes: this.scenesOf({ from: turn.from, to }, viewer),
      about: this.telling.say(isAnswer ? 'moment_answer' : 'moment_turn', { who, number }),
      chance: before === undefined || after === undefined ? null : { name: this.#chanceName(of), before, after },
    };
  }

  /** The boards of a turn as a viewer saw them. */
  scenesOf({ from, to }: Pick<DecidedTurn, 'from' | 'to'>, viewer: Viewer): TurnScenes {
    const { seenBy, ...eyes } = this.#played;
    const seen = seenBy(viewer).moments;
    const [before, after] = [seen[from], seen[to]];
    if (before === undefined || after === undefined) throw new Error(`there is no turn from ${from} to ${to}`);
    return {
      before: sceneOf({ ...eyes, viewer }, { ...before, lastMoves: [] }),
      after: sceneOf({ ...eyes, viewer }, after),
    };
  }

  /** The secret pieces of the seats after so many plies, as far as a viewer knew them. */
  secretsAt(ply: number, viewer: Viewer): readonly Solid[] {
    const { seenBy, ...eyes } = this.#played;
    const seen = seenBy(viewer).moments[ply];
    const cards = seen === undefined ? [] : cardsOf({ ...eyes, viewer }, seen);
    return cards.flatMap(({ seat, piece }) => (piece === undefined ? [] : [{ ...piece, id: `secret${seat}` }]));
  }

  #decided(found: Found): readonly DecidedTurn[] {
    return decidedTurns(this.#played.record, this.#played.turns, found);
  }

  #finest(all: readonly DecidedTurn[]): DecidedTurn | null {
    const { isLost, focus } = this.#played;
    return isLost ? finestTurn(all, focus, (turn) => this.telling.praises(this.#told(turn, 'open'))) : null;
  }

  #sentenceOf(turn: DecidedTurn, viewer: Viewer): string | null {
    return this.telling.sentence(this.#told(turn, viewer), this.#played.people, viewer);
  }

  #told(turn: DecidedTurn, viewer: Viewer): Told | null {
    const { game, setup } = this.#played;
    return tellTurn(this.#coach, { game, setup, moves: this.#moves }, turn, viewer);
  }

  #chanceName(of: Seat): string {
    const { people } = this.#played;
    return people.who(of) === 'you'
      ? this.telling.say('moment_chance_you')
      : this.telling.say('moment_chance_of', { who: people.name(of) });
  }
}

/** Loads what tells the moments of a game. Rejects if the server cannot be reached. */
export async function loadTeller(played: PlayedGame, language: string): Promise<MomentTeller> {
  const { id } = played.game;
  const [telling, coach] = await Promise.all([loadTelling(id, language), loadCoach(id)]);
  return new MomentTeller(played, coach, telling);
}
