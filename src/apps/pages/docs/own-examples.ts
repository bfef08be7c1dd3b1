/** What stands in the examples of the documentation; the same as `docsExamples` of its contract. */
export const inExamples = {
  number: '123456789',
  key: 'sk_live_…',
  server: 'https://chat.example.com',
} as const;

/**
 * Fills a reader's own number, key and server into the examples, and gives each example a button that copies it.
 * What is typed stays in the page.
 */
export function fillExamples(): void {
  const form = document.querySelector<HTMLFormElement>('[data-docs-own]');
  const codes = [...document.querySelectorAll<HTMLElement>('[data-docs-text] pre > code')].map((code) => ({
    code,
    original: code.textContent ?? '',
  }));
  if (!form || codes.length === 0) return;
  const valueOf = (name: string): string => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field.value.trim() : '';
  };
  const filled = (text: string): string =>
    text
      .replaceAll(inExamples.server, location.origin)
      .replaceAll('https://your-server', location.origin)
      .replaceAll(
        inExamples.number,
        /^\d{1,12}$/.test(valueOf('number')) ? valueOf('number') : inExamples.number,
      )
      .replaceAll(inExamples.key, /^[\w-]{8,200}$/.test(valueOf('key')) ? valueOf('key') : inExamples.key);
  const fill = (): void => {
    for (const { code, original } of codes) code.textContent = filled(original);
  };
  form.addEventListener('input', fill);
  form.addEventListener('submit', (event) => event.preventDefault());
  fill();
  for (const { code } of codes) addCopyButton(code, form);
}

function addCopyButton(code: HTMLElement, { dataset }: HTMLFormElement): void {
  const { copy = '', copied = '' } = dataset;
  const block = code.parentElement;
  if (!block || !('clipboard' in navigator)) return;
  const box = document.createElement('div');
  box.className = 'docs-code';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'docs-copy';
  button.textContent = copy;
  block.replaceWith(box);
  box.append(block, button);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent ?? '').then(
      () => {
        button.textContent = copied;
        setTimeout(() => (button.textContent = copy), 2_000);
      },
      () => undefined,
    );
  });
}
