/**
 * The newest version of the protocol. It is raised only for a change that clients of the previous version would misinterpret. Clients
 * ignore unknown fields and kinds of message, so an addition does not raise it.
 */
export const PROTOCOL_VERSION = 4;

/** The versions that this server supports, inclusive. Clients of version 3 refused every unknown field and error name. */
export const SPOKEN_VERSIONS = { oldest: 4, newest: PROTOCOL_VERSION } as const;

export interface VersionRange {
  readonly oldest: number;
  readonly newest: number;
}

/** Whether the server supports this version. */
export const isSpoken = (version: number, { oldest, newest }: VersionRange = SPOKEN_VERSIONS): boolean =>
  version >= oldest && version <= newest;

/** The versions as text for errors: `4`, or `4-6`. */
export const rangeText = ({ oldest, newest }: VersionRange = SPOKEN_VERSIONS): string =>
  oldest === newest ? String(newest) : `${oldest}-${newest}`;

export const SOCKET_PATH = '/api/socket';
