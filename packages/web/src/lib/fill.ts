import { isolated } from '@tablier/protocol/language';

/** A text with its `{parameters}`, which may be names of people. */
export const fill = (text: string, inputs: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => isolated(String(inputs[name] ?? gap)));
