import type { Store } from '@tablier/store';
import type { Target } from './target.ts';

/** How the server under an attack differs from the usual one. */
export interface AttackedServer {
  readonly host?: string;
  /** Whose `X-Forwarded-For` counts. Default: `loopback`, so an attack can use any number of addresses. */
  readonly trustProxy?: string;
  /** How many descriptors the server may have open, at full scale. */
  readonly descriptors?: number;
  /** Whether the server has its own temporary folder, `tmp` next to its data. */
  readonly ownTemporary?: boolean;
  /** Whether the attack makes the database unavailable: then faults in the log are expected, and moves may be slow. */
  readonly isOutage?: boolean;
  /** Whether the attack runs alone at short scale too, because it breaks what other attacks need. */
  readonly alone?: boolean;
}

/** One way to harm a server or its users. */
export interface Attack {
  /** The value of `--attack`: lower case and hyphens. */
  readonly name: string;
  /** The effect of the attack on a server that does not withstand it, in one line. */
  readonly finding: string;
  readonly server?: AttackedServer;
  /** Names under `fault` in the log that the attack causes on purpose. Any other fault in the log is a problem. */
  readonly expectedFaults?: readonly string[];
  /** Writes to the database before the server starts. */
  readonly prepare?: (store: Store, scale: Scale) => Promise<void>;
  /** Resolves when the attack is over. It reports what went wrong with `target.expect`. */
  readonly run: (target: Target) => Promise<void>;
  /** Checks what was stored, after the server has ended. */
  readonly inspect?: (store: Store, target: Target) => Promise<void>;
}

/** `short`: a few seconds, without timing, together with other attacks. `full`: enough to measure the effect on other users. */
export type Scale = 'short' | 'full';
