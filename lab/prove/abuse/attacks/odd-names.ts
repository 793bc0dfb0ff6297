import type { Attack } from './attack.ts';

/** Invisible, or much higher than one line. */
const BAD = ['2800', '3164', 'ffa0', '115f', '034f', 'fe0f', '17b4', '0301'].map((code) =>
  String.fromCodePoint(Number.parseInt(code, 16)),
);
const PILED = `a${'\u0301'.repeat(21)}`;
/** Names of people: a family of several code points, Persian with its joiner, an accent as a code point of its own. */
const GOOD = [
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  'Jose\u0301',
];

export const oddNames: Attack = {
  name: 'odd-names',
  finding: 'names that are invisible or cover the page are accepted, and names of people are refused',
  run: async (target) => {
    for (const name of [...BAD, PILED]) {
      const answer = await target.request('POST', '/api/guests', { as: target.anonymous(), body: { name } });
      const code = name.codePointAt(0)?.toString(16) ?? '';
      target.expect(answer?.status !== 201, `a name of U+${code} (${Array.from(name).length}) is accepted`);
    }
    for (const name of GOOD) {
      const answer = await target.request('POST', '/api/guests', { as: target.anonymous(), body: { name } });
      target.expect(answer?.status === 201, `${name} is refused: ${answer?.status}`);
    }
  },
};
