import type { Store } from '@tablier/store';
import type { Target } from './target.ts';

/** How the server under an attack is started where the usual way does not do. */
export interface AttackedServer {
  readonly host?: string;
  /** Whose `X-Forwarded-For` counts; `loopback` where left out, so an attack has as many addresses as it wants. */
  readonly trustProxy?: string;
  /** How many descriptors the server may have open, in the full form. */
  readonly descriptors?: number;
  /** Whether the server has a temporary folder of its own, `tmp` beside its data. */
  readonly ownTemporary?: boolean;
  /** Whether the attack takes its database away: then faults in the log are right, and nobody can be quick. */
  readonly isOutage?: boolean;
  /** Whether it is attacked alone in the short form too: it breaks what other attacks need. */
  readonly alone?: boolean;
}

/** One way to harm a server, or somebody who uses it. */
export interface Attack {
  /** What `--attack` takes: lower case and hyphens. */
  readonly name: string;
  /** What a server does that does not withstand it, in one line. */
  readonly finding: string;
  readonly server?: AttackedServer;
  /** Names under `fault` in the log that the attack causes on purpose. Any other fault in the log is a problem. */
  readonly expectedFaults?: readonly string[];
  /** Writes what the database is to hold before the server starts. */
  readonly prepare?: (store: Store, scale: Scale) => Promise<void>;
  /** Resolves when the attack is over; what went wrong is told by `target.expect`. */
  readonly run: (target: Target) => Promise<void>;
  /** Looks at what was stored, when the server has ended. */
  readonly inspect?: (store: Store, target: Target) => Promise<void>;
}

/** `short`: a few seconds, nothing timed, beside other attacks. `full`: enough to see what it does to others. */
export type Scale = 'short' | 'full';
