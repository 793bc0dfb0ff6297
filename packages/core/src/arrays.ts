/**
 * Reads of typed arrays at an index that is known to be in range, where `array[index]` has the type `number | undefined`. There is a function for
 * each kind of array: a single one would see them all, and engines make reads of many kinds slow.
 */

export const i8 = (array: Int8Array, index: number): number => array[index] as number;
export const u8 = (array: Uint8Array, index: number): number => array[index] as number;
export const u16 = (array: Uint16Array, index: number): number => array[index] as number;
export const i32 = (array: Int32Array, index: number): number => array[index] as number;
export const f64 = (array: Float64Array, index: number): number => array[index] as number;

/** The item of a list at an index that is known to be in range. */
export const item = <T>(list: readonly T[], index: number): T => list[index] as T;
