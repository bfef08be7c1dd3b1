import { useLayoutEffect, type RefObject } from 'react';
import { placesOf } from '#shared/text/found-words.ts';

/** Where the contact form is opened, which is neither message nor note. */
export const atForm = 'form';

/** Where a text node of `element` holds the words. */
function rangesIn(element: Element, search: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { from, to } of placesOf(node.nodeValue ?? '', search)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  return ranges;
}

/**
 * Brings what a search found before the reader, with its words marked: the row after the element
 * `data-found` in `box`. Marks lie over the page, so that no part of a message is drawn otherwise for them.
 */
export function useFoundMessage(
  box: RefObject<HTMLElement | null>,
  conversationId: string,
  at: string,
  search: string,
): void {
  useLayoutEffect(() => {
    const row = at ? box.current?.querySelector('[data-found]')?.nextElementSibling : null;
    if (!row) return;
    const ranges = rangesIn(row, search);
    const place = (ranges[0]?.startContainer.parentElement ?? row) as HTMLElement;
    place.scrollIntoView({ block: 'center' });
    row.setAttribute('data-found-row', '');
    // Older browsers mark the row alone.
    if ('highlights' in CSS && ranges.length > 0) CSS.highlights.set('found', new Highlight(...ranges));
    return () => {
      row.removeAttribute('data-found-row');
      if ('highlights' in CSS) CSS.highlights.delete('found');
    };
  }, [box, conversationId, at, search]);
}
