import { expect, test } from 'vitest';
import { Passwords } from '../../src/accounts/passwords.ts';

test('a hash for unknown usernames that could not be made is made again', async () => {
  let made = 0;
  const make = () => (made++ === 0 ? Promise.reject(new Error('no memory')) : Promise.resolve('hash'));
  const passwords = new Passwords({ hashing: { make, compare: () => Promise.resolve(true) } });
  await expect(passwords.verify(null, 'a password')).rejects.toThrow('no memory');
  expect(await passwords.verify('hash', 'a password')).toBe(true);
  expect(await passwords.verify(null, 'a password')).toBe(false);
});
