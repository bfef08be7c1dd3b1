/**
 * What a block of a landing page may hold. A block is described once, by fields; its type, its schema, its defaults, how
 * broken data is mended, and the fields of the builder all follow from that.
 */

/** A picture: an address of the web or of this server, or `drawing:<name>` for one that the page draws itself. */
export type PictureValue = {
  src: string;
  /** What it shows, for those who don't see it. */
  alt: string;
  /** It says nothing that the text doesn't, so that it needs no words. */
  isDecoration: boolean;
  /** In pixels, 0 where it is not known. */
  width: number;
  height: number;
};

/** A field of one line or several; `max` in characters. */
export type TextField = {
  kind: 'text';
  max: number;
  initial: string;
  isLong: boolean;
};
/** Markdown without markup. */
export type MarkdownField = {
  kind: 'markdown';
  max: number;
  initial: string;
};
/** Where a link leads; healed to '' when it is no safe address. */
export type LinkField = {
  kind: 'link';
  initial: string;
};
/** The address of a video. */
export type VideoField = {
  kind: 'video';
  initial: string;
};
/** HTML of the owner, which is shown in a sandbox only. */
export type HtmlField = {
  kind: 'html';
  max: number;
  initial: string;
};
/** The word by which links of the page find a section. */
export type AnchorField = {
  kind: 'anchor';
  initial: string;
};
/** A moment as ISO 8601, or '' where none is chosen. */
export type MomentField = {
  kind: 'moment';
  initial: string;
};
export type PictureField = {
  kind: 'picture';
  initial: PictureValue;
};
export type ChoiceField<O extends string = string> = { kind: 'choice'; options: readonly O[]; initial: O };
/** A whole number; `unit` is said in the builder. */
export type NumberField = {
  kind: 'number';
  min: number;
  max: number;
  step: number;
  initial: number;
};
export type SwitchField = {
  kind: 'switch';
  initial: boolean;
};
/** An agent by its number; 0 is the page's own. */
export type AgentField = {
  kind: 'agent';
  initial: number;
};
/** An offer of the block's agent by its key; '' is all of them. */
export type OfferField = {
  kind: 'offer';
  initial: string;
};
/** A form by its public id; '' is none yet. */
export type FormField = {
  kind: 'form';
  initial: string;
};
/** Several things of one kind. */
export type ListField<F extends Fields = Fields> = {
  kind: 'list';
  max: number;
  of: F;
  initial: readonly object[];
};
/** A place for other blocks. */
export type SlotField = {
  kind: 'slot';
};

export type Field =
  | TextField
  | MarkdownField
  | LinkField
  | VideoField
  | HtmlField
  | AnchorField
  | MomentField
  | PictureField
  | ChoiceField
  | NumberField
  | SwitchField
  | AgentField
  | OfferField
  | FormField
  | ListField<{ readonly [name: string]: Exclude<Field, ListField | SlotField> }>
  | SlotField;
export type Fields = {
  readonly [name: string]: Field;
};

/** The value of a field. */
export type ValueOf<F> = F extends { kind: 'choice'; options: readonly (infer O)[] }
  ? O
  : F extends { kind: 'picture' }
    ? PictureValue
    : F extends { kind: 'number' | 'agent' }
      ? number
      : F extends { kind: 'switch' }
        ? boolean
        : F extends { kind: 'list'; of: infer Of }
          ? ValuesOf<Of>[]
          : F extends { kind: 'slot' }
            ? Block[]
            : string;
export type ValuesOf<F> = {
  [Name in keyof F]: ValueOf<F[Name]>;
};

/** A block as it is stored, in the shape that Puck reads. */
export type Block = {
  type: string;
  props: { id: string } & Record<string, unknown>;
};

export const text = (max: number, initial = ''): TextField => ({ kind: 'text', max, initial, isLong: false });
export const longText = (max: number, initial = ''): TextField => ({
  kind: 'text',
  max,
  initial,
  isLong: true,
});
export const markdown = (max: number, initial = ''): MarkdownField => ({ kind: 'markdown', max, initial });
export const link = (initial = ''): LinkField => ({ kind: 'link', initial });
export const video = (): VideoField => ({ kind: 'video', initial: '' });
export const htmlCode = (max: number): HtmlField => ({ kind: 'html', max, initial: '' });
export const anchor = (): AnchorField => ({ kind: 'anchor', initial: '' });
export const moment = (): MomentField => ({ kind: 'moment', initial: '' });
export const picture = (src = '', isDecoration = false): PictureField => ({
  kind: 'picture',
  initial: { src, alt: '', isDecoration, width: 0, height: 0 },
});
export const choice = <const O extends string>(
  options: readonly O[],
  initial: NoInfer<O>,
): ChoiceField<O> => ({
  kind: 'choice',
  options,
  initial,
});
export const number = (min: number, max: number, initial: number, step = 1): NumberField => ({
  kind: 'number',
  min,
  max,
  step,
  initial,
});
export const toggle = (initial: boolean): SwitchField => ({ kind: 'switch', initial });
export const agent = (): AgentField => ({ kind: 'agent', initial: 0 });
export const offer = (): OfferField => ({ kind: 'offer', initial: '' });
export const form = (): FormField => ({ kind: 'form', initial: '' });
export const list = <const F extends { readonly [name: string]: Exclude<Field, ListField | SlotField> }>(
  max: number,
  of: F,
): { kind: 'list'; max: number; of: F; initial: readonly object[] } => ({
  kind: 'list',
  max,
  of,
  initial: [],
});
export const slot = (): SlotField => ({ kind: 'slot' });

/** What a field holds in a new block, as a value of its own. */
export function initialOf(field: Field): unknown {
  if (field.kind === 'slot') return [];
  return structuredClone(field.initial);
}

/** A new item of a list. */
export function initialValues(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initialOf(field)]));
}
