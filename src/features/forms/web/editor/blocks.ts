import {
  emptyBlock,
  formFieldTypes,
  type FormBlock,
  type FormBlockType,
  type FormDocument,
} from '#shared/forms/document.ts';

/** Kinds of the palette, under their headings. */
export const paletteGroups: readonly {
  name: 'text' | 'choice' | 'scale' | 'number' | 'other' | 'layout';
  types: readonly FormBlockType[];
}[] = [
  { name: 'text', types: formFieldTypes.slice(0, 6) },
  { name: 'choice', types: formFieldTypes.slice(6, 13) },
  { name: 'scale', types: formFieldTypes.slice(13, 16) },
  { name: 'number', types: formFieldTypes.slice(16, 21) },
  { name: 'other', types: formFieldTypes.slice(21) },
  { name: 'layout', types: ['heading', 'paragraph', 'image', 'divider', 'page_break', 'hidden'] },
];

/** A name that nothing of a list has yet: `email`, `email_2`. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(name)) return name;
  }
}

const withOptions = new Set<FormBlockType>([
  'select',
  'radio',
  'checkboxes',
  'multi_select',
  'picture_choice',
  'ranking',
  'matrix',
]);

/**
 * A new block of a kind, ready to be shown: with a label, choices to begin with, and the contact's field that
 * it suggests.
 */
export function newBlock(
  type: FormBlockType,
  form: Pick<FormDocument, 'blocks'>,
  words: { label: string; option(number: number): string; row(number: number): string },
): FormBlock {
  const key = freeName(type, new Set(form.blocks.map((block) => block.key)));
  const isFirst = (target: FormBlock['mapTo']): boolean => !form.blocks.some(({ mapTo }) => mapTo === target);
  const mapTo = (type === 'email' || type === 'phone') && isFirst(type) ? type : '';
  return {
    ...emptyBlock(key, type),
    label: type === 'divider' || type === 'page_break' ? '' : words.label,
    mapTo,
    options: withOptions.has(type)
      ? [1, 2, 3].map((number) => ({ value: `option_${number}`, label: words.option(number), image: '' }))
      : [],
    rows:
      type === 'matrix' ? [1, 2].map((number) => ({ value: `row_${number}`, label: words.row(number) })) : [],
    amount: type === 'payment' ? 1_000 : 0,
    source: type === 'hidden' ? 'utm_source' : '',
  };
}

/** The form with a block in its place; past the end when `at` is too large. */
export function withBlockAt(form: FormDocument, block: FormBlock, at: number): FormDocument {
  return { ...form, blocks: [...form.blocks.slice(0, at), block, ...form.blocks.slice(at)] };
}

export function withBlock(form: FormDocument, key: string, change: Partial<FormBlock>): FormDocument {
  return {
    ...form,
    blocks: form.blocks.map((block) => (block.key === key ? { ...block, ...change } : block)),
  };
}

/** The form without a block, and without the rules' parts that spoke of it. */
export function withoutBlock(form: FormDocument, key: string): FormDocument {
  const rules = form.rules.flatMap((rule) => {
    const groups = rule.groups
      .map((group) => ({ ...group, conditions: group.conditions.filter(({ field }) => field !== key) }))
      .filter(({ conditions }) => conditions.length > 0);
    const actions = rule.actions.filter((action) =>
      action.type === 'jump' ? action.to !== key : action.type === 'end' || action.field !== key,
    );
    return groups.length === 0 || actions.length === 0 ? [] : [{ ...rule, groups, actions }];
  });
  return { ...form, blocks: form.blocks.filter((block) => block.key !== key), rules };
}

/** The form with a block moved up or down by one place. */
export function withBlockMoved(form: FormDocument, key: string, by: -1 | 1): FormDocument {
  const at = form.blocks.findIndex((block) => block.key === key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= form.blocks.length) return form;
  const blocks = [...form.blocks];
  const [block] = blocks.splice(at, 1);
  if (block) blocks.splice(to, 0, block);
  return { ...form, blocks };
}

/** A copy of a block right behind it. */
export function withBlockCopied(form: FormDocument, key: string): { form: FormDocument; key: string } {
  const at = form.blocks.findIndex((block) => block.key === key);
  const block = form.blocks[at];
  if (!block) return { form, key };
  const copy = {
    ...block,
    key: freeName(block.type, new Set(form.blocks.map((entry) => entry.key))),
    mapTo: '' as const,
  };
  return { form: withBlockAt(form, copy, at + 1), key: copy.key };
}
