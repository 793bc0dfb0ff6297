export * from './clock.ts';
export {
  type Awaited,
  type ClockFace,
  type ClockState,
  expectedSeconds,
  flagAt,
  isFlagged,
  isRunning,
  isTooLate,
  makeClock,
  MAX_GRACE,
  passesFrom,
  quotaGain,
  readClock,
  remaining,
  type SeatClock,
  type SeatFace,
  vacationLeft,
  wholeLag,
} from './face.ts';
export * from './terms.ts';
