import type { Block } from './fields.ts';

/** One block, as Puck keeps it: `props.id` names it within its page. */
export type PageBlock = Block;

/** A page's blocks in the shape of Puck's data. `agent` is the number of the page's own agent, 0 for none. */
export type PageData = {
  root: { props: { agent: number } };
  content: PageBlock[];
  /** Puck's older place for blocks in blocks; always empty. */
  zones: Record<string, never>;
};

/** Most blocks of a page, levels of blocks in blocks, and bytes of its JSON. Source: field reference 5.7. */
export const pageLimits = { blocks: 100, levels: 5, bytes: 1_000_000 } as const;

/** The widths in which a page is looked at while it is built, in CSS pixels. */
export const pageWidths = [360, 768, 1280] as const;

/** A page with nothing on it. */
export const emptyPageData: PageData = { root: { props: { agent: 0 } }, content: [], zones: {} };
