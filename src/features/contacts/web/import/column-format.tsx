import { useTranslation } from 'react-i18next';
import { isCustomNumber, type CustomFieldType } from '#shared/contacts/custom-fields.ts';
import {
  dateOrders,
  decimalSigns,
  readFileDate,
  readFileNumber,
  type DateOrder,
  type DecimalSign,
} from '#shared/contacts/file-values.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Select } from '#ui/controls/select.tsx';
import type { ColumnFormat, ImportPlan } from '../../contacts-import.contract.ts';

type Props = {
  column: number;
  heading: string;
  /** As what the cells are kept. */
  type: CustomFieldType;
  /** How the column was recognised. */
  found: ColumnFormat | undefined;
  samples: readonly string[];
  plan: ImportPlan;
  onChange: (plan: ImportPlan) => void;
};

const isDay = (type: CustomFieldType): boolean => type === 'date' || type === 'datetime';
/** Whether cells of this kind are written differently from country to country. */
export const hasFormat = (type: CustomFieldType): boolean => isDay(type) || isCustomNumber(type);

/** How a column writes its days or numbers, with one of its cells as it is read so. */
export function ColumnFormatChoice({ column, heading, type, found, samples, plan, onChange }: Props) {
  const { t, i18n } = useTranslation('contact-import');
  const sample = samples.find((cell) => cell.trim() !== '')?.trim();
  const order: DateOrder = plan.dates[column] ?? found?.dates ?? 'dmy';
  const sign: DecimalSign = plan.numbers[column] ?? found?.numbers ?? 'comma';
  const value = (): string | null => {
    if (!sample) return null;
    if (!isDay(type)) {
      const number = readFileNumber(sample, sign);
      return number === null ? null : readableNumber(Number(number), i18n.language);
    }
    const date = readFileDate(sample, order, new Date().getFullYear());
    return date === null
      ? null
      : new Intl.DateTimeFormat(i18n.language, {
          dateStyle: 'long',
          timeZone: 'UTC',
          ...(date.includes('T') ? { timeStyle: 'short' } : {}),
        }).format(new Date(date.includes('T') ? `${date}Z` : date));
  };
  const read = value();
  return (
    <div className="grid items-center gap-x-4 gap-y-1 sm:col-span-2 sm:grid-cols-subgrid">
      <p className="truncate text-sm text-muted" role="status">
        {sample &&
          (read === null ? t('readsNot', { cell: sample }) : t('reads', { cell: sample, value: read }))}
      </p>
      {isDay(type) ? (
        <Select
          aria-label={t('dates', { column: heading })}
          value={order}
          onChange={(chosen) => onChange({ ...plan, dates: { ...plan.dates, [column]: chosen } })}
          options={dateOrders.map((each) => ({ value: each, label: t(`dateOrder.${each}`) }))}
        />
      ) : (
        <Select
          aria-label={t('numbers', { column: heading })}
          value={sign}
          onChange={(chosen) => onChange({ ...plan, numbers: { ...plan.numbers, [column]: chosen } })}
          options={decimalSigns.map((each) => ({ value: each, label: t(`decimalSign.${each}`) }))}
        />
      )}
    </div>
  );
}
