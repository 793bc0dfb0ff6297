import { describe, expect, test } from 'vitest';
import { eloOf } from '../src/engine/thinking.ts';
import { type Expected, expectTexts, linesUntil, runHere, start, tablier } from './tablier.ts';

/** What the engine answers to a whole conversation. */
const talk = async (...input: string[]): Promise<readonly string[]> =>
  (await runHere(['engine'], { input: `${input.join('\n')}\n` })).lines;

const INFO = /^info depth \d+ time \d+ nodes \d+ nps \d+ score cp -?\d+ pv \d\d-\d\d( \d\d-\d\d)*$/;

describe('tablier engine', () => {
  test('introduces itself with its options', async () => {
    const { lines } = await tablier(['engine'], { input: 'ugi\nisready\nquit\n' });
    expect(lines[0]).toMatch(/^id name Tablier \d/);
    expect(lines[1]).toMatch(/^id author /);
    const names = lines.flatMap((line) => /^option name (\w+) type \w+ default \S+/.exec(line)?.[1] ?? []);
    expect(names).toEqual(['Game', 'Options', 'Players', 'Deal', 'Level', 'Seed', 'MultiPV']);
    expect(lines.slice(-2)).toEqual(['ugiok', 'readyok']);
  });

  test('searches to the requested depth, reports, and plays a legal move', async () => {
    const lines = await talk(
      'setoption name Game value isaac',
      'uginewgame',
      'position startpos moves 00-02 97-99',
      'go nodes 3000',
      'go depth 2',
      'go movetime 50',
      'go p1time 1000 p2time 1000 p1inc 0 p2inc 0',
    );
    const answers = lines.filter((line) => line.startsWith('bestmove'));
    expect(answers).toHaveLength(4);
    for (const answer of answers) expect(answer).toMatch(/^bestmove (?!00-02)\d\d-\d\d$/);
    const infos = lines.filter((line) => !line.startsWith('bestmove'));
    for (const info of infos) expect(info).toMatch(INFO);
    expect(infos.find((info) => info.includes(' nodes 3000 '))).toBeDefined();
    expect(lines.findIndex((line) => line.startsWith('bestmove'))).toBeGreaterThan(0);
  });

  test('describes the position, counts moves, and benches alike in every run', async () => {
    const bench = async (): Promise<readonly string[]> =>
      (await talk('setoption name Level value 3', 'bench')).filter((line) => !/Total time|second/.test(line));
    const lines = await talk('position startpos moves 00-02', 'd', 'go perft 2', 'go perft 0');
    expect(lines).toContain('Game: isaac');
    expect(lines).toContain('Moves: 00-02');
    expect(lines).toContain('Turn: p2');
    const legal = (await runHere(['moves', 'isaac', '--moves', '00-02'])).lines;
    expect(lines).toContain(`Legal moves: ${legal.length}`);
    const counted = await runHere(['perft', 'isaac', '--depth', '2', '--divide', '--moves', '00-02']);
    const parts = lines.filter((line) => /^\d\d-\d\d: \d+$/.test(line));
    expect(parts.toSorted()).toEqual(counted.lines.slice(0, -1).toSorted());
    expect(lines.slice(-3)).toEqual([
      `Nodes searched: ${counted.lines.at(-1)}`,
      expect.stringMatching(/^info string error: bad-depth/),
      'bestmove (none)',
    ]);
    const [first, again] = [await bench(), await bench()];
    expect(first).toEqual(again);
    expect(first.map((line) => line.split(':')[0])).toEqual(['arcanor', 'isaac', 'masker', 'nasca', 'Nodes searched']);
  });

  test('says what it speaks to a program that speaks UCI', async () => {
    expect(await talk('uci')).toEqual([expect.stringMatching(/^info string error: this engine speaks UGI/)]);
  });

  test('marks a proven score', async () => {
    const { stdout } = await runHere(['random', 'isaac', '--seed', '3']);
    const { moves } = JSON.parse(stdout) as { moves: string[] };
    const scoring = moves.findIndex((move) => move.startsWith('x'));
    const lines = await talk(`position startpos moves ${moves.slice(0, scoring).join(' ')}`, 'go');
    expect(lines.at(-2)).toMatch(/ score cp -?2000 proven pv x/);
  });

  test('goes on from the line of a position as from the moves that led to it', async () => {
    const lineOf = (lines: readonly string[]): string =>
      lines.find((line) => line.startsWith('Position: '))?.slice('Position: '.length) ?? '';
    const text = lineOf(await talk('position startpos moves 00-02', 'd'));
    expect(text).toMatch(/^isaac placer,exact 2 2 1 - placing 00-02 - /);
    const expected = await talk('position startpos moves 00-02 97-99', 'd');
    const found = await talk(`position ${text} moves 97-99`, 'd', 'go depth 1');
    expect(lineOf(found)).toBe(lineOf(expected));
    const counted = expected.find((line) => line.startsWith('Legal moves: ')) ?? '';
    expect(found).toContain(counted);
    expect(found.at(-1)).toMatch(/^bestmove \d\d-\d\d$/);
    const refused = await talk(`position ${text.replace('00-02', '00-03')}`, 'go');
    expect(refused).toEqual([
      'info string error: bad-position (field hands: wrong number of pieces: dark 3, 4/5)',
      'info string error: no-position (the last one was refused)',
      'bestmove (none)',
    ]);
  });

  test('shows several lines with MultiPV, the best first, alike under one seed', async () => {
    const asked = (game: string, nodes: number): string[] => [
      `setoption name Game value ${game}`,
      'setoption name MultiPV value 3',
      `go nodes ${nodes}`,
    ];
    // `quit` would end the searches of a busy machine before their nodes.
    const lines = await talk(...asked('isaac', 4000), ...asked('arcanor', 4000));
    const infos = lines.filter((line) => line.startsWith('info'));
    for (const [index, info] of infos.entries()) {
      expect(info).toMatch(
        /^info depth \d+ multipv [123] time \d+ nodes \d+ nps \d+ score cp -?\d+ (points [+-]?\d+\.\d )?pv \S+/,
      );
      expect(info).toContain(` multipv ${(index % 3) + 1} `);
    }
    const bests = lines.filter((line) => line.startsWith('bestmove'));
    const lastOf = (best: string): string[] => {
      const end = lines.indexOf(best);
      return lines.slice(end - 3, end).map((line) => / pv (\S+)/.exec(line)?.[1] ?? '');
    };
    for (const best of bests) {
      expect(new Set(lastOf(best)).size).toBe(3);
      expect(best).toBe(`bestmove ${lastOf(best)[0]}`);
    }
    expect(infos.some((info) => info.includes(' points '))).toBe(true);
    const again = await talk(...asked('isaac', 4000), ...asked('arcanor', 4000));
    expect(again.filter((line) => line.startsWith('bestmove'))).toEqual(bests);
  });

  test('answers stop during an infinite analysis with its best line', async () => {
    const child = start(['engine']);
    child.stdin.write('setoption name MultiPV value 2\nposition startpos moves 00-02 97-99\ngo infinite\n');
    await linesUntil(child, / multipv 2 /);
    child.stdin.write('stop\n');
    const lines = await linesUntil(child, /^bestmove /);
    expect(lines.at(-1)).toMatch(/^bestmove \d\d-\d\d$/);
    child.stdin.end('quit\n');
    await new Promise((resolve) => child.once('close', resolve));
  });

  test.each(['0', '6', 'x'])('refuses MultiPV %s', async (value) => {
    const [answer] = await talk(`setoption name MultiPV value ${value}`, 'quit');
    expect(answer).toBe(`info string error: bad-multipv (${value}; from 1 to 5)`);
  });

  test('answers alike under one seed', async () => {
    const asked = [
      'setoption name Level value medium',
      'setoption name Seed value x',
      'position startpos',
      'go nodes 2000',
      'quit',
    ];
    const best = async (): Promise<string | undefined> => (await talk(...asked)).at(-1);
    expect(await best()).toBe(await best());
  });

  test('answers queries at the start, in the middle and at the end of a game', async () => {
    const { stdout } = await runHere(['random', 'isaac', '--seed', '3']);
    const { moves, end } = JSON.parse(stdout) as { moves: string[]; end: { scores: number[]; places: number[] } };
    const queries = ['p1turn', 'p2turn', 'turn', 'gameover', 'result'].map((what) => `query ${what}`);
    const lines = await talk(
      ...queries,
      'position startpos moves 00-02',
      ...queries,
      `position startpos moves ${moves.join(' ')}`,
      ...queries,
      'query scores',
      'query places',
      'go',
    );
    const winner = end.places[0] === 1 ? 'p1win' : 'p2win';
    const answers = lines.map((line) => line.replace('response ', ''));
    expect(answers.slice(0, 5)).toEqual(['true', 'false', 'p1', 'false', 'none']);
    expect(answers.slice(5, 10)).toEqual(['false', 'true', 'p2', 'false', 'none']);
    expect(answers.slice(10, 15)).toEqual(['false', 'false', 'none', 'true', winner]);
    expect(answers.slice(15, 17)).toEqual([end.scores.join(' '), end.places.join(' ')]);
    expect(answers.slice(17)).toEqual(['info string error: game-over', 'bestmove (none)']);
  });

  test('names what it refuses', async () => {
    const refused: readonly (readonly [string, Expected])[] = [
      ['position startpos moves 00-02 00-02', 'illegal-move at ply 2 (00-02)'],
      ['position startpos moves 99', 'unreadable-move at ply 1 (99)'],
      ['position fen x', 'bad-position (field game: it should be "isaac")'],
      ['setoption Level strong', 'bad-command (setoption name <name> value <value>)'],
      ['setoption name Hash value 16', 'unknown-option (Hash)'],
      ['setoption name Game value chess', /^unknown-game \(chess\)/],
      ['setoption name Options value counter=no', 'bad-option-value (counter=no)'],
      ['setoption name Players value 3', /^bad-players \(3/],
      ['setoption name Deal value {', 'bad-deal (not JSON)'],
      ['setoption name Level value best', /^unknown-level \(best/],
      ['go depth', 'bad-limit (depth without a number)'],
      ['go nodes 0', 'bad-limit (nodes 0)'],
      ['go fast', 'unknown-limit (fast)'],
      ['query weather', 'unknown-query (weather)'],
      ['castle', 'unknown-command (castle)'],
    ];
    const kept = 'position startpos moves 00-02';
    const lines = await talk(...refused.flatMap(([line]) => [kept, line]), kept, 'query p2turn', 'quit');
    const faults = lines
      .slice(0, -1)
      .filter((line) => line !== 'bestmove (none)')
      .map((line) => line.replace(/^info string error: /, ''));
    expectTexts(
      faults,
      refused.map(([, fault]) => fault),
    );
    expect(lines.at(-1)).toBe('response true');
  });

  test('answers every go: after a refused position with no move, and at once where the clock has run out', async () => {
    const limits = ['p1time 0', 'p1time -500 p2time 3', 'movetime 0', 'movetime -1'];
    const lines = await talk(
      'position startpos moves zz',
      'go nodes 5',
      'query turn',
      'uginewgame',
      ...limits.map((each) => `go ${each}`),
    );
    expect(lines.slice(0, 4)).toEqual([
      'info string error: unreadable-move at ply 1 (zz)',
      'info string error: no-position (the last one was refused)',
      'bestmove (none)',
      'info string error: no-position (the last one was refused)',
    ]);
    const answers = lines.slice(4).filter((line) => !line.startsWith('info depth'));
    expect(answers).toEqual(limits.map(() => expect.stringMatching(/^bestmove \d\d-\d\d$/) as string));
  });

  test('a new setup begins at the start position', async () => {
    const lines = await talk('position startpos moves 00-02', 'setoption name options value published', 'query p1turn');
    expect(lines).toEqual(['response true']);
  });

  test('stops at once, answers isready while it searches, and leaves the rest for afterwards', async () => {
    const child = start(['engine']);
    child.stdin.write('position startpos\ngo infinite\n');
    await linesUntil(child, INFO);
    child.stdin.write('query p1turn\nisready\n');
    expect((await linesUntil(child, /readyok/)).join()).not.toContain('response');
    child.stdin.write('stop\n');
    const rest = (await linesUntil(child, /^response/)).filter((line) => !line.startsWith('info'));
    expectTexts(rest, [/^bestmove /, 'response true']);
    child.stdin.write('quit\n');
    await new Promise((resolve) => child.once('close', resolve));
    expect(child.exitCode).toBe(0);
  });

  test('goes on from the latest search where time or stop ends it, never where nodes do', async () => {
    const child = start(['engine']);
    const depthAfter = async (...lines: string[]): Promise<number> => {
      child.stdin.write(`${lines.join('\n')}\n`);
      const last = (await linesUntil(child, /^bestmove/)).findLast((line) => line.startsWith('info'));
      return Number(/ depth (\d+) /.exec(last ?? '')?.[1]);
    };
    const fresh = await depthAfter('position startpos moves 00-02 97-99', 'go nodes 1000');
    child.stdin.write('go infinite\n');
    await linesUntil(child, / depth [89] /);
    const known = await depthAfter('stop');
    expect(await depthAfter('uginewgame', 'position startpos moves 00-02 97-99', 'go movetime 1')).toBeGreaterThan(7);
    expect(known).toBeGreaterThan(fresh);
    expect(await depthAfter('go nodes 1000')).toBe(fresh);
    expect(await depthAfter('position startpos moves 97-99 00-02', 'go movetime 1')).toBeLessThan(8);
    child.stdin.write('quit\n');
    await new Promise((resolve) => child.once('close', resolve));
  });

  test('the end of the input ends a search without limits, and lets one with limits finish', async () => {
    const { code, lines } = await tablier(['engine'], { input: 'go infinite\ngo nodes 5000' });
    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(2);
    expect(lines.at(-2)).toContain(' nodes 5000 ');
  });
});

describe('the score', () => {
  test.each([
    [0, -2000],
    [0.25, -191],
    [0.5, 0],
    [0.75, 191],
    [1, 2000],
  ])('a share of %d is %d Elo points', (share, elo) => {
    expect(eloOf(share)).toBe(elo);
  });
});
