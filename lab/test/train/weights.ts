/** Stands for the weights of a game: a chance in percent. */
export const WEIGHTS: Int32Array = Int32Array.of(50);
