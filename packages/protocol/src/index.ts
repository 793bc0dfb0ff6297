export * from './account.ts';
export * from './change.ts';
export * from './client-messages.ts';
export * from './errors.ts';
export * from './finished-games.ts';
export * from './limits.ts';
export * from './lines.ts';
export * from './match-view.ts';
export * from './server-messages.ts';
export * from './parse.ts';
export * from './ratings.ts';
export * from './relations.ts';
export {
  clockTerms,
  moment,
  preparedId,
  seat as seatNumber,
  tableId,
  absences,
  type Invite,
  type ShownAbsences,
  isTableId,
  type Pace,
  PACE_NAMES,
  PACES,
  PAIR,
  ratingPaceOf,
  SEATINGS,
  SOFA_LETTERS,
  SHOWN_VISIBILITIES,
  type ShownRating,
  shownRating,
  type ShownVisibility,
  type TableTerms,
  TAKE_BACKS,
  tableTerms,
} from './values.ts';
export * from './clubs.ts';
export * from './tournaments.ts';
