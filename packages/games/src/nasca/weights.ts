/** The weights of the evaluation, in the order of its terms. Written by `npm run train -- nasca`. */
export const WEIGHTS: Int32Array = Int32Array.from(
  `
500 300 350 50 50 18000 1700 300 360 120 100 18000 3200 460 300 140 150 17000 5200 750 300 100 150 13500
`
    .trim()
    .split(/\s+/u),
  Number,
);
