import { formatRoute } from '@tablier/protocol/routes';

/** How long a link that sets a new password is valid. Milliseconds. */
export const RESET_LIFE = 3_600_000;

/** The path of such a link. Browsers do not send what is behind the `#`, so the secret is in no log of a server or proxy. */
export const resetPath = (secret: string): string => `${formatRoute({ page: 'reset' })}#${secret}`;

/** The secret of a link. Some links also name the account, and programs that find links in a text may add the sign behind it. */
export const parseReset = (text: string): string | null =>
  /(?:^|\.)([\da-f]{64})(?:%[\dA-Fa-f]{2}|\W)*$/.exec(text)?.[1] ?? null;
