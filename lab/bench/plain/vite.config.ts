/** The bundle of `measure.ts`. As in the program and in the workers of the page, constants stay `const`. */
export default {
  build: { ssr: 'bench/plain/measure.ts', rolldownOptions: { output: { topLevelVar: false } } },
};
