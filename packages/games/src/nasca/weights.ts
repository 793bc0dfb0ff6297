/** The weights of the evaluation, in the order of its terms. Written by `npm run train -- nasca`. */
export const WEIGHTS: Int32Array = Int32Array.from(
  `
1680 140 0 0 7 13683 2100 199 0 0 64 13005 2127 385 0 0 69 12263 6678 661 0 0 78 10237
`
    .trim()
    .split(/\s+/u),
  Number,
);
