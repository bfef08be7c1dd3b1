import {
  emptyBlock,
  type FormBlock,
  type FormBlockType,
  type FormDocument,
  type FormRule,
} from '#shared/forms/document.ts';
import { defaultTheme } from '#shared/forms/page.ts';
import type { Language } from '#shared/languages.ts';
import type { FormTemplate } from '../../forms.contract.ts';

type Text = (key: string) => string;
type Made = {
  blocks: FormBlock[];
  rules?: FormRule[];
  change?: (form: FormDocument) => FormDocument;
};

/** A form with nothing but an end. */
function emptyForm(language: Language, text: Text): FormDocument {
  return {
    blocks: [],
    rules: [],
    screens: [{ id: 'thanks', title: text('thanks.title'), text: text('thanks.text'), redirectUrl: '' }],
    settings: {
      openFrom: '',
      openUntil: '',
      maxSubmissions: 0,
      onePerVisitor: false,
      confirm: false,
      notify: [],
      reply: { enabled: false, subject: '', text: '' },
      spam: 'honeypot',
      language,
      submitText: '',
      theme: defaultTheme,
    },
  };
}

/** The form that a template begins with, in a language. */
export function templateDocument(
  template: FormTemplate | null,
  language: Language,
  text: Text,
): FormDocument {
  const form = emptyForm(language, text);
  if (template === null) return form;
  const { blocks, rules = [], change = (made) => made } = templates[template](text);
  return change({ ...form, blocks, rules });
}

const block = (
  key: string,
  type: FormBlockType,
  label: string,
  more: Partial<FormBlock> = {},
): FormBlock => ({ ...emptyBlock(key, type), label, ...more });
const name = (text: Text, more: Partial<FormBlock> = {}): FormBlock =>
  block('name', 'short_text', text('fields.name'), { mapTo: 'name', required: true, ...more });
const email = (text: Text, more: Partial<FormBlock> = {}): FormBlock =>
  block('email', 'email', text('fields.email'), { mapTo: 'email', required: true, ...more });
const phone = (text: Text, more: Partial<FormBlock> = {}): FormBlock =>
  block('phone', 'phone', text('fields.phone'), { mapTo: 'phone', ...more });
const company = (text: Text, more: Partial<FormBlock> = {}): FormBlock =>
  block('company', 'short_text', text('fields.company'), { mapTo: 'company', ...more });
const message = (text: Text, key = 'message'): FormBlock =>
  block('message', 'long_text', text(`fields.${key}`));
const consent = (text: Text, required: boolean): FormBlock =>
  block('consent', 'consent', text('fields.consent'), { required });
const options = (text: Text, group: string, values: readonly string[]): FormBlock['options'] =>
  values.map((value) => ({ value, label: text(`options.${group}.${value}`), image: '' }));
const half = { width: 'half' } as const;
const when = (
  field: string,
  operator: 'is' | 'gte' | 'lte' | 'answered',
  value = '',
): Pick<FormRule, 'match' | 'groups'> => ({
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field, operator, value }] }],
});

const templates: Record<FormTemplate, (text: Text) => Made> = {
  contact: (text) => ({
    blocks: [
      name(text, half),
      email(text, half),
      block('subject', 'select', text('fields.subject'), {
        options: options(text, 'subject', ['question', 'order', 'other']),
      }),
      { ...message(text), required: true },
      consent(text, true),
    ],
  }),
  lead: (text) => ({
    blocks: [
      name(text, half),
      email(text, half),
      company(text, half),
      phone(text, half),
      block('page_2', 'page_break', ''),
      block('need', 'checkboxes', text('fields.need'), {
        options: options(text, 'need', ['advice', 'project', 'support']),
        required: true,
      }),
      block('budget', 'radio', text('fields.budget'), {
        options: options(text, 'budget', ['small', 'middle', 'large']),
      }),
      block('start', 'date', text('fields.start')),
      message(text, 'more'),
    ],
    rules: [
      {
        id: 'large_budget',
        ...when('budget', 'is', 'large'),
        actions: [
          { type: 'require', field: 'phone' },
          { type: 'calculate', name: 'score', by: 'add', amount: 50, field: '' },
        ],
      },
    ],
  }),
  call: (text) => ({
    blocks: [
      name(text, half),
      email(text, half),
      phone(text, { required: true }),
      block('day', 'date', text('fields.day'), { required: true, ...half }),
      block('time', 'time', text('fields.time'), { required: true, ...half, from: '09:00', until: '17:00' }),
      message(text, 'topic'),
    ],
  }),
  quote: (text) => ({
    blocks: [
      name(text, half),
      email(text, half),
      company(text),
      block('service', 'radio', text('fields.service'), {
        options: options(text, 'service', ['small', 'full', 'other']),
        required: true,
      }),
      block('other', 'short_text', text('fields.other'), { required: true }),
      block('pieces', 'number', text('fields.pieces'), { min: 1, max: 10_000, ...half }),
      block('budget', 'currency', text('fields.sum'), { min: 0, ...half }),
      block('place', 'address', text('fields.place')),
      block('plans', 'file', text('fields.plans'), { max: 3 }),
      message(text, 'more'),
    ],
    rules: [
      { id: 'other_service', ...when('service', 'is', 'other'), actions: [{ type: 'show', field: 'other' }] },
    ],
  }),
  feedback: (text) => ({
    blocks: [
      block('nps', 'nps', text('fields.nps'), {
        required: true,
        lowLabel: text('fields.unlikely'),
        highLabel: text('fields.likely'),
      }),
      block('better', 'long_text', text('fields.better')),
      block('liked', 'long_text', text('fields.liked')),
      block('rating', 'rating', text('fields.rating'), { max: 5 }),
      email(text, { required: false, help: text('fields.answerHelp') }),
    ],
    rules: [
      { id: 'low', ...when('nps', 'lte', '6'), actions: [{ type: 'show', field: 'better' }] },
      { id: 'high', ...when('nps', 'gte', '9'), actions: [{ type: 'show', field: 'liked' }] },
    ],
  }),
  newsletter: (text) => ({
    blocks: [
      block('first_name', 'short_text', text('fields.firstName'), { mapTo: 'name' }),
      email(text),
      block('topics', 'multi_select', text('fields.topics'), {
        options: options(text, 'topics', ['news', 'offers', 'events']),
      }),
      consent(text, true),
    ],
    change: (form) => ({ ...form, settings: { ...form.settings, confirm: true } }),
  }),
  job: (text) => ({
    blocks: [
      name(text, half),
      email(text, half),
      phone(text),
      block('page_2', 'page_break', ''),
      block('role', 'short_text', text('fields.role'), { required: true }),
      block('from_day', 'date', text('fields.fromDay'), half),
      block('salary', 'currency', text('fields.salary'), half),
      block('skills', 'matrix', text('fields.skills'), {
        rows: ['craft', 'people', 'languages'].map((value) => ({
          value,
          label: text(`options.skills.${value}`),
        })),
        options: options(text, 'level', ['new', 'good', 'strong']),
      }),
      block('page_3', 'page_break', ''),
      block('cv', 'file', text('fields.cv'), { required: true, accept: ['pdf', 'docx'] }),
      block('portfolio', 'url', text('fields.portfolio')),
      message(text, 'motivation'),
      consent(text, true),
    ],
  }),
  order: (text) => ({
    blocks: [
      name(text, half),
      email(text, half),
      block('product', 'radio', text('fields.product'), {
        options: options(text, 'product', ['one', 'box']),
        required: true,
      }),
      block('pieces', 'number', text('fields.pieces'), { min: 1, max: 100, initial: '1', required: true }),
      block('address', 'address', text('fields.delivery'), { required: true }),
      block('payment', 'payment', text('fields.payment'), { amountFrom: 'total' }),
    ],
    rules: [
      {
        id: 'count',
        ...when('pieces', 'answered'),
        actions: [{ type: 'calculate', name: 'total', by: 'set', amount: 0, field: 'pieces' }],
      },
      {
        id: 'one',
        ...when('product', 'is', 'one'),
        actions: [{ type: 'calculate', name: 'total', by: 'multiply', amount: 12, field: '' }],
      },
      {
        id: 'box',
        ...when('product', 'is', 'box'),
        actions: [{ type: 'calculate', name: 'total', by: 'multiply', amount: 60, field: '' }],
      },
    ],
  }),
};
