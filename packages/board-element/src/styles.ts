declare const TABLIER_BOARD_STYLES: string;

let sheet: CSSStyleSheet | undefined;

/** The styles of all boards, in one sheet. It is no `<style>` element, so the content security policy of a page need not allow inline styles. */
export function boardStyles(): CSSStyleSheet {
  if (sheet !== undefined) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(TABLIER_BOARD_STYLES);
  return sheet;
}
