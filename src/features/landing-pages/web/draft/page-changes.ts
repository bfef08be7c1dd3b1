import type { PageBlock, PageData } from '#shared/landing-pages/page-data.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import { blocksOf, parsePage, slotsOf } from '#shared/landing-pages/parse-page.ts';
import { firstDifference, isSame, mergeChanges } from '#features/agents/web/editor/agent-draft.ts';
import { mergeLists } from '#features/agents/web/editor/merge-lists.ts';

/** Steps that can be undone in the builder. */
export const mostUndoSteps = 100;

/** What a block says itself, without the blocks that lie in it. */
function ownProps(block: PageBlock): Record<string, unknown> {
  const places = new Set(slotsOf(block).map(([name]) => name));
  return Object.fromEntries(Object.entries(block.props).filter(([name]) => !places.has(name)));
}

/**
 * The one field in which two states of a page differ, by a name that is the same while somebody types in it; null where
 * they differ in more, or in which blocks there are.
 */
export function changedField(before: PageDocument, after: PageDocument): string | null {
  const [old, now] = [blocksOf(before.data.content), blocksOf(after.data.content)];
  if (!isSame(placesOf(before.data), placesOf(after.data))) return null;
  const fields = now.flatMap((block, at) => {
    const [was, is] = [ownProps(old[at] ?? block), ownProps(block)];
    return Object.keys(is)
      .filter((name) => !isSame(was[name], is[name]))
      .map((name) => `${block.props.id}.${name}`);
  });
  if (!isSame(before.data.root, after.data.root)) fields.push('root');
  const setting = firstDifference(before.settings, after.settings);
  if (setting !== null) fields.push(`settings.${setting}`);
  const [field] = fields;
  return fields.length === 1 && field !== undefined ? field : null;
}

/** Which blocks lie where, as nested lists of ids. */
const placesOf = ({ content }: PageData): unknown => {
  const inner = (blocks: readonly PageBlock[]): unknown[] =>
    blocks.map((block) => [block.props.id, slotsOf(block).map(([, within]) => inner(within))]);
  return inner(content);
};

/**
 * Somebody else's page with one's own changes since `base` on it, block by block: what either of them added, changed or
 * moved stands, and a block is gone only where one removed it and the other left it as it was. Where both changed the same
 * field, one's own words stand.
 */
export function mergePages(base: PageDocument, mine: PageDocument, theirs: PageDocument): PageDocument {
  const content = mergeBlocks(base.data.content, mine.data.content, theirs.data.content);
  const root = mergeChanges(base.data.root, mine.data.root, theirs.data.root);
  return {
    data: parsePage({ root, content, zones: {} }).data,
    settings: mergeChanges(base.settings, mine.settings, theirs.settings),
  };
}

type Blocks = readonly PageBlock[];

const mergeBlocks = (base: Blocks, mine: Blocks, theirs: Blocks): PageBlock[] =>
  mergeLists([base, mine, theirs], ({ props }) => props.id, mergeBlock);

function mergeBlock(was: PageBlock | undefined, here: PageBlock, there: PageBlock): PageBlock {
  if (here.type !== there.type) return here;
  const before = was ?? there;
  const props = mergeChanges<Record<string, unknown>>(before.props, here.props, there.props);
  const blocksIn = (block: PageBlock, name: string): Blocks =>
    slotsOf(block).find(([each]) => each === name)?.[1] ?? [];
  for (const [name, inner] of slotsOf(here))
    props[name] = mergeBlocks(blocksIn(before, name), inner, blocksIn(there, name));
  return { type: here.type, props: { ...props, id: here.props.id } };
}
