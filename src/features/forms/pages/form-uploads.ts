import { zoneHeaders } from '#shared/time-zone.ts';
import { formLimits, type FormBlock } from '#shared/forms/document.ts';

export type UploadTexts = (key: string, variables?: Record<string, string | number>) => string;

/**
 * Sends chosen files at once, so that the form's button has nothing to wait for. `tell` says what is wrong.
 */
export function takeFiles(
  input: HTMLInputElement,
  block: FormBlock,
  services: { address: string; text: UploadTexts; tell(problem: string): void; changed(): void },
): void {
  const list = input.closest('[data-key]')?.querySelector<HTMLElement>('.ff-files');
  if (!list) return;
  const most = Math.min(block.max ?? 1, formLimits.files);
  services.tell('');
  for (const file of input.files ?? []) {
    if (list.children.length >= most) {
      services.tell(services.text('problem.too_many', { value: most }));
      break;
    }
    if (file.size > formLimits.fileBytes) services.tell(services.text('file.tooLarge'));
    else void send(file, list, services);
  }
  input.value = '';
}

async function send(file: File, list: HTMLElement, services: Parameters<typeof takeFiles>[2]): Promise<void> {
  const { text, tell, changed } = services;
  const item = document.createElement('li');
  const name = document.createElement('span');
  name.textContent = file.name;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  button.setAttribute('aria-label', text('file.remove', { name: file.name }));
  item.append(name, button);
  item.setAttribute('aria-busy', 'true');
  list.append(item);
  const abort = new AbortController();
  button.onclick = () => {
    abort.abort();
    item.remove();
    changed();
  };
  const body = new FormData();
  body.append('file', file);
  try {
    const response = await fetch(services.address, {
      method: 'POST',
      body,
      signal: abort.signal,
      headers: { accept: 'application/json', ...zoneHeaders() },
    });
    const answer = (await response.json()) as { id?: string; message?: string };
    if (!response.ok || !answer.id) throw new Error(answer.message ?? text('failed'));
    item.dataset['id'] = answer.id;
    item.removeAttribute('aria-busy');
    changed();
  } catch (error) {
    item.remove();
    if (!abort.signal.aborted)
      tell(error instanceof Error && !(error instanceof TypeError) ? error.message : text('failed'));
  }
}
