import type { Panel } from './panel.ts';

/**
 * On a phone the chat fills the screen: the page behind it keeps still, and the panel leaves the keyboard its
 * room.
 */
export function lockPageScroll(inside: Panel): void {
  const { panel, phone, listen } = inside;
  const pageStyle = document.documentElement.style;
  let isLocked = false;
  let pageOverflow = '';
  const update = () => {
    const full = inside.isOpen() && inside.isFull();
    const view = full && visualViewport;
    panel.style.top = view ? `${view.offsetTop}px` : '';
    panel.style.height = view ? `${view.height}px` : '';
    if (full !== isLocked) {
      isLocked = full;
      if (full) pageOverflow = pageStyle.overflow;
      pageStyle.setProperty('overflow', full ? 'hidden' : pageOverflow, full ? 'important' : '');
    }
  };
  inside.updated = update;
  listen(phone, 'change', update);
  listen(visualViewport, 'resize scroll', update);
  update();
}
