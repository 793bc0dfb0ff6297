import '../english.ts';
import { readFileSync } from 'node:fs';
import { games } from '@tablier/games';
import { legalMoveTexts } from '@tablier/core';
import { expect, it } from 'vitest';
import { figurePosition } from '../../src/guide/figure.ts';
it('x', () => {
  for (const game of games) {
    const guide = JSON.parse(readFileSync(new URL(`../../../games/src/${game.id}/guide.json`, import.meta.url), 'utf8'));
    for (const s of guide.sections) for (const c of s.cards) for (const f of [...(c.figure ? [c.figure] : []), ...(c.examples ?? [])]) {
      try { const { position } = figurePosition(game, guide, f); const v = game.view(position, 'open') as any;
      const l = legalMoveTexts(game, position);
      console.log(game.id, c.id, f.id ?? '', 'turn', v.turn, 'claims', JSON.stringify(f.claims), 'moves', l.length, JSON.stringify(v.inPlay ?? v.counters ?? v.territory?.map((t: any) => t.length)), v.outcome ? JSON.stringify(v.outcome) : '', f.claims?.legal?.filter((t: string) => !l.includes(t)), f.claims?.illegal?.filter((t: string) => l.includes(t)), v.cells && game.id==='arcanor' ? v.cells.map((x: any, i: number) => x?.isHome ? `${'abcdefgh'[i%8]}${1+Math.floor(i/8)}:${x.owner}/${x.size}` : '').filter(Boolean).join() : '', game.id==='masker' ? l.join(' ').slice(0,80):'');
      } catch (e) { console.log(game.id, c.id, f.id, String(e)); }
    }
  }
  expect(1).toBe(1);
});
