import type { TestClient } from '@tablier/testkit/online';
import { terms } from '@tablier/testkit/online';
import { inTurn } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

/** The longest that a beginner's answer may take while other clients request many. Milliseconds. */
const LONGEST_ANSWER = 12_000;
const BOT = { bot: 'strong' } as const;

export const botQueue: Attack = {
  name: 'bot-queue',
  finding:
    'all bots think in one queue: tables that one address opens in seconds keep the bots of all other users waiting',
  run: async (target) => {
    const bystander = await target.connect(await target.guest());
    const quiet = await answerOfBeginner(target, bystander);
    const address = target.newAddress();
    const opened = await openForBots(target, address);
    const busy = await answerOfBeginner(target, bystander);
    target.figures['tables with strong bots'] = opened;
    target.figures['ms until a beginner moves, quiet'] = quiet;
    target.figures['ms until a beginner moves, during'] = busy;
    target.expect(
      busy < LONGEST_ANSWER,
      `another user waited ${busy} ms for the move of a beginner, ${quiet} ms before`,
    );
  },
};

/** Four seats, three of them bots that think long; then the player leaves. */
async function openForBots(target: Target, address: string): Promise<number> {
  let opened = 0;
  const guests = await inTurn(Array.from({ length: target.size({ short: 4, full: 18 }) }), 4, () =>
    target.guest({ address }),
  );
  await inTurn(guests, 6, async (guest) => {
    const client = await target.connect(guest);
    for (let each = 0; each < 10; each++) {
      const table = await target.open(client, terms('masker', { chairs: [BOT, BOT, BOT, 'me'] }));
      if (table !== null) opened++;
    }
    await client.leave();
  });
  return opened;
}

/** How long a beginner takes for the first move of a game, in milliseconds; `LONGEST_ANSWER` without a move. */
async function answerOfBeginner(target: Target, client: TestClient): Promise<number> {
  const since = performance.now();
  const table = await target.open(client, terms('isaac', { chairs: [{ bot: 'beginner' }, 'me'] }));
  if (table === null) return LONGEST_ANSWER;
  const moved = client.view(table, ({ match }) => (match?.plies ?? 0) > 0 || match?.view.turn === 1);
  await Promise.race([moved, new Promise((resolve) => setTimeout(resolve, 2 * LONGEST_ANSWER))]);
  return Math.round(performance.now() - since);
}
