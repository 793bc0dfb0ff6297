import { checkGameFiles } from '@tablier/testkit';
import { isaac } from '../../src/isaac/index.ts';

checkGameFiles(isaac, new URL('.', import.meta.url));
