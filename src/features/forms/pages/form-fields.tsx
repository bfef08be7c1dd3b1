import type { ReactNode } from 'react';
import { countryCodes } from '#shared/country-codes.ts';
import { addressParts } from '#shared/form-answers.ts';
import { scaleOf, type FormBlock } from '#shared/form-document.ts';
import { currencyDigits, formatPrice } from '#shared/message-parts.ts';
import type { Language } from '#shared/languages.ts';

export type FieldText = (key: string, variables?: Record<string, string | number>) => string;
type Props = {
  block: FormBlock;
  given: unknown;
  text: FieldText;
  language: Language;
};

const idOf = (block: FormBlock): string => `f-${block.key}`;
const textIn = (given: unknown, initial: string): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : initial;
const listIn = (given: unknown): string[] =>
  Array.isArray(given)
    ? given.filter((value) => typeof value === 'string')
    : typeof given === 'string'
      ? [given]
      : [];
const partIn = (given: unknown, part: string): string =>
  typeof given === 'object' && given !== null && part in given
    ? String((given as Record<string, unknown>)[part])
    : '';

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
const autoComplete: Partial<Record<FormBlock['mapTo'], string>> = { name: 'name', company: 'organization' };
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
export function FormField(props: Props & { problem: string | undefined; isWaiting: boolean }) {
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
}: Props & { described: string; isInvalid: boolean }): ReactNode {
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

const shapes = {
  star: 'M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 17l-5.4 2.9 1.1-6.1L3.2 9.6l6.1-.8z',
  heart: 'M12 20.3C6.6 16 3.4 13 3.4 9.2A4.6 4.6 0 0 1 12 6.8a4.6 4.6 0 0 1 8.6 2.4c0 3.8-3.2 6.8-8.6 11.1z',
} as const;

function Group({ block, given, text, language }: Props): ReactNode {
  const id = idOf(block);
  const chosen = listIn(given ?? block.initial);
  switch (block.type) {
    case 'radio':
    case 'checkboxes':
      return block.options.map(({ value, label }, at) => (
        <label key={value} className="ff-choice">
          <input
            type={block.type === 'radio' ? 'radio' : 'checkbox'}
            id={at === 0 ? id : undefined}
            name={block.key}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          <span>{label}</span>
        </label>
      ));
    case 'picture_choice':
      return (
        <div className="ff-pictures">
          {block.options.map(({ value, label, image }, at) => (
            <label key={value} className="ff-picture">
              <input
                type={block.multiple ? 'checkbox' : 'radio'}
                id={at === 0 ? id : undefined}
                name={block.key}
                value={value}
                defaultChecked={chosen.includes(value)}
              />
              {image === '' ? (
                <span className="ff-picture-none" aria-hidden="true" />
              ) : (
                <img src={image} alt="" loading="lazy" />
              )}
              <span>{label}</span>
            </label>
          ))}
        </div>
      );
    case 'ranking':
      return (
        <ol className="ff-ranking" data-ranking={block.key}>
          {(chosen.length === block.options.length ? chosen : block.options.map(({ value }) => value)).map(
            (value) => {
              const label = block.options.find((option) => option.value === value)?.label ?? value;
              return (
                <li key={value}>
                  <input type="hidden" name={block.key} value={value} />
                  <span>{label}</span>
                  <button type="button" data-move="-1" aria-label={text('ranking.up', { item: label })}>
                    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
                      <path d="m6 15 6-6 6 6" />
                    </svg>
                  </button>
                  <button type="button" data-move="1" aria-label={text('ranking.down', { item: label })}>
                    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
                      <path d="m6 9 6 6 6-6" />
                    </svg>
                  </button>
                </li>
              );
            },
          )}
        </ol>
      );
    case 'matrix':
      return (
        <div className="ff-scroll" tabIndex={0} role="group" aria-label={block.label}>
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span className="ff-unseen">{block.label}</span>
                </th>
                {block.options.map(({ value, label }) => (
                  <th key={value} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.value}>
                  <th scope="row">{row.label}</th>
                  {block.options.map(({ value, label }) => (
                    <td key={value}>
                      <input
                        type="radio"
                        name={`${block.key}.${row.value}`}
                        value={value}
                        aria-label={`${row.label}: ${label}`}
                        defaultChecked={partIn(given, row.value) === value}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'rating':
    case 'nps':
    case 'scale': {
      const { low, high } = scaleOf(block);
      const shape = block.type === 'rating' && block.icon !== 'number' ? shapes[block.icon] : null;
      return (
        <>
          <div className={`ff-points${shape ? ' ff-shapes' : ''}`}>
            {Array.from({ length: high - low + 1 }, (_, at) => low + at).map((point) => (
              <label key={point}>
                <input
                  type="radio"
                  id={point === low ? id : undefined}
                  name={block.key}
                  value={point}
                  defaultChecked={textIn(given, block.initial) === String(point)}
                  aria-label={text('point', { point, most: high })}
                />
                {shape ? (
                  <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
                    <path d={shape} />
                  </svg>
                ) : (
                  <span aria-hidden="true">{point}</span>
                )}
              </label>
            ))}
          </div>
          {(block.lowLabel !== '' || block.highLabel !== '') && (
            <p className="ff-ends">
              <span>{block.lowLabel}</span>
              <span>{block.highLabel}</span>
            </p>
          )}
        </>
      );
    }
    default:
      return <Address block={block} given={given} text={text} language={language} />;
  }
}

const fills = {
  line1: 'address-line1',
  line2: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
  country: 'country',
} as const;

function Address({ block, given, text, language }: Props) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return (
    <div className="ff-address">
      {addressParts.map((part, at) => {
        const id = at === 0 ? idOf(block) : `${idOf(block)}-${part}`;
        const shared = { id, name: `${block.key}.${part}`, autoComplete: fills[part] };
        return (
          <div key={part} className={`ff-address-${part}`}>
            <label htmlFor={id}>{text(`address.${part}`)}</label>
            {part === 'country' ? (
              <select {...shared} defaultValue={partIn(given, part)}>
                <option value="">{text('choose')}</option>
                {countryCodes
                  .map((code) => ({ code, name: names.of(code) ?? code }))
                  .toSorted((a, b) => a.name.localeCompare(b.name, language))
                  .map(({ code, name }) => (
                    <option key={code} value={code}>
                      {name}
                    </option>
                  ))}
              </select>
            ) : (
              <input type="text" maxLength={150} {...shared} defaultValue={partIn(given, part)} />
            )}
          </div>
        );
      })}
    </div>
  );
}
