import '../../english.ts';
import { describe, expect, it } from 'vitest';
import { occupantName, sentenceName } from '../../../src/table/match-ui/match-texts.ts';

describe('the name of an occupant', () => {
  it('of a bot is its level, in a sentence without saying what it is', () => {
    const bot = { kind: 'bot', level: 'strong' } as const;
    expect([occupantName(bot), sentenceName(bot)]).toEqual(['Bot, Elephant (8)', 'Elephant']);
  });

  it('of a person is their own, also in a sentence', () => {
    const ada = { kind: 'person', name: 'Ada' } as const;
    expect([occupantName(ada), sentenceName(ada)]).toEqual(['Ada', 'Ada']);
  });

  it('of a deleted account is replaced by a text', () => {
    const deleted = { kind: 'person', name: '' } as const;
    expect(occupantName(deleted)).toBe('Someone who has left');
    expect(sentenceName(deleted)).toBe(occupantName(deleted));
  });
});
