import { type GameRecord, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';
import { type TestClient, terms } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import { randomCourse } from '../../lib/random-games.ts';
import type { Attack } from './attack.ts';
import { errorNameIn, playOpening, type Target, type Visitor } from './target.ts';

/** The limit of a record: the longest game takes a tenth of it. Bytes. */
const MAX_BYTES = 64 * 1024;
const JUNK = 'x'.repeat(200_000);

const archiveJunk: Attack = {
  name: 'archive-junk',
  finding: 'the archive stores 256 KiB of anything for good, and its list reads and sends all of it',
  run: async (target) => {
    const guest = await target.guest();
    const ids: string[] = [];
    for (let each = 0; each < target.size({ short: 3, full: 20 }); each++) {
      const id = await stored(target, guest, each);
      if (id !== null) ids.push(id);
    }
    for (const id of ids) {
      const bytes = (await target.request('GET', `/api/v1/records/${id}`))?.body.length ?? 0;
      target.expect(bytes <= MAX_BYTES, `a record of ${bytes} bytes is stored`);
    }
    const lists = await target.many({ short: 4, full: 60 }, 8, () =>
      target.request('GET', '/api/v1/records?limit=20', { as: target.anonymous() }),
    );
    const longest = Math.max(...lists.map((list) => list?.body.length ?? 0));
    target.figures['bytes of the longest list'] = longest;
    target.expect(longest <= MAX_BYTES, `a list of games has ${longest} bytes`);
  },
};

/** Sends a game with other data inside; its id if it was stored, `null` otherwise. */
async function stored(target: Target, guest: Visitor, number: number): Promise<string | null> {
  const record = randomGame(number);
  const { end } = record;
  const body = number % 2 === 0 ? { ...record, junk: JUNK } : { ...record, end: { ...end, junk: JUNK } };
  const answer = await target.request('POST', '/api/games', { as: guest, body });
  const isStored = answer?.status === 201 || answer?.status === 200;
  return isStored ? (JSON.parse(answer.body) as { readonly id: string }).id : null;
}

/** A game of Arcanor to its end. */
function randomGame(number: number): GameRecord {
  const game = findGame('arcanor');
  if (game === undefined) throw new Error('no Arcanor');
  return randomCourse(game, new SeededRng(number)).record;
}

/** The longest of a few games: the longer the line, the more its notes and pictures cost. */
function longGame(): GameRecord {
  const found = Array.from({ length: 20 }, (_, number) => randomGame(number));
  return found.reduce((longest, each) => (each.moves.length > longest.moves.length ? each : longest));
}

/** Below the limit of a request with a long game. */
const MANY_NOTES = 4500;
const ALLOWED_NOTES = 1000;
/** More than one address may have checked at a time. */
const AT_ONCE = 20;

const studyNotes: Attack = {
  name: 'study-notes',
  finding: 'notes of a study are read in one step each, so one member stops the server for everyone',
  run: async (target) => {
    const address = target.newAddress();
    const record = longGame();
    const members = await target.many({ short: 1, full: 3 }, 1, (made) =>
      target.member(`study-notes-${made}`, address),
    );
    const answers = await target.many({ short: 24, full: 90 }, AT_ONCE, async (n) => {
      const notes = n % 2 === 0 ? MANY_NOTES : ALLOWED_NOTES;
      const as = members[n % members.length] ?? { address, cookie: '' };
      const notesAtEnd = Array.from({ length: notes }, () => ({ line: 0, after: record.moves.length }));
      const chapter = { ...record, study: { variations: [], notes: notesAtEnd } };
      const body = { title: 'Notes', base: 0, chapters: [chapter] };
      const answer = await target.request('PUT', `/api/studies/Notes${String(n).padStart(11, '0')}`, { as, body });
      return answer === null ? 'unanswered' : `${notes}: ${errorNameIn(answer)}`;
    });
    const known = new Set([`${MANY_NOTES}: bad-study`, `${ALLOWED_NOTES}: http 200`]);
    const isRight = (answer: string): boolean => known.has(answer) || answer.endsWith(': too-many');
    for (const wrong of new Set(answers.filter((answer) => !isRight(answer))))
      target.expect(false, `a study with notes is answered ${wrong}`);
    for (const each of known) target.expect(answers.includes(each), `no study with notes is answered ${each}`);
  },
};

/** Pictures of one address that the server draws or lets wait. */
const MAX_WAITING = 8;

const pictureFlood: Attack = {
  name: 'picture-flood',
  finding: 'pictures that one address asks for and never reads fill the queue, so no one else gets a picture',
  run: async (target) => {
    const kept = await target.request('POST', '/api/games', { as: await target.guest(), body: longGame() });
    const { id = '' } = JSON.parse(kept?.body ?? '{}') as { readonly id?: string };
    const headers = { 'x-forwarded-for': target.newAddress(), connection: 'close' };
    const plies = Array.from({ length: target.size({ short: 16, full: 75 }) }, (_, number) => number + 1);
    const leaving = new AbortController();
    const flood = plies.map((ply) => {
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

const isOver = ({ phase }: TableView): boolean => phase === 'over';

const privateGames: Attack = {
  name: 'private-games',
  finding: 'games of tables that only have a link are in the public list, with deal and moves',
  run: async (target) => {
    const before = await listed(target);
    await playTo(target, 'link');
    const hidden = (await listed(target)).filter((id) => !before.includes(id));
    target.expect(hidden.length === 0, `${hidden.length} games of a private table are listed`);
    await playTo(target, 'open');
    const shown = (await listed(target)).filter((id) => !before.includes(id) && !hidden.includes(id));
    target.expect(shown.length > 0, 'no game of an open table is listed');
  },
};

/** A game of Isaac: two moves of each player, then a resignation. */
async function playTo(target: Target, visibility: 'link' | 'open'): Promise<void> {
  const { players, table } = await target.seated(terms('isaac', { visibility }));
  await playOpening(players, table, 4);
  await target.act(players[0], table, { kind: 'resign' });
  await players[1].view(table, isOver);
  await pause(500);
}

/** The games of Isaac in the public list. Other attacks play other games. */
async function listed(target: Target): Promise<readonly string[]> {
  const answer = await target.request('GET', '/api/v1/records?limit=100', { as: target.anonymous() });
  const { games } = JSON.parse(answer?.body ?? '{"games":[]}') as {
    readonly games: readonly { readonly id: string; readonly game: string; readonly plies: number }[];
  };
  return games.filter(({ game, plies }) => game === 'isaac' && plies === 4).map(({ id }) => id);
}

/** The most games of two opponents that are rated in a day. */
const MAX_OF_TWO = 5;

const ratingFarm: Attack = {
  name: 'rating-farm',
  finding: 'a member gains any rating from accounts of their own that resign at once, or again and again',
  run: async (target) => {
    const address = target.newAddress();
    const visitors = [await target.member('farmer', address), await target.member('feeder', address)] as const;
    const players = [await target.connect(visitors[0]), await target.connect(visitors[1])] as const;
    const games = target.size({ short: 2, full: 8 });
    for (let game = 0; game < games; game++) await lose(target, players, { game, moves: 2 });
    const quick = await ratedGames(target, visitors[0]);
    target.expect(quick === 0, `${quick} games with one move each are rated`);
    const long = target.size({ short: 1, full: MAX_OF_TWO + 3 });
    for (let game = 0; game < long; game++) await lose(target, players, { game, moves: 10 });
    const rated = await ratedGames(target, visitors[0]);
    target.figures['rated games'] = rated;
    const right = Math.min(long, MAX_OF_TWO);
    target.expect(rated === right, `of ${long} games of the same two ${rated} are rated, not ${right}`);
  },
};

/** The second player resigns after some moves of both. They open tables in turn, so that the limit of one person does not end it. */
async function lose(
  target: Target,
  players: readonly [TestClient, TestClient],
  { game, moves }: { readonly game: number; readonly moves: number },
): Promise<void> {
  const [farmer, feeder] = players;
  const [host, guest] = game % 2 === 0 ? [farmer, feeder] : [feeder, farmer];
  const changes = { visibility: 'open', seating: 'drawn', rated: true } as const;
  const table = await target.open(host, terms('isaac', { ...changes, chairs: ['me', 'open'] }));
  if (table === null) throw new Error('no table');
  await guest.view(table);
  await target.command(guest, { kind: 'sit', table, chair: 1 });
  const isPlaying = ({ phase }: TableView): boolean => phase === 'playing';
  const { you } = await feeder.view(table, isPlaying);
  await farmer.view(table, isPlaying);
  await playOpening(you === 0 ? [feeder, farmer] : players, table, moves);
  await target.act(feeder, table, { kind: 'resign' });
  const { match } = await farmer.view(table, isOver);
  target.expect(match?.end?.by === 'resign', `the feeder loses by ${match?.end?.by}`);
}

async function ratedGames(target: Target, as: Visitor): Promise<number> {
  const answer = await target.request('GET', '/api/me/ratings', { as });
  if (answer?.status !== 200) throw new Error(`no ratings: ${answer?.status}`);
  const { ratings } = JSON.parse(answer.body) as { ratings: readonly { readonly games: number }[] };
  return ratings.reduce((sum, { games }) => sum + games, 0);
}

export const archiveAttacks: readonly Attack[] = [archiveJunk, studyNotes, pictureFlood, privateGames, ratingFarm];
