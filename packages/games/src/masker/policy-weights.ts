const own = [0.001, 0.1, 0.15, 0.2, 0.25, 0.3];
const other = [2, 1.5, 1.2, 1, 1, 1];
const ones = (n: number): number[] => Array.from({ length: n }, () => 1);
const table = Float64Array.from([...own, ...own, ...own, ...other, ...other, ...other, 1, 1, 1, ...ones(27), ...ones(27), 1, 1, 1, 1]);
export const WEIGHTS: Readonly<Record<number, Float64Array>> = { 2: table, 3: table, 4: table };
