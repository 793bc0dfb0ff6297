export { budgetOf, chooseMove, type Limits, makeSearch, runSearch, untilTime } from './choose.ts';
export { botMove, planOf } from './levels.ts';
export {
  type Budget,
  type Hidden,
  type Search,
  type SearchInfo,
  type SearchResult,
  SLICE,
  type Task,
} from './search.ts';
export { outcomeValues } from './values.ts';
