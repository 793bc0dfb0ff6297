import type { NodeHealth } from '../cluster/node.ts';
import { games } from '@tablier/games';
import type { FastifyInstance } from 'fastify';
import { refuse } from './errors.ts';

/** A database without a write for this long is not ready. The node writes its heartbeat every second. Milliseconds. */
const LATEST = 5000;

interface ReadinessDeps {
  readonly health: () => NodeHealth;
  readonly now: () => number;
}

export class Readiness {
  readonly #deps: ReadinessDeps;
  #isClosing = false;

  constructor(deps: ReadinessDeps) {
    this.#deps = deps;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  closing(): void {
    this.#isClosing = true;
  }

  fault(): 'closing' | 'database' | null {
    if (this.#isClosing) return 'closing';
    const silence = this.#deps.now() - this.#deps.health().lastWriteAt;
    return silence < LATEST ? null : 'database';
  }
}

/** `GET /api/health`: the process answers. `GET /api/ready`: it can serve players, or why not (503). */
export function addHealthApi(app: FastifyInstance, readiness: Readiness): void {
  app.get('/api/health', () => ({ status: 'ok', games: games.map((game) => game.id) }));
  app.get('/api/ready', (_request, reply) => {
    const fault = readiness.fault();
    return fault === null ? { status: 'ready' } : refuse(reply, 503, { name: 'not-ready', detail: fault });
  });
}
