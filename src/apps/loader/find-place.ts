/**
 * The place in the page that waits for this agent, also inside open shadow roots: there the page's own
 * queries don't look.
 */
export const findPlace = (number: number, root: Document | ShadowRoot = document): Element | null =>
  [...root.querySelectorAll('*')].reduce<Element | null>(
    (found, { shadowRoot }) => found ?? (shadowRoot && findPlace(number, shadowRoot)),
    root.querySelector(`[data-chatelier-agent="${number}"]`),
  );
