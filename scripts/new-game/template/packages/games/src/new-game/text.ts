import type { GameText } from '../shared/text.ts';
import type { NewGameView } from './position.ts';
export const text: GameText<NewGameView> = {
  draw: ({ stones }) => [[[`${stones} left `, 'label'], '●'.repeat(stones)]],
  words: {
    en: { notation: ['Take one, two or three stones by their number: 2.'] },
    fr: { notation: ['Prenez une, deux ou trois pierres par leur nombre : 2.'] },
    de: { notation: ['Nimm einen, zwei oder drei Steine mit ihrer Anzahl: 2.'] },
    nl: { notation: ['Neem een, twee of drie stenen met hun aantal: 2.'] },
  },
};
