export {
  type BotAdvice,
  type BotGame,
  type BotLevels,
  type LookaheadPlan,
  planOf,
  type PlayoutPlan,
  type SearchPlan,
  type Solution,
  type Solver,
} from './advice.ts';
export {
  type Analysis,
  type AnalysisControl,
  type AnalysisLine,
  type AnalysisOptions,
  AnalysisSearch,
  analyse,
  MAX_LINES,
  openTask,
  seatTask,
} from './analyse.ts';
export { analysePly, type GameAnalysisOptions, type PlayedGame, type PlyAnalysis } from './analyse-game.ts';
export {
  type AnalysisAdvice,
  statedValues,
  MOVE_LABELS,
  type MoveLabel,
  type ScoreUnit,
  type Thresholds,
  thresholdsOf,
} from './analyse-scores.ts';
export {
  type Insight,
  type InsightAdvice,
  insightAt,
  type Possibility,
  type Secret,
  type SecretOf,
  type SeenCourse,
  type Verdict,
  VERDICTS,
  verdictOf,
} from './insight.ts';
export { hintFor, judgeMove, type Hint, type Judgement, type JudgeOptions } from './judge.ts';
export type { Beliefs, World } from './beliefs.ts';
export { answerBot, type BotAnswer, botMove, type BotRequest, botSearch } from './bots.ts';
export { budgetOf, chooseMove, type Limits, makeSearch, runSearch, untilTime } from './choose.ts';
export type { JudgedMoves, Outlook } from './outlook.ts';
export { ratePuzzle } from './puzzle-search.ts';
export { candidate, type FoundPuzzle, provenPuzzle, type PuzzleTask, verifyPuzzle } from './puzzle-search.ts';
export {
  type Budget,
  type Hidden,
  type Search,
  type SearchInfo,
  type SearchResult,
  SLICE,
  type Task,
} from './search.ts';
export { type Past, SearchMemory } from './search-memory.ts';
export type { SearchPosition } from './search-position.ts';
export { outcomeValues } from './values.ts';
