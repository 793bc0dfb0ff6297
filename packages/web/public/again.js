// The first script of the page could not be loaded, or one that it imports: once the server has it, the page is loaded again.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    // After that the server has it, and it fails all the same: not again and again.
    const isAgain = performance.getEntriesByType('navigation')[0]?.type === 'reload';
    let pause = isAgain ? 20_000 : 500;
    const ask = () => {
      fetch(target.src, { cache: 'reload' }).then(
        // A newer server has other scripts, and a new page that names them.
        ({ ok, status }) => (ok || status === 404 ? location.reload() : later()),
        later,
      );
    };
    const later = () => {
      setTimeout(ask, pause);
      pause = Math.min(2 * pause, 30_000);
    };
    later();
  },
  true,
);
