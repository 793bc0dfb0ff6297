/** A text with its `{parameters}`, for texts that are not in the catalogue. */
export const fill = (text: string, inputs: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(inputs[name] ?? gap));
