import type { Attack } from './attack.ts';

export const secondServer: Attack = {
  name: 'second-server',
  finding: 'a second server starts on the same folder: users of the two do not see each other',
  run: async (target) => {
    const refusal = await target.startAnother({ dataDir: target.folder }).then(
      () => null,
      (error: unknown) => String(error),
    );
    target.expect(refusal !== null, 'a second server serves the same folder');
    target.expect(refusal === null || !refusal.includes('this is a bug'), `the refusal is a crash: ${refusal}`);
    const health = await target.request('GET', '/api/health');
    target.expect(health?.status === 200, 'the first server does not answer any more');
  },
};
