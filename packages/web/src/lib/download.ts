export const download = (name: string, content: string): void =>
  save(name, new Blob([content], { type: 'application/json' }));

export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
