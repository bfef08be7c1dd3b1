import type { Panel } from './panel.ts';

/**
 * On a phone the chat fills the screen: the page behind it keeps still and can't be reached, the panel leaves
 * the keyboard its room, and going back closes the chat instead of leaving the page.
 */
export function coverPage(inside: Panel): void {
  const { panel, phone, listen, api, id } = inside;
  const pageStyle = document.documentElement.style;
  let isCovered = false;
  let pageOverflow = '';
  let wasInert = false;
  const isOurs = () => (history.state as { chatelier?: string } | null)?.chatelier === id;
  const update = () => {
    const full = inside.isOpen() && inside.isFull();
    const view = full && visualViewport;
    panel.style.top = view ? `${view.offsetTop}px` : '';
    panel.style.height = view ? `${view.height}px` : '';
    if (full === isCovered) return;
    isCovered = full;
    const { body } = document;
    if (full) {
      pageOverflow = pageStyle.overflow;
      wasInert = body.inert;
    }
    body.inert = full || wasInert;
    pageStyle.setProperty('overflow', full ? 'hidden' : pageOverflow, full ? 'important' : '');
    try {
      /* What the page's own router keeps of this place stays in it. */
      if (full) history.pushState({ ...(history.state as object | null), chatelier: id }, '');
      else if (isOurs()) history.back();
    } catch {
      /* A page without a history of its own. */
    }
  };
  inside.updated = update;
  listen(window, 'popstate', () => isCovered && !isOurs() && api.close());
  listen(phone, 'change', update);
  listen(visualViewport, 'resize scroll', update);
  update();
}
