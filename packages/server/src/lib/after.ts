/** Calls back once in `milliseconds`. Returns a function that prevents it. The wait alone does not keep the process alive. */
export type After = (milliseconds: number, task: () => void) => () => void;

/** Waits by the clock of the system. */
export const after: After = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds).unref();
  return () => clearTimeout(timer);
};
