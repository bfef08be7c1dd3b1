import type { ReactNode } from 'react';
import { countryCodes } from '#shared/contacts/country-codes.ts';
import { addressParts } from '#shared/forms/answers.ts';
import { scaleOf, type FormBlock } from '#shared/forms/document.ts';
import type { Language } from '#shared/languages.ts';
import type { FieldText } from './form-fields.tsx';

export type FormFieldProps = {
  block: FormBlock;
  given: unknown;
  text: FieldText;
  language: Language;
};

export const idOf = (block: FormBlock): string => `f-${block.key}`;

export const textIn = (given: unknown, initial: string): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : initial;

export const listIn = (given: unknown): string[] =>
  Array.isArray(given)
    ? given.filter((value) => typeof value === 'string')
    : typeof given === 'string'
      ? [given]
      : [];

const partIn = (given: unknown, part: string): string =>
  typeof given === 'object' && given !== null && part in given
    ? String((given as Record<string, unknown>)[part])
    : '';

export const autoComplete: Partial<Record<FormBlock['mapTo'], string>> = {
  name: 'name',
  company: 'organization',
};

const shapes = {
  star: 'M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 17l-5.4 2.9 1.1-6.1L3.2 9.6l6.1-.8z',
  heart: 'M12 20.3C6.6 16 3.4 13 3.4 9.2A4.6 4.6 0 0 1 12 6.8a4.6 4.6 0 0 1 8.6 2.4c0 3.8-3.2 6.8-8.6 11.1z',
} as const;

export function Group({ block, given, text, language }: FormFieldProps): ReactNode {
  const id = idOf(block);
  const chosen = listIn(given ?? block.initial);
  const isRanked = chosen.length === block.options.length;
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
        <>
          <ol className="ff-ranking" data-ranking={block.key}>
            {(isRanked ? chosen : block.options.map(({ value }) => value)).map((value) => {
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
            })}
          </ol>
          {/* An order that nobody touched says nothing; whoever agrees with it can say so. */}
          <label className="ff-kept">
            <input type="checkbox" name={`${block.key}.kept`} defaultChecked={isRanked} />
            <span>{text('ranking.kept')}</span>
          </label>
        </>
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

function Address({ block, given, text, language }: FormFieldProps) {
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
