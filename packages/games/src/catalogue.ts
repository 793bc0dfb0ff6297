export { arcanor } from './arcanor/index.ts';
export { isaac } from './isaac/index.ts';
export { masker } from './masker/index.ts';
export { nasca } from './nasca/index.ts';
