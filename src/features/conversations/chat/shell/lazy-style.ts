/** Takes in the style of a part that comes later, before the owner's own, which has the last word. */
export function addLazyStyle(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
}
