/**
 * Keeps the page alive under a translator, which puts elements in the place of text nodes: the app would go on changing nodes that are in no
 * page. Each text node is put back, empty, next to the element that replaced it. Once the app changes or removes it, the element goes.
 */
export function watchTranslator(): void {
  /** The elements in the place of a text, with its own words. */
  const stands = new Map<Node, { readonly font: Element; readonly text: string }>();

  function replaced(text: Text, font: Element): void {
    if (text.isConnected || text.data.trim() === '') return;
    // A picture draws no such element, and its numbers need no translation.
    if (font.closest('svg') !== null) return font.replaceWith(text);
    stands.set(text, { font, text: text.data });
    text.data = '';
    font.before(text);
  }

  function settle(text: Text): void {
    const stand = stands.get(text);
    if (stand === undefined) return;
    if (text.isConnected && text.data === '' && stand.font.isConnected) return;
    stands.delete(text);
    stand.font.remove();
    // The translation was taken back.
    if (text.isConnected && text.data === '') text.data = stand.text;
  }

  const observer = new MutationObserver((records) => {
    const fonts = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
    const gone = records.flatMap(({ removedNodes, nextSibling, previousSibling, addedNodes }) => {
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node !== null && fonts.has(node as Element),
      );
      return [...removedNodes].flatMap((node) => (node instanceof Text ? [{ text: node, font }] : []));
    });
    for (const { text, font } of gone) if (font instanceof Element && font.isConnected) replaced(text, font);
    for (const text of [...stands.keys()]) settle(text as Text);
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

const isFont = (node: Node): node is Element => node.nodeName === 'FONT';
