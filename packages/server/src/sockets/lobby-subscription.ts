import { formatServerMessage } from '@tablier/protocol';
import type { Lobby } from '../lobby/lobby.ts';
import type { Outlet } from './subscription.ts';

/** The lobby on one line: whole at first, then what changed since it was last told. */
export class LobbySubscription {
  readonly #lobby: Lobby;
  readonly #outlet: Outlet;
  readonly #known = new Set<string>();
  #revision = -1;

  constructor(lobby: Lobby, outlet: Outlet) {
    this.#lobby = lobby;
    this.#outlet = outlet;
  }

  notify(): void {
    if (this.#outlet.isBlocked || this.#revision === this.#lobby.revision) return;
    const { changed, gone } = this.#lobby.newsSince(this.#revision, this.#known);
    const whole = this.#revision === -1;
    this.#revision = this.#lobby.revision;
    if (!whole && changed.length + gone.length === 0) return;
    for (const id of gone) this.#known.delete(id);
    for (const { id } of changed) this.#known.add(id);
    this.#outlet.send(formatServerMessage({ kind: 'lobby', whole, changed: [...changed], gone: [...gone] }));
  }
}
