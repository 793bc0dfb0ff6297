import type { AboutGame } from '@tablier/core';

export const about: AboutGame = {
  illustrator: 'Néstor Romeral Andrés',
  publisher: 'nestorgames',
  gauges: { complexity: 2, strategy: 2, luck: 0, interaction: 0 },
};
