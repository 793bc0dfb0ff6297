/** An object of plain JSON. */
export type Fields = Readonly<Record<string, unknown>>;

const isFields = (data: unknown): data is Fields => typeof data === 'object' && data !== null && !Array.isArray(data);

/**
 * Changes the objects at a path and returns the new data. A path is names of fields joined by dots, with `*` for every element of a list;
 * `undefined` is the data itself. Missing objects are skipped. Returns the same object if nothing changes.
 */
export function changedAt(data: unknown, path: string | undefined, change: (object: Fields) => Fields): unknown {
  return changed(data, path === undefined ? [] : path.split('.'), change);
}

function changed(data: unknown, [step, ...rest]: readonly string[], change: (object: Fields) => Fields): unknown {
  if (step === undefined) return isFields(data) ? change(data) : data;
  if (step === '*') {
    if (!Array.isArray(data)) return data;
    const list = data.map((each: unknown) => changed(each, rest, change));
    return list.some((each, index) => each !== data[index]) ? list : data;
  }
  if (!isFields(data) || !(step in data)) return data;
  const value = changed(data[step], rest, change);
  return value === data[step] ? data : { ...data, [step]: value };
}
