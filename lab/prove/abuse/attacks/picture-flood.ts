import { pause } from '../../lib/figures.ts';
import { longGame } from './archive-junk.ts';
import type { Attack } from './attack.ts';
import { errorNameIn, type Target } from './target.ts';

/** Pictures of one address that the server draws or lets wait. */
const MAX_WAITING = 8;

export const pictureFlood: Attack = {
  name: 'picture-flood',
  finding: 'pictures that one address asks for and never reads fill the queue, so no one else gets a picture',
  run: async (target) => {
    const owner = await target.guest();
    const record = longGame();
    const kept = await target.request('POST', '/api/games', { as: owner, body: record });
    const { id = '' } = JSON.parse(kept?.body ?? '{}') as { readonly id?: string };
    const address = target.newAddress();
    const plies = Array.from({ length: target.size({ short: 16, full: 75 }) }, (_, number) => number + 1);
    const leaving = new AbortController();
    const flood = plies.map((ply) => {
      const headers = { 'x-forwarded-for': address, connection: 'close' };
      target.tally.sent++;
      return fetch(`${target.url}/g/${id}/${ply}.png`, { headers, signal: leaving.signal }).then(
        async (answer) =>
          errorNameIn({ status: answer.status, headers: {}, body: answer.ok ? '' : await answer.text() }),
        () => 'left',
      );
    });
    await pause(200);
    const since = performance.now();
    await mustSee(target, `/g/${id}.png`, 'during the flood');
    target.figures['ms until a link preview, during'] = Math.round(performance.now() - since);
    leaving.abort();
    const answers = await Promise.all(flood);
    for (const answer of answers) target.tally.answered(answer);
    const accepted = answers.filter((answer) => answer === 'left' || answer === 'http 200').length;
    target.expect(accepted <= 2 * MAX_WAITING, `${accepted} of ${plies.length} pictures were drawn or waited`);
    // What was waiting for the client that left is not drawn.
    await mustSee(target, `/g/${id}/0.png`, 'after its client left');
  },
};

/** A picture for someone else. */
async function mustSee(target: Target, path: string, when: string): Promise<void> {
  const answer = await target.request('GET', path, { as: target.anonymous() });
  const isPicture = answer?.status === 200 && answer.headers['content-type'] === 'image/png';
  target.expect(isPicture, `a picture ${when} is answered ${answer?.status}`);
}
