import type { AboutGame } from '@tablier/core';

export const about: AboutGame = {
  gauges: { complexity: 2, strategy: 4, luck: 0, interaction: 3 },
};
