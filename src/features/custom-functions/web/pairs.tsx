import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { functionLimits, type Pair } from '../custom-functions-definition.contract.ts';

type Props = {
  legend: string;
  add: string;
  pairs: readonly Pair[];
  /** Where the list stands, for what is wrong in it: `definition.http.headers`. */
  path: string;
  errorOf: (path: string) => string | undefined;
  onChange: (pairs: Pair[]) => void;
};

/** Names with values, a row each: headers, parameters of an address. */
export function Pairs({ legend, add, pairs, path, errorOf, onChange }: Props) {
  const { t } = useTranslation('functions');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {pairs.map(({ name, value }, at) => {
        const problem = errorOf(`${path}.${at}`);
        const put = (change: Partial<Pair>) => onChange(pairs.with(at, { name, value, ...change }));
        return (
          <div key={at} className="grid gap-1">
            <div className="flex items-center gap-1">
              <Input
                aria-label={t('pairs.name', { number: at + 1 })}
                aria-invalid={problem !== undefined || undefined}
                value={name}
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                placeholder={t('pairs.namePlace')}
                onChange={({ target }) => put({ name: target.value })}
              />
              <Input
                aria-label={t('pairs.value', { number: at + 1 })}
                value={value}
                maxLength={2_000}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                placeholder="{{order_id}}"
                onChange={({ target }) => put({ value: target.value })}
              />
              <IconButton
                label={t('pairs.remove', { name: name || String(at + 1) })}
                onClick={() => onChange(pairs.toSpliced(at, 1))}
              >
                <X size={16} />
              </IconButton>
            </div>
            {problem && (
              <p role="alert" className="rise-in text-sm text-danger-ink">
                {problem}
              </p>
            )}
          </div>
        );
      })}
      {pairs.length < functionLimits.rows && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} />}
            onClick={() => onChange([...pairs, { name: '', value: '' }])}
          >
            {add}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
