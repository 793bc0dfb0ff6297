import { formatRoute } from '@tablier/protocol/routes';

/** How long a link that sets a new password is valid. Milliseconds. */
export const RESET_LIFE = 3_600_000;

/** The path of such a link. Browsers do not send what is behind the `#`, so the secret is in no log of a server or proxy. */
export const resetPath = (account: string, secret: string): string =>
  `${formatRoute({ page: 'reset' })}#${account}.${secret}`;
