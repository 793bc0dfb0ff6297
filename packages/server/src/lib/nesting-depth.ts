/** More than `limit` levels of objects and arrays? Goes level by level, so deep data uses no stack. */
export function isDeeperThan(data: unknown, limit: number): boolean {
  let level = [data];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap(valuesOf);
    if (level.length === 0) return false;
  }
  return true;
}

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value as Readonly<Record<string, unknown>>) : [];
