export * from './clock.ts';
export {
  type Awaited,
  type ClockFace,
  type ClockState,
  flagAt,
  isFlagged,
  isRunning,
  isTooLate,
  makeClock,
  passesFrom,
  readClock,
  remaining,
  type SeatClock,
  type SeatFace,
  vacationLeft,
} from './face.ts';
export { expectedSeconds, MAX_GRACE, quotaGain, wholeLag } from './lag.ts';
export * from './notation.ts';
export type { ClockReading, SeatTime } from './systems.ts';
export * from './terms.ts';
