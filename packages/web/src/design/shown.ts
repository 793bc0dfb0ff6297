/** An attachment that shows a dialog over the page while it is `open`. The browser returns the focus to what opened it. */
export const shown =
  (open = true) =>
  (dialog: HTMLDialogElement): void => {
    if (!open) dialog.close();
    else if (!dialog.open) dialog.showModal();
  };
