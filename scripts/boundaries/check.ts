import { cruise } from './cruise.ts';

const { modules, faults } = cruise(process.cwd());
for (const fault of faults) console.error(fault);
if (modules === 0) console.error('boundaries: no module was read');
console.log(`boundaries: ${modules} modules, ${faults.length} faults`);
process.exitCode = faults.length > 0 || modules === 0 ? 1 : 0;
