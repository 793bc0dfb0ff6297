export * from './clock.ts';
export { MAX_GRACE, quotaGain, wholeLag } from './lag.ts';
export * from './notation.ts';
export type { ClockReading, SeatTime } from './systems.ts';
export * from './terms.ts';
