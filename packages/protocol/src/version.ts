/**
 * The newest version of the protocol. It rises only with a change that a client of the version before would misread: clients ignore
 * fields and kinds of message that they do not know, so an addition is no new version.
 */
export const PROTOCOL_VERSION = 4;

/** The versions that this server speaks, both included. Clients of version 3 refused every unknown field and error name. */
export const SPOKEN_VERSIONS = { oldest: 4, newest: PROTOCOL_VERSION } as const;

export interface VersionRange {
  readonly oldest: number;
  readonly newest: number;
}

/** Whether a client of this version is understood. */
export const isSpoken = (version: number, { oldest, newest }: VersionRange = SPOKEN_VERSIONS): boolean =>
  version >= oldest && version <= newest;

/** The versions in words of an error: `4`, or `4-6`. */
export const rangeText = ({ oldest, newest }: VersionRange = SPOKEN_VERSIONS): string =>
  oldest === newest ? String(newest) : `${oldest}-${newest}`;

/** Where the socket listens, below the address of the server. */
export const SOCKET_PATH = '/api/socket';
