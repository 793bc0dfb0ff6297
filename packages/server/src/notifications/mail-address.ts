const MAX_LENGTH = 254;
/** One address without display name, comments and quotes. Whether it exists is checked by a mail to it. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** Whether data has the form of an address for mail. */
export const isMailAddress = (data: unknown): data is string =>
  typeof data === 'string' && data.length <= MAX_LENGTH && ADDRESS.test(data);
