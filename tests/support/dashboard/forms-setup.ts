import {
  emptyBlock,
  formFieldTypes,
  type FormBlock,
  type FormBlockType,
  type FormDocument,
} from '#shared/forms/document.ts';
import type { Form } from '#features/forms/forms.contract.ts';
import type { TestApp, TestAnswer, TestBrowser } from '../app/test-app.ts';

/** A block with what a test says about it. */
export const formBlock = (
  key: string,
  type: FormBlockType = 'short_text',
  more: Partial<FormBlock> = {},
): FormBlock => ({ ...emptyBlock(key, type), label: `About ${key}`, ...more });
export const formOptions = (...values: string[]): FormBlock['options'] =>
  values.map((value) => ({ value, label: value.toUpperCase(), image: '' }));

/** One block of every kind that asks something. */
export const everyField = (): FormBlock[] =>
  formFieldTypes.map((type) =>
    formBlock(type, type, {
      options: [
        'select',
        'radio',
        'checkboxes',
        'multi_select',
        'picture_choice',
        'ranking',
        'matrix',
      ].includes(type)
        ? formOptions('one', 'two', 'three')
        : [],
      rows: type === 'matrix' ? [{ value: 'speed', label: 'Speed' }] : [],
      amount: type === 'payment' ? 1_250 : 0,
      mapTo: type === 'email' ? 'email' : '',
    }),
  );

/** Makes a form of these blocks and rules, and publishes it. */
export async function publishForm(
  owner: TestBrowser,
  blocks: FormBlock[],
  change: (document: FormDocument) => FormDocument = (document) => document,
  name = 'A form',
): Promise<Form> {
  const made = await owner.post<Form>('/api/forms', { name });
  const document = change({ ...made.draft, blocks, settings: { ...made.draft.settings, spam: 'none' } });
  const saved = await owner.request('PUT', `/api/forms/${made.id}/draft`, {
    body: { revision: made.draftRevision, name: made.name, document },
  });
  if (saved.status !== 200) throw new Error(saved.text);
  return owner.post<Form>(`/api/forms/${made.id}/publish`, { revision: (saved.body as Form).draftRevision });
}

/** A person who opens a form's page and sends it as its script does. */
export async function openForm(
  app: TestApp,
  form: Pick<Form, 'publicId'>,
  options: { browser?: TestBrowser; path?: string } = {},
) {
  const browser = options.browser ?? app.browser();
  const page = await browser.request('GET', options.path ?? `/forms/${form.publicId}`);
  const token = /name="_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const post = (rest: string, body: unknown): Promise<TestAnswer> =>
    browser.request('POST', `/api/form-pages/${form.publicId}/${rest}`, { body });
  return {
    browser,
    page,
    token,
    send: (answers: Record<string, unknown>, more: Record<string, unknown> = {}) =>
      post('submissions', { token, answers, ...more }),
    progress: (answers: Record<string, unknown>, page = 0, field = '') =>
      post('progress', { token, answers, page, field }),
    async upload(field: string, name: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<TestAnswer> {
      const body = new FormData();
      body.append('file', new Blob([bytes]), name);
      return browser.request(
        'POST',
        `/api/form-pages/${form.publicId}/files/${field}?token=${encodeURIComponent(token)}`,
        { raw: body },
      );
    },
  };
}
