/** The styles of all elements: the build of the module puts them here. */
const STYLES = '__PALAVER_STYLES__';

let sheet: CSSStyleSheet | null = null;

/** One for all elements of the page. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  return sheet;
}
