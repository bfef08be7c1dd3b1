import type { FormBlock } from '#shared/forms/document.ts';

/** Raw answers as they stand in the inputs, in the shape in which they are sent. */
export type RawAnswer = string | string[] | Record<string, string>;

const named = (form: HTMLFormElement, name: string): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`),
];
const isChosen = (input: HTMLInputElement): boolean =>
  (input.type !== 'radio' && input.type !== 'checkbox') || input.checked;
const several = new Set<FormBlock['type']>(['checkboxes', 'multi_select', 'ranking']);

/** Whether the order of a ranking is somebody's answer and not only how it was shown. */
const keptOf = (form: HTMLFormElement, { key }: FormBlock): HTMLInputElement | undefined =>
  named(form, `${key}.kept`)[0];

/** What stands in the inputs of one block. */
export function readBlock(form: HTMLFormElement, block: FormBlock): RawAnswer {
  if (block.type === 'file')
    return [...form.querySelectorAll<HTMLElement>(`[data-key="${block.key}"] .ff-files [data-id]`)].map(
      (item) => item.dataset['id'] ?? '',
    );
  if (block.type === 'address' || block.type === 'matrix') {
    const parts = [...form.querySelectorAll<HTMLInputElement>(`[name^="${block.key}."]`)].filter(isChosen);
    return Object.fromEntries(parts.map((input) => [input.name.slice(block.key.length + 1), input.value]));
  }
  if (block.type === 'ranking' && !keptOf(form, block)?.checked) return [];
  const values = named(form, block.key)
    .filter(isChosen)
    .map(({ value }) => value);
  return several.has(block.type) || (block.type === 'picture_choice' && block.multiple)
    ? values
    : (values[0] ?? '');
}

/** Puts an answer of before into the inputs of one block; files can't be put back. */
export function writeBlock(form: HTMLFormElement, block: FormBlock, answer: RawAnswer): void {
  if (block.type === 'file' || block.type === 'hidden') return;
  if (block.type === 'ranking') return writeRanking(form, block, [answer].flat() as string[]);
  if (typeof answer === 'object' && !Array.isArray(answer)) {
    for (const [part, value] of Object.entries(answer))
      for (const input of named(form, `${block.key}.${part}`)) put(input, [value]);
    return;
  }
  for (const input of named(form, block.key)) put(input, [answer].flat());
}

/** Puts the lines of a ranking into an order of before; one of another version of the form is none. */
function writeRanking(form: HTMLFormElement, block: FormBlock, order: readonly string[]): void {
  const lines = new Map(named(form, block.key).map((input) => [input.value, input.closest('li')]));
  const kept = keptOf(form, block);
  if (!kept || order.length !== lines.size || order.some((value) => !lines.has(value))) return;
  for (const value of order) {
    const line = lines.get(value);
    line?.parentElement?.append(line);
  }
  kept.checked = true;
}

function put(input: HTMLInputElement, values: readonly string[]): void {
  if (input.type === 'radio' || input.type === 'checkbox') input.checked = values.includes(input.value);
  else input.value = values[0] ?? '';
}

/** Moves a line of a ranking up or down and keeps the focus on its button. */
export function moveRank(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour = button.dataset['move'] === '1' ? item?.nextElementSibling : item?.previousElementSibling;
  if (!item || !neighbour) return;
  if (button.dataset['move'] === '1') neighbour.after(item);
  else neighbour.before(item);
  const kept = item.closest('ol')?.parentElement?.querySelector<HTMLInputElement>('.ff-kept input');
  if (kept) kept.checked = true;
  button.focus();
}
