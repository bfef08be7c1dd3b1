import type { ReactNode } from 'react';
import type { FormBlock } from '#shared/forms/document.ts';
import { currencyDigits, formatPrice } from '#shared/chat/message-parts.ts';
import { Group, autoComplete, idOf, listIn, textIn, type FormFieldProps } from './form-field-groups.tsx';

export type FieldText = (key: string, variables?: Record<string, string | number>) => string;

/** How browsers fill, type and check the plain kinds. */
const inputs: Partial<
  Record<
    FormBlock['type'],
    { type: string; inputMode?: 'decimal' | 'email' | 'tel' | 'url'; autoComplete?: string }
  >
> = {
  short_text: { type: 'text' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  url: { type: 'url', inputMode: 'url', autoComplete: 'url' },
  number: { type: 'text', inputMode: 'decimal' },
  currency: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime-local' },
};

/** Fields that consist of several inputs have a legend instead of a label. */
const grouped = new Set<FormBlock['type']>([
  'radio',
  'checkboxes',
  'picture_choice',
  'ranking',
  'matrix',
  'rating',
  'nps',
  'scale',
  'address',
]);

/** Kinds of files, as a browser's choice of files takes them and as everybody calls them. */
const fileKinds = {
  image: { accept: 'image/png,image/jpeg,image/webp,image/gif', name: 'PNG, JPG, WebP, GIF' },
  pdf: { accept: '.pdf', name: 'PDF' },
  docx: { accept: '.docx', name: 'DOCX' },
  txt: { accept: '.txt', name: 'TXT' },
} as const satisfies Record<FormBlock['accept'][number], object>;

/** One block of a form as plain inputs that any browser sends, also without a script. */
export function FormField(props: FormFieldProps & { problem: string | undefined; isWaiting: boolean }) {
  const { block, text, problem, isWaiting } = props;
  const id = idOf(block);
  if (block.type === 'hidden')
    return (
      <input
        type="hidden"
        name={block.key}
        data-source={block.source}
        defaultValue={textIn(props.given, block.initial)}
      />
    );
  const shared = {
    className: `ff ff-${block.type}${block.width === 'half' ? ' ff-half' : ''}${isWaiting ? ' is-waiting' : ''}`,
    'data-key': block.key,
  };
  if (block.type === 'heading') return <h2 {...shared}>{block.label}</h2>;
  if (block.type === 'paragraph') return <p {...shared}>{block.label}</p>;
  if (block.type === 'divider') return <hr {...shared} />;
  if (block.type === 'image') return <img {...shared} src={block.source} alt={block.label} loading="lazy" />;
  const help = block.help !== '' && (
    <p className="ff-help" id={`${id}-help`}>
      {block.help}
    </p>
  );
  const note = (
    <p className="ff-problem" id={`${id}-problem`} hidden={!problem}>
      {problem}
    </p>
  );
  const optional = (
    <span className="ff-optional" hidden={block.required}>
      {text('optional')}
    </span>
  );
  const described = [block.help !== '' ? `${id}-help` : '', `${id}-problem`].filter(Boolean).join(' ');
  if (block.type === 'consent')
    return (
      <div {...shared}>
        <label className="ff-choice" htmlFor={id}>
          <input
            type="checkbox"
            id={id}
            name={block.key}
            value="true"
            defaultChecked={props.given === true || props.given === 'true'}
            aria-describedby={described}
            aria-invalid={problem ? true : undefined}
          />
          <span>
            {block.label} {optional}
          </span>
        </label>
        {help}
        {note}
      </div>
    );
  if (grouped.has(block.type))
    return (
      <fieldset
        {...shared}
        aria-describedby={described}
        aria-invalid={problem ? true : undefined}
        tabIndex={-1}
      >
        <legend>
          {block.label} {optional}
        </legend>
        {help}
        <Group {...props} />
        {note}
      </fieldset>
    );
  return (
    <div {...shared}>
      {block.type === 'payment' ? (
        <span className="ff-label">{block.label}</span>
      ) : (
        <label className="ff-label" htmlFor={id}>
          {block.label} {optional}
        </label>
      )}
      {help}
      <Single {...props} described={described} isInvalid={problem !== undefined} />
      {note}
    </div>
  );
}

function Single({
  block,
  given,
  text,
  language,
  described,
  isInvalid,
}: FormFieldProps & { described: string; isInvalid: boolean }): ReactNode {
  const id = idOf(block);
  const shared = {
    id,
    name: block.key,
    'aria-describedby': described,
    'aria-invalid': isInvalid ? true : undefined,
    'aria-required': block.required || undefined,
  } as const;
  if (block.type === 'long_text')
    return (
      <textarea
        {...shared}
        rows={4}
        placeholder={block.placeholder}
        maxLength={block.max ?? 10_000}
        defaultValue={textIn(given, block.initial)}
      />
    );
  if (block.type === 'select')
    return (
      <select {...shared} defaultValue={textIn(given, block.initial)}>
        <option value="">{block.placeholder || text('choose')}</option>
        {block.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  if (block.type === 'multi_select') {
    const chosen = listIn(given ?? block.initial);
    return (
      <div className="ff-pills" role="group" aria-label={block.label}>
        {block.options.map(({ value, label }, at) => (
          <label key={value} className="ff-pill">
            <input
              type="checkbox"
              id={at === 0 ? id : undefined}
              name={block.key}
              value={value}
              defaultChecked={chosen.includes(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    );
  }
  if (block.type === 'file')
    return (
      <>
        <div className="ff-drop">
          <input
            type="file"
            {...shared}
            name={undefined}
            multiple={(block.max ?? 1) > 1}
            data-file={block.key}
            accept={block.accept.map((kind) => fileKinds[kind].accept).join(',')}
          />
          <span className="ff-drop-button" aria-hidden="true">
            {text('file.choose')}
          </span>
          <p className="ff-help">
            {block.accept.map((kind) => fileKinds[kind].name).join(', ')}.{' '}
            {text('file.hint', { count: block.max ?? 1 })}
          </p>
        </div>
        <ul className="ff-files" />
        <noscript>
          <p className="ff-help">{text('file.script')}</p>
        </noscript>
      </>
    );
  if (block.type === 'payment')
    return (
      <p className="ff-price" data-price={block.key}>
        {block.amountFrom === '' ? formatPrice(block.amount, block.currency, language) : '–'}
      </p>
    );
  const kind = inputs[block.type] ?? { type: 'text' };
  const moments =
    block.type === 'datetime'
      ? { min: block.from && `${block.from}T00:00`, max: block.until && `${block.until}T23:59` }
      : { min: block.from, max: block.until };
  const bounds = ['date', 'time', 'datetime'].includes(block.type)
    ? { min: moments.min || undefined, max: moments.max || undefined }
    : block.type === 'short_text'
      ? { maxLength: block.max ?? 255 }
      : {};
  const unit = block.type === 'currency' ? block.currency : '';
  const shown =
    block.type === 'currency' && typeof given === 'number'
      ? given / 10 ** currencyDigits(block.currency)
      : given;
  const input = (
    <input
      {...shared}
      {...kind}
      {...bounds}
      autoComplete={kind.autoComplete ?? autoComplete[block.mapTo]}
      placeholder={block.placeholder}
      defaultValue={textIn(shown, block.initial)}
    />
  );
  if (unit === '') return input;
  return (
    <span className="ff-unit">
      {input}
      <span>{unit}</span>
    </span>
  );
}
