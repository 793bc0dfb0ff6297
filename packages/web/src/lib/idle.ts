let first: Promise<void> | null = null;

/** Resolves when the browser first has nothing else to do: for what no page waits for. */
export const whenIdle = (): Promise<void> =>
  (first ??= new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1000);
  }));
