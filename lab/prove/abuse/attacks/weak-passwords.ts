import type { Attack } from './attack.ts';

const COMMON = ['12345678', 'password', 'aaaaaaaa', 'tablier1'];

export const weakPasswords: Attack = {
  name: 'weak-passwords',
  finding:
    'the most common passwords are accepted, and a copied cookie of a guest still opens the account that follows',
  run: async (target) => {
    const guest = await target.guest();
    const login = 'weak-password-owner';
    for (const password of COMMON) {
      const answer = await target.request('POST', '/api/me/password', { as: guest, body: { login, password } });
      target.expect(answer?.status === 422, `"${password}" is accepted as a password: ${answer?.status}`);
    }
    const fresh = await target.guest();
    const body = { login: 'copied-cookie-owner', password: 'seven green lanterns' };
    await target.request('POST', '/api/me/password', { as: fresh, body });
    const thief = { ...fresh, address: target.newAddress() };
    const deleted = await target.request('DELETE', '/api/me', { as: thief });
    target.expect(
      deleted?.status === 401,
      `a cookie copied before the password deletes the account: ${deleted?.status}`,
    );
    const encrypted = { 'x-forwarded-proto': 'https' };
    const made = await target.request('POST', '/api/guests', {
      as: target.anonymous(),
      body: { name: 'Encrypted' },
      headers: encrypted,
    });
    const cookie = String(made?.headers['set-cookie']);
    target.expect(cookie.includes('__Host-'), 'a neighbouring domain can plant the cookie of a session');
  },
};
