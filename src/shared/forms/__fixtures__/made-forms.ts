import {
  emptyBlock,
  type FormAction,
  type FormBlock,
  type FormBlockType,
  type FormCondition,
  type FormDocument,
  type FormOperator,
  type FormRule,
} from '../document.ts';

/** A question whose label is its key. */
export const block = (
  key: string,
  type: FormBlockType = 'short_text',
  more: Partial<FormBlock> = {},
): FormBlock => ({ ...emptyBlock(key, type), label: key, ...more });
export const when = (field: string, operator: FormOperator, value = ''): FormCondition => ({
  field,
  operator,
  value,
});
export const rule = (conditions: FormCondition[], ...actions: FormAction[]): FormRule => ({
  id: 'r',
  match: 'all',
  groups: [{ match: 'all', conditions }],
  actions,
});

/** A form of these questions and rules, with two screens to end on: `thanks` and `sorry`. */
export const form = (blocks: FormBlock[], rules: FormRule[] = []): FormDocument => ({
  blocks,
  rules,
  screens: [
    { id: 'thanks', title: 'Thanks', text: '', redirectUrl: '' },
    { id: 'sorry', title: 'Sorry', text: '', redirectUrl: '' },
  ],
  settings: {
    openFrom: '',
    openUntil: '',
    maxSubmissions: 0,
    onePerVisitor: false,
    confirm: false,
    notify: [],
    reply: { enabled: false, subject: '', text: '' },
    spam: 'honeypot',
    language: 'en',
    submitText: '',
    theme: { color: '#36d6b5', background: '#ffffff', mode: 'auto', font: 'sans', corners: 'soft' },
  },
});

/** Three options that are called what they stand for. */
export const options = ['a', 'b', 'c'].map((value) => ({ value, label: value, image: '' }));
