/** The replacement of a mutation in this process. It imports nothing: what it imported could not be replaced any more. */

/** Which mutation a process is to plant, and where. */
export interface Planted {
  readonly name: string;
  /** The path of the module, from the working directory. */
  readonly module: string;
  readonly target: string;
}

const VARIABLE = 'TABLIER_MUTATION';

type Callable = (...args: unknown[]) => unknown;
type Constructor = new (...args: unknown[]) => object;

let planted: Planted | null = null;
let replace: (original: unknown) => unknown = (original) => original;
let calls = 0;

/** The environment of a process that is to plant a mutation. */
export const environmentFor = ({ name, module, target }: Planted): Readonly<Record<string, string>> => ({
  [VARIABLE]: JSON.stringify({ name, module, target }),
});

/** Which mutation this process is to plant; `null` for none. It is an error if the replaced function is never called. */
export function plantedIn(environment: Readonly<Record<string, string | undefined>>): Planted | null {
  const text = environment[VARIABLE];
  if (text === undefined) return null;
  planted = JSON.parse(text) as Planted;
  process.on('exit', () => {
    if (planted !== null && calls === 0) console.error(`${described(planted)} was never called`);
  });
  return planted;
}

export function setReplacement(by: (original: never) => unknown): void {
  replace = by as (original: unknown) => unknown;
}

/** Stands for an exported function or class. The replacement is made at the first call, when all modules are loaded. */
export function replaced(original: unknown): unknown {
  const name = planted === null ? 'the mutation' : described(planted);
  if (typeof original !== 'function') throw new Error(`${name} is no exported function or class`);
  let made: unknown;
  const current = (): unknown => {
    calls++;
    return (made ??= replace(original));
  };
  return new Proxy(original, {
    apply: (_, self, args: unknown[]) => Reflect.apply(current() as Callable, self, args) as unknown,
    construct: (_, args: unknown[]) => Reflect.construct(current() as Constructor, args) as object,
  });
}

const described = ({ name, module, target }: Planted): string => `mutation "${name}": ${target} of ${module}`;
