import type { PlyAnalysis } from '@tablier/ai';
import type { Game, GameRecord, Seat, Setup, View, Viewer } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import { loadedBoard } from '../../games/boards.ts';
import { People } from '../../lib/people.ts';
import { router } from '../../lib/router.svelte.ts';
import type { LookBack } from '../../lib/routes.ts';
import { madeTurn } from '../../table/commands/said-turn.ts';
import { resultTitle, winners } from '../../table/match-ui/match-texts.ts';
import { chaptersOf, stepsOf, stepText, turnsUpTo, withGains } from '../../table/match-ui/turns.ts';
import type { PlayedGame } from '../moments/game-moments.ts';
import { type GamePlace, KeptGame, type Shows } from './kept-game.svelte.ts';
import { hadSecrets, type Moment, type Retraced, retraces } from './retrace.ts';

/** A finished game as its page gets it. */
export interface PastGameSource {
  readonly record: GameRecord;
  readonly game: Game;
  readonly setup: Setup;
  /** The seat that texts address as "you"; `null` for none. */
  readonly own: Seat | null;
  /** The names in sentences. */
  readonly called: readonly string[];
  readonly bottom: Seat;
  /** Its page; the address there follows the ply on the board. */
  readonly place: GamePlace;
  /** The ply and viewer to show; a new value or a link changes them. Absent: the end, with everything visible. */
  readonly at: LookBack | undefined;
  /** Whether its analysis is shown. */
  readonly isAnalysed: boolean;
}

/** A finished game that is looked back at: the moment on the board, who sees it, and what is known of the game. Its table and its analysis share it. */
export class PastGame {
  readonly #source: () => PastGameSource;
  readonly kept: KeptGame;
  /** The moment that was gone to; `undefined`: the end. */
  chosen: LookBack | undefined = $state.raw();
  /** What is known about every position, with everything visible; `null` before a search. */
  course: ReadonlyMap<number, PlyAnalysis> | null = $state.raw(null);

  /** `source`: reactive. */
  constructor(source: () => PastGameSource) {
    this.#source = source;
    this.kept = new KeptGame(() => source());
    $effect.pre(() => {
      this.chosen = source().at;
    });
  }

  readonly seenBy = $derived.by((): ((viewer: Viewer) => Retraced) => {
    const { game, setup, record } = this.#source();
    return retraces(game, setup, record);
  });
  readonly open = $derived.by((): Retraced => this.seenBy('open'));
  readonly final = $derived.by((): number => this.#source().record.moves.length);
  readonly end = $derived.by(() => this.#source().record.end ?? null);
  readonly hasSecrets = $derived.by((): boolean => hadSecrets(this.open, this.seenBy('spectator')));
  /** Seats that the game does not have, and games without secrets, are shown with everything visible. */
  readonly viewer = $derived.by((): Viewer => {
    const wanted = this.chosen?.viewer ?? 'open';
    const isSeat = typeof wanted !== 'number' || wanted < this.#source().setup.players;
    return this.hasSecrets && isSeat ? wanted : 'open';
  });
  readonly ply = $derived.by((): number => Math.min(this.chosen?.ply ?? this.final, this.final));
  readonly moment = $derived.by((): Moment => {
    const past = this.seenBy(this.viewer);
    return past.moments[this.ply] ?? past.start;
  });
  readonly lastView = $derived.by((): View => (this.open.moments[this.final] ?? this.open.start).view);
  readonly board = $derived.by((): BoardModule => loadedBoard(this.#source().game.id));
  readonly people = $derived.by((): People => new People(this.#source().game, this.#source()));
  readonly turns = $derived.by(() =>
    this.board.keepsPoints === true
      ? withGains(this.open.turns, (after) => this.open.moments[after]?.scores ?? [])
      : this.open.turns,
  );
  readonly chapters = $derived.by(() => chaptersOf(this.board, this.turns, this.lastView));
  readonly steps = $derived.by(() =>
    stepsOf({ turns: this.turns, players: this.#source().setup.players, chapters: this.chapters }),
  );
  /** Who won; empty for a game that was given up by all. */
  readonly won = $derived.by((): readonly Seat[] =>
    this.end === null || this.end.by === 'abort' ? [] : winners(this.end),
  );
  readonly result = $derived.by((): string =>
    this.end === null ? '' : resultTitle(this.#source().game, this.end, this.#source()),
  );
  readonly played = $derived.by((): PlayedGame => {
    const { game, setup, record, bottom, own } = this.#source();
    const { people, board, turns, steps, seenBy, won, result } = this;
    const isLost = own !== null && won.length > 0 && !won.includes(own);
    return {
      ...{ game, setup, record, bottom, people, board, turns, steps, seenBy, isLost, result },
      focus: own ?? won[0] ?? 0,
    };
  });

  /** What the address says of it. The end with everything visible is the default and not part of it. */
  readonly shows = $derived.by((): Shows => {
    const { ply, viewer } = this;
    return {
      at: ply === this.final && viewer === 'open' ? undefined : { ply, viewer },
      analysed: this.#source().isAnalysed || undefined,
    };
  });

  look(wanted: Partial<LookBack>): void {
    this.chosen = { ply: this.ply, viewer: this.viewer, ...wanted };
    const { place, isAnalysed } = this.#source();
    // The table of a game on this device is where it was played: its address names no moment.
    if (place.page !== 'play' || isAnalysed) router.rename({ ...place, ...this.shows });
  }

  /** Goes to its analysis, or back to its table. */
  visit(analysed: true | undefined, at = this.shows.at): void {
    const { place } = this.#source();
    router.go({ ...place, at: place.page === 'play' && analysed === undefined ? undefined : at, analysed });
  }

  /** What the commands of the page are about. */
  readonly seen = $derived.by(() => {
    const { ply, final, people, viewer, board, moment, end } = this;
    const { game } = this.#source();
    return {
      ...{ game, people, viewer, board, view: moment.view, choices: [], peeks: moment.peeks },
      last: madeTurn(game, turnsUpTo(this.open.turns, ply).at(-1), moment.view),
      status: end !== null && ply === final ? this.result : stepText(this.steps.get(ply)),
      steps: { at: ply, last: final, go: (wanted: number) => this.look({ ply: wanted }) },
    };
  });
}
