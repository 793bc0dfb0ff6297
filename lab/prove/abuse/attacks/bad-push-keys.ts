import { createECDH } from 'node:crypto';
import type { Attack } from './attack.ts';

const OFF_CURVE = ['A'.repeat(87), `B${'A'.repeat(86)}`];
const AUTH = 'A'.repeat(22);

export const badPushKeys: Attack = {
  name: 'bad-push-keys',
  finding: 'a guest stores a push key for which nothing can be encrypted, so jobs fail and alarm the operator at will',
  run: async (target) => {
    const put = async (p256dh: string): Promise<number | undefined> => {
      const as = await target.guest();
      const body = { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/a', keys: { p256dh, auth: AUTH } };
      return (await target.request('PUT', '/api/me/push', { as, body }))?.status;
    };
    for (const key of OFF_CURVE)
      target.expect((await put(key)) === 422, `a push key that is not on the curve is answered ${await put(key)}`);
    const sound = await put(createECDH('prime256v1').generateKeys('base64url'));
    target.expect(sound === 204, `a sound push key is answered ${sound}`);
  },
};
