import type { Attack } from './attack.ts';
import type { Target, Visitor } from './target.ts';

const PASSWORD = 'seven green lanterns';

export const squattedLogins: Attack = {
  name: 'squatted-logins',
  finding: 'a guest who requests many usernames at once takes all of them for good',
  run: async (target) => {
    const guest = await target.guest();
    const logins = Array.from({ length: 15 }, (_, index) => `wanted-name-${index}`);
    const answers = await Promise.all(logins.map((login) => claim(target, guest, login)));
    const taken = answers.filter((status) => status === 204 || status === 200).length;
    target.expect(taken === 1, `one guest has ${taken} usernames`);
    const free = logins.filter((_, index) => (answers[index] ?? 0) >= 300);
    let squatted = 0;
    for (const login of free.slice(0, target.size({ short: 5, full: 14 }))) {
      const status = await claim(target, await target.guest(), login);
      if (status >= 300) squatted++;
    }
    target.figures['usernames that no one has and no one gets'] = squatted;
    target.expect(squatted === 0, `${squatted} usernames belong to no one and are refused to others`);
  },
};

async function claim(target: Target, as: Visitor, login: string): Promise<number> {
  const answer = await target.request('POST', '/api/me/password', { as, body: { login, password: PASSWORD } });
  return answer?.status ?? 599;
}
