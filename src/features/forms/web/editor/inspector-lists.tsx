import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FormBlock, FormDocument } from '#shared/forms/document.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { freeName } from './blocks.ts';

/** The block that is open in the inspector; `field` tells which input a change is of, for the history. */
export type InspectorProps = {
  block: FormBlock;
  document: FormDocument;
  disabled: boolean;
  onChange: (change: Partial<FormBlock>, field: string) => void;
};

type ListProps = Pick<InspectorProps, 'block' | 'onChange'>;

/** The options of a field to choose from: their labels and pictures. */
export function Options({ block, onChange }: ListProps) {
  const { t } = useTranslation('forms');
  const { options } = block;
  const set = (next: FormBlock['options']): void => onChange({ options: next }, `${block.key}.options`);
  return (
    <div role="group" aria-label={t('inspector.options')} className="grid gap-2">
      <p className="font-medium">{t('inspector.options')}</p>
      {options.map((option, at) => (
        <div key={option.value} className="grid gap-1.5">
          <div className="flex items-center gap-1">
            <Input
              aria-label={t('inspector.option', { number: at + 1 })}
              value={option.label}
              maxLength={200}
              onChange={(event) =>
                set(
                  options.map((entry) =>
                    entry === option ? { ...entry, label: event.target.value } : entry,
                  ),
                )
              }
            />
            <IconButton
              label={t('inspector.removeOption', { number: at + 1 })}
              onClick={() => set(options.filter((entry) => entry !== option))}
            >
              <Trash2 size={16} />
            </IconButton>
          </div>
          {block.type === 'picture_choice' && (
            <Input
              aria-label={t('inspector.picture', { number: at + 1 })}
              placeholder="https://"
              key={option.image}
              defaultValue={option.image}
              maxLength={2_048}
              onBlur={(event) =>
                event.target.value !== option.image &&
                set(
                  options.map((entry) =>
                    entry === option ? { ...entry, image: event.target.value.trim() } : entry,
                  ),
                )
              }
            />
          )}
        </div>
      ))}
      <Button
        size="sm"
        disabled={options.length >= 100}
        icon={<Plus size={16} />}
        onClick={() =>
          set([
            ...options,
            {
              value: freeName(`option_${options.length + 1}`, new Set(options.map(({ value }) => value))),
              label: t('editor.option', { number: options.length + 1 }),
              image: '',
            },
          ])
        }
      >
        {t('inspector.addOption')}
      </Button>
    </div>
  );
}

/** The rows of a grid of choices. */
export function Rows({ block, onChange }: ListProps) {
  const { t } = useTranslation('forms');
  const { rows } = block;
  const set = (next: FormBlock['rows']): void => onChange({ rows: next }, `${block.key}.rows`);
  return (
    <div role="group" aria-label={t('inspector.rows')} className="grid gap-2">
      <p className="font-medium">{t('inspector.rows')}</p>
      {rows.map((row, at) => (
        <div key={row.value} className="flex items-center gap-1">
          <Input
            aria-label={t('inspector.row', { number: at + 1 })}
            value={row.label}
            maxLength={200}
            onChange={(event) =>
              set(rows.map((entry) => (entry === row ? { ...entry, label: event.target.value } : entry)))
            }
          />
          <IconButton
            label={t('inspector.removeRow', { number: at + 1 })}
            onClick={() => set(rows.filter((entry) => entry !== row))}
          >
            <Trash2 size={16} />
          </IconButton>
        </div>
      ))}
      <Button
        size="sm"
        disabled={rows.length >= 30}
        icon={<Plus size={16} />}
        onClick={() =>
          set([
            ...rows,
            {
              value: freeName(`row_${rows.length + 1}`, new Set(rows.map(({ value }) => value))),
              label: `${t('editor.row')} ${rows.length + 1}`,
            },
          ])
        }
      >
        {t('inspector.addRow')}
      </Button>
    </div>
  );
}
