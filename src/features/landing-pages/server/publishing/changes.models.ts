import type { PageData } from '#shared/landing-pages/page-data.ts';
import type { Block } from '#shared/landing-pages/fields.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import { blocksOf, slotsOf } from '#shared/landing-pages/parse-page.ts';
import type { PageChange } from '../../landing-pages-publishing.contract.ts';

/** JSON in which the order of keys says nothing: the database keeps another one than browsers do. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

export const isSameDocument = (one: PageDocument | null, other: PageDocument): boolean =>
  one !== null && canonical(one) === canonical(other);

/** What a block says itself, without the blocks in it. */
function ownWords(block: Block): string {
  const slots = new Set(slotsOf(block).map(([name]) => name));
  const said = Object.entries(block.props).filter(([name]) => !slots.has(name));
  return canonical([block.type, Object.fromEntries(said)]);
}

const longestLabel = 60;

/** What a block says first. */
function labelOf({ props }: Block): string {
  for (const name of ['title', 'brand', 'text', 'label', 'caption', 'name']) {
    const value = props[name];
    if (typeof value === 'string' && value.trim() !== '')
      return value.trim().replace(/\s+/g, ' ').slice(0, longestLabel).toWellFormed();
  }
  return '';
}

/** Ids in an order that both have, as long as it may be: what is not in it was moved. */
function keptInOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const placeBefore = new Map(before.map((id, at) => [id, at]));
  const places = after.flatMap((id) => placeBefore.get(id) ?? []);
  // The longest rising run of places; pages have a hundred blocks at most.
  const best: { length: number; from: number }[] = [];
  places.forEach((place, at) => {
    let found = { length: 1, from: -1 };
    for (let earlier = 0; earlier < at; earlier++) {
      const length = (best[earlier]?.length ?? 0) + 1;
      if ((places[earlier] ?? 0) < place && length > found.length) found = { length, from: earlier };
    }
    best.push(found);
  });
  let at = best.reduce((most, each, index) => (each.length > (best[most]?.length ?? 0) ? index : most), 0);
  const kept = new Set<string>();
  while (at >= 0 && best[at]) {
    kept.add(before[places[at] ?? -1] ?? '');
    at = best[at]?.from ?? -1;
  }
  return kept;
}

/** In which place each block stands, by the block around it. */
function parentsOf(data: PageData): Map<string, string> {
  const parents = new Map<string, string>();
  for (const block of blocksOf(data.content))
    for (const [name, inner] of slotsOf(block))
      for (const child of inner) parents.set(child.props.id, `${block.props.id}.${name}`);
  return parents;
}

/** What differs between two states of a page, in the order of the later one; what is gone comes last. */
export function changesBetween(before: PageDocument | null, after: PageDocument): PageChange[] {
  const old = before === null ? [] : blocksOf(before.data.content);
  const now = blocksOf(after.data.content);
  const known = new Map(old.map((block) => [block.props.id, block]));
  const here = new Set(now.map(({ props }) => props.id));
  const kept = keptInOrder(
    old.map(({ props }) => props.id),
    now.map(({ props }) => props.id),
  );
  const parents = [
    before === null ? new Map<string, string>() : parentsOf(before.data),
    parentsOf(after.data),
  ];
  const said = (kind: PageChange['kind'], block: Block): PageChange => ({
    kind,
    id: block.props.id,
    type: block.type,
    label: labelOf(block),
  });
  const changes = now.flatMap((block): PageChange[] => {
    const { id } = block.props;
    const earlier = known.get(id);
    if (!earlier) return [said('added', block)];
    const isMoved = !kept.has(id) || parents[0]?.get(id) !== parents[1]?.get(id);
    return [
      ...(ownWords(earlier) === ownWords(block) ? [] : [said('changed', block)]),
      ...(isMoved ? [said('moved', block)] : []),
    ];
  });
  const removed = old.filter(({ props }) => !here.has(props.id)).map((block) => said('removed', block));
  const rootChange =
    before !== null && canonical(before.data.root) !== canonical(after.data.root) ? ['root'] : [];
  const settings = [
    ...rootChange,
    ...(Object.keys(after.settings) as (keyof PageDocument['settings'])[]).filter(
      (name) => before !== null && canonical(before.settings[name]) !== canonical(after.settings[name]),
    ),
  ];
  return [
    ...settings.map((name): PageChange => ({ kind: 'settings', id: name, type: '', label: '' })),
    ...changes,
    ...removed,
  ];
}
