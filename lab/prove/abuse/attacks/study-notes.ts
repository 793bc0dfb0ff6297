import { inTurn } from '../../lib/figures.ts';
import { longGame, type randomGame } from './archive-junk.ts';
import type { Attack } from './attack.ts';
import { newMember } from './members.ts';
import { errorNameIn, type Visitor } from './target.ts';

/** Below the limit of a request with a long game. */
const MANY_NOTES = 4500;
const ALLOWED_NOTES = 1000;
/** More than one address may have checked at a time. */
const AT_ONCE = 20;

export const studyNotes: Attack = {
  name: 'study-notes',
  finding: 'notes of a study are read in one step each, so one member stops the server for everyone',
  run: async (target) => {
    const address = target.newAddress();
    const record = longGame();
    const members: Visitor[] = [];
    for (let made = 0; made < target.size({ short: 1, full: 3 }); made++)
      members.push(await newMember(target, `study-notes-${made}`, address));
    const answers = await inTurn(
      Array.from({ length: target.size({ short: 24, full: 90 }) }, (_, n) => n),
      AT_ONCE,
      async (n) => {
        const notes = n % 2 === 0 ? MANY_NOTES : ALLOWED_NOTES;
        const as = members[n % members.length] ?? { address, cookie: '' };
        const body = { title: 'Notes', base: 0, chapters: [chapterOf(record, notes)] };
        const path = `/api/studies/Notes${String(n).padStart(11, '0')}`;
        const answer = await target.request('PUT', path, { as, body });
        return answer === null ? 'unanswered' : `${notes}: ${errorNameIn(answer)}`;
      },
    );
    const known = new Set([`${MANY_NOTES}: bad-study`, `${ALLOWED_NOTES}: http 200`]);
    const isRight = (answer: string): boolean => known.has(answer) || answer.endsWith(': too-many');
    for (const wrong of new Set(answers.filter((answer) => !isRight(answer))))
      target.expect(false, `a study with notes is answered ${wrong}`);
    for (const each of known) target.expect(answers.includes(each), `no study with notes is answered ${each}`);
  },
};

const chapterOf = (record: ReturnType<typeof randomGame>, notes: number) => ({
  ...record,
  study: { variations: [], notes: Array.from({ length: notes }, () => ({ line: 0, after: record.moves.length })) },
});
