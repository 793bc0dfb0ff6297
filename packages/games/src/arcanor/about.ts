import type { AboutGame } from '@tablier/core';

export const about: AboutGame = {
  gauges: { complexity: 2, strategy: 3, luck: 1, interaction: 4 },
};
