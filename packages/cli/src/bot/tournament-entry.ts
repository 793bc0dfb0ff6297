import { type TournamentView, tournamentView } from '@tablier/protocol';
import { UsageError } from '../shared/errors.ts';
import { note } from '../shared/output.ts';
import type { BotApi } from './api.ts';
import { isPlayable } from './position-lines.ts';

/** The participation of a bot in one tournament: it enters, enters again after it was removed, and detects the end. */
export class TournamentEntry {
  readonly #api: BotApi;
  readonly #id: string;
  #round = 0;

  constructor(api: BotApi, id: string) {
    this.#api = api;
    this.#id = id;
  }

  /** Enters the tournament unless the bot is in it. Returns whether it is over. Throws a `UsageError` if the bot cannot take part. */
  async look(): Promise<boolean> {
    const view = await this.#view();
    const { status, round, you } = view;
    if (round > this.#round) note(`${view.name}: round ${round}`);
    this.#round = round;
    if (status === 'over' || status === 'cancelled') {
      const own = view.standings.find(({ entrant }) => entrant === you.entrant);
      note(`${view.name} is ${status}${own === undefined ? '' : `: rank ${own.rank}, ${own.points} points`}`);
      return true;
    }
    if (you.state !== 'in') await this.#enter(view);
    return false;
  }

  async #view(): Promise<TournamentView> {
    const view = tournamentView.safeParse(await this.#api.get(`/tournaments/${encodeURIComponent(this.#id)}`));
    if (!view.success) throw new UsageError(`unknown-tournament (${this.#id}: the id is the last part of its address)`);
    return view.data;
  }

  async #enter({ name, game, options, seats, you }: TournamentView): Promise<void> {
    const chairs = Array.from({ length: seats }, () => ({ kind: 'open' as const }));
    if (!isPlayable({ game, options, chairs }))
      throw new UsageError(`not-playable (UGI cannot describe the positions of ${game} with these options)`);
    // A late entrant may have to wait, and one who left may not be admitted again.
    const error = await this.#api.send(`/tournaments/${encodeURIComponent(this.#id)}/join`, {});
    if (error === null) note(`enters ${name}`);
    else if (you.state === null) throw new UsageError(`${error} (tournament ${this.#id})`);
  }
}
