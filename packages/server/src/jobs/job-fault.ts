import { StoreFault } from '@tablier/store';
import * as z from 'zod';

/** The errors of bugs: of the program itself, of a statement that a database refuses, and of a payload that does not fit its kind. */
const FAULTS = [StoreFault, z.ZodError, TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Whether an attempt with this error would fail again until the program changes. All other errors come from other systems (the database, a
 * mail server), which may work again later.
 */
export const isFault = (error: unknown): boolean => FAULTS.some((kind) => error instanceof kind);
