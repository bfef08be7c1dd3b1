import type { BlockType, BlockValues } from '#shared/landing-pages/blocks.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageTheme } from '#shared/landing-pages/page-settings.ts';
import type { Language } from '#shared/languages.ts';

/**
 * Where the page's own agent answers: in a block of that id, at an anchor that its owner named so, in the corner of the
 * page, or on a page of its own.
 */
export type ChatPlace = {
  kind: 'block' | 'anchor' | 'corner' | 'elsewhere';
  /** Of the block, where it is one. */
  id?: string;
};

/** Everything besides its blocks that drawing a page needs; the server and the builder each make one. */
export type PageScene = {
  /** Of the page. */
  language: Language;
  /** The page's title, which is its heading where no block says one. */
  title: string;
  /** Texts of the namespace `landing-page`, in the page's language. */
  text(key: string, variables?: Record<string, string | number>): string;
  facts: PageFacts;
  /** Number of the page's own agent, 0 for none. */
  agent: number;
  /** Whole address of the page, for its QR code. */
  url: string;
  now: Date;
  /** In which light the page stands. */
  mode: PageTheme['mode'];
  /** Where the server shows an owner's HTML, or null: then it is drawn without scripts. */
  htmlFrame(block: string): string | null;
  /** In the builder nothing leads away, and what is missing is said to the owner. */
  isEditing: boolean;
  /** Id of the block that says the page's heading; null where none does. */
  headingBlock: string | null;
  /** Where links to `#chat` lead. */
  chat: ChatPlace;
};

/** What a block is drawn from. `slot` draws the blocks of one of its places. */
export type BlockProps<T extends BlockType> = {
  id: string;
  values: BlockValues<T>;
  scene: PageScene;
  slot(name: string): React.ReactNode;
};
