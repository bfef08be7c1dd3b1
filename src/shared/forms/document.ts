import type { AskedContactField } from '../contacts/contact-fields.ts';
import type { Currency } from '../money/money.ts';

/**
 * A form as the builder writes it, the server keeps it and the page shows it: blocks in their order, rules,
 * screens at the end, settings.
 * Pages are what lies between `page_break` blocks. No Node, no DOM, no schema library: the page's script
 * reads it, too.
 */

/** Fields that ask something, in the order of the palette. */
export const formFieldTypes = [
  'short_text',
  'long_text',
  'email',
  'phone',
  'url',
  'address',
  'select',
  'radio',
  'checkboxes',
  'multi_select',
  'picture_choice',
  'ranking',
  'matrix',
  'rating',
  'nps',
  'scale',
  'number',
  'currency',
  'date',
  'time',
  'datetime',
  'file',
  'consent',
  'payment',
] as const;
export type FormFieldType = (typeof formFieldTypes)[number];

/** Blocks that ask nothing. `hidden` takes its answer from the address. */
export const formLayoutTypes = ['heading', 'paragraph', 'image', 'divider', 'page_break', 'hidden'] as const;
export type FormBlockType = FormFieldType | (typeof formLayoutTypes)[number];
export const formBlockTypes: readonly FormBlockType[] = [...formFieldTypes, ...formLayoutTypes];

/**
 * What an answer may become on the contact who gave it; `custom:` and a key mean one of the account's own
 * fields.
 */
export type ContactTarget = '' | AskedContactField | `custom:${string}`;

export type FormOption = {
  value: string;
  label: string;
  /** Address of a picture, for picture choices. */
  image: string;
};

/** One block. Every kind has all properties; those that do not concern it stay at their defaults. */
export type FormBlock = {
  /** Name of the answer; never changes once it is published. */
  key: string;
  type: FormBlockType;
  label: string;
  help: string;
  placeholder: string;
  required: boolean;
  /** What stands in the field before anybody typed. */
  initial: string;
  width: 'full' | 'half';
  mapTo: ContactTarget;
  options: FormOption[];
  /** Lines of a matrix; its columns are the options. */
  rows: { value: string; label: string }[];
  /** Characters, amounts, choices, files, or the ends of a scale, as the kind has it. */
  min: number | null;
  max: number | null;
  /** First and last date, as `2026-01-31`. */
  from: string;
  until: string;
  /** What short texts may consist of. */
  format: '' | 'letters' | 'digits' | 'alphanumeric';
  decimals: number;
  currency: Currency;
  /**
   * Price of a payment in the smallest unit; `amountFrom` names a calculated value that is the price instead,
   * in whole units.
   */
  amount: number;
  amountFrom: string;
  icon: 'star' | 'heart' | 'number';
  multiple: boolean;
  lowLabel: string;
  highLabel: string;
  accept: FormFileKind[];
  /** Picture's address, or the name in the page's address that a hidden field reads. */
  source: string;
};

export const formFileKinds = ['image', 'pdf', 'docx', 'txt'] as const;
export type FormFileKind = (typeof formFileKinds)[number];

export const formOperators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts',
  'ends',
  'gt',
  'gte',
  'lt',
  'lte',
  'before',
  'after',
  'answered',
  'not_answered',
  'paid',
  'not_paid',
] as const;
export type FormOperator = (typeof formOperators)[number];
/** `field` is a block's key, or `=name` for a calculated value. */
export type FormCondition = {
  field: string;
  operator: FormOperator;
  value: string;
};
export type FormGroup = {
  match: 'all' | 'any';
  conditions: FormCondition[];
};
export type FormAction =
  | { type: 'show' | 'hide' | 'require'; field: string }
  /** To the page that the named `page_break` begins. */
  | { type: 'jump'; to: string }
  | {
      type: 'calculate';
      name: string;
      by: 'set' | 'add' | 'subtract' | 'multiply' | 'divide';
      amount: number;
      /** The number is this field's answer. */
      field: string;
    }
  | { type: 'end'; screen: string };
/** Groups are joined by `match`, and each group joins its conditions by its own: two levels. */
export type FormRule = {
  id: string;
  match: 'all' | 'any';
  groups: FormGroup[];
  actions: FormAction[];
};

export type FormScreen = {
  id: string;
  title: string;
  text: string;
  /** An https address to go on to at once, or empty. */
  redirectUrl: string;
};

export type FormSettings = {
  openFrom: string;
  openUntil: string;
  /** 0 is no end. */
  maxSubmissions: number;
  onePerVisitor: boolean;
  /** Whoever sends it is asked by mail to confirm that it was them (double opt-in). */
  confirm: boolean;
  notify: string[];
  reply: { enabled: boolean; subject: string; text: string };
  spam: 'none' | 'honeypot' | 'proof-of-work';
  language: 'en' | 'nl' | 'es' | 'pt' | 'fr' | 'cs';
  submitText: string;
  theme: {
    color: string;
    background: string;
    mode: 'auto' | 'light' | 'dark';
    font: 'sans' | 'serif';
    corners: 'square' | 'soft' | 'round';
  };
};

export type FormDocument = {
  blocks: FormBlock[];
  rules: FormRule[];
  /** The first is shown unless a rule says another. */
  screens: FormScreen[];
  settings: FormSettings;
};

/** What a form asks and where it leads. */
export type FormPlan = Pick<FormDocument, 'blocks' | 'rules' | 'screens'> & {
  settings?: Pick<FormSettings, 'language'>;
};

export const formLimits = {
  blocks: 100,
  pages: 10,
  options: 100,
  rows: 30,
  rules: 50,
  groups: 5,
  conditions: 10,
  actions: 10,
  screens: 10,
  notify: 10,
  files: 5,
  fileBytes: 10 * 1_048_576,
  shortText: 255,
  longText: 10_000,
} as const;

const layout = new Set<FormBlockType>(formLayoutTypes);
/** Whether a block takes an answer; hidden ones do, too. */
export const takesAnswer = (block: Pick<FormBlock, 'type'>): boolean =>
  !layout.has(block.type) || block.type === 'hidden';
const choices = new Set<FormBlockType>([
  'select',
  'radio',
  'checkboxes',
  'multi_select',
  'picture_choice',
  'ranking',
  'matrix',
]);
export const hasOptions = (block: Pick<FormBlock, 'type'>): boolean => choices.has(block.type);

/**
 * The blocks of each page; breaks themselves are on none. `start` is the key of the break that begins the
 * page.
 */
export function pagesOf(form: Pick<FormDocument, 'blocks'>): { start: string; blocks: FormBlock[] }[] {
  const pages: { start: string; blocks: FormBlock[] }[] = [{ start: '', blocks: [] }];
  for (const block of form.blocks) {
    if (block.type === 'page_break') pages.push({ start: block.key, blocks: [] });
    else pages.at(-1)?.blocks.push(block);
  }
  return pages;
}

/** Ends of a scale of points. */
export function scaleOf(block: Pick<FormBlock, 'type' | 'min' | 'max'>): { low: number; high: number } {
  if (block.type === 'nps') return { low: 0, high: 10 };
  if (block.type === 'rating') return { low: 1, high: Math.min(10, Math.max(3, block.max ?? 5)) };
  return { low: 1, high: Math.min(7, Math.max(2, block.max ?? 5)) };
}

/** A block with nothing in it. */
export function emptyBlock(key: string, type: FormBlockType): FormBlock {
  return {
    key,
    type,
    label: '',
    help: '',
    placeholder: '',
    required: false,
    initial: '',
    width: 'full',
    mapTo: '',
    options: [],
    rows: [],
    min: null,
    max: null,
    from: '',
    until: '',
    format: '',
    decimals: 0,
    currency: 'EUR',
    amount: 0,
    amountFrom: '',
    icon: 'star',
    multiple: false,
    lowLabel: '',
    highLabel: '',
    accept: ['image', 'pdf'],
    source: '',
  };
}
