/** Offers a text as a JSON file. */
export function download(name: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser reads the address after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
