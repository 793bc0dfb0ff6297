/** The version of the protocol. Raised by every change that an older page or server would not understand. */
export const PROTOCOL_VERSION = 3;

/** Where the socket listens, below the address of the server. */
export const SOCKET_PATH = '/api/socket';
