/** The longest name of a tournament, in characters. */
export const MAX_TOURNAMENT_NAME = 60;

/** The most entrants of a tournament. Those of a round robin all meet each other. */
export const MAX_ENTRANTS = 256;
export const MAX_ROBIN_ENTRANTS = 24;

/** What a moderator decides about a tournament. */
export const TOURNAMENT_DECISIONS = ['rename-tournament', 'cancel-tournament'] as const;

export const TOURNAMENT_VISIBILITIES = ['open', 'link'] as const;
