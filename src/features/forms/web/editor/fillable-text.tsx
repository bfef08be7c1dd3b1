import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDocument } from '#shared/forms/document.ts';
import { placeholderNames, type FilledPlace } from '#shared/forms/placeholders.ts';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';

type Props = {
  label: string;
  value: string;
  rows: number;
  maxLength: number;
  form: FormDocument;
  place: FilledPlace;
  onChange: (value: string) => void;
};

/** A text in which answers and calculated values may stand, with a button that puts each where the caret is. */
export function FillableText({ label, value, rows, maxLength, form, place, onChange }: Props) {
  const { t } = useTranslation('forms');
  const box = useRef<HTMLTextAreaElement>(null);
  const names = placeholderNames(form, place);
  const insert = (name: string): void => {
    const [from, until] = [
      box.current?.selectionStart ?? value.length,
      box.current?.selectionEnd ?? value.length,
    ];
    const next = `${value.slice(0, from)}{{${name}}}${value.slice(until)}`;
    if (next.length <= maxLength) onChange(next);
    box.current?.focus();
  };
  return (
    <div className="grid gap-2">
      <Field label={label}>
        <Textarea
          ref={box}
          rows={rows}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {names.length > 0 && (
        <div role="group" aria-label={t('settings.insert')} className="flex flex-wrap items-center gap-1.5">
          <span aria-hidden="true" className="text-sm text-muted">
            {t('settings.insert')}:
          </span>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              title={form.blocks.find(({ key }) => key === name)?.label}
              onClick={() => insert(name)}
              className="min-h-8 rounded-control border border-line bg-page px-2.5 font-mono text-xs hover:border-edge max-md:min-h-11 max-md:px-3"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
