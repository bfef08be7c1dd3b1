import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { checkKinds, testLimits, type Check } from '#features/agents/agents-tests.contract.ts';

/** A check of a kind as it is before anything was typed. */
function blankCheck(kind: Check['kind']): Check {
  switch (kind) {
    case 'contains':
      return { kind, text: '', expected: true };
    case 'matches':
      return { kind, pattern: '', expected: true };
    case 'cites':
      return { kind, source: '' };
    case 'calls':
      return { kind, tool: '', arguments: [], expected: true };
    case 'charges':
      return { kind, messages: 1 };
    case 'language':
      return { kind, language: 'en' };
    case 'within':
      return { kind, milliseconds: 5_000 };
    case 'costs-at-most':
      return { kind, micros: 10_000 };
    case 'judged':
      return { kind, criterion: '', good: [], bad: [] };
    case 'hands-over':
    case 'wall':
    case 'knows':
      return { kind, expected: true };
    case 'silent':
    case 'no-promise':
    case 'no-leak':
      return { kind };
  }
}

type Props = {
  legend: string;
  checks: readonly Check[];
  onChange: (checks: Check[]) => void;
};

/** What must hold, a row for each check. */
export function CheckFields({ legend, checks, onChange }: Props) {
  const { t } = useTranslation('simulator');
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1 text-sm font-medium text-muted">{legend}</legend>
      {checks.map((check, at) => (
        <div key={at} className="flex items-start gap-1 rounded-card border border-line p-2">
          <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-2">
            <Select
              aria-label={t('checks.kind', { number: at + 1 })}
              value={check.kind}
              onChange={(kind) => onChange(checks.with(at, blankCheck(kind)))}
              options={checkKinds.map((kind) => ({ value: kind, label: t(`checks.kinds.${kind}`) }))}
            />
            <CheckValue check={check} onChange={(next) => onChange(checks.with(at, next))} />
          </div>
          <IconButton
            label={t('checks.remove', { number: at + 1 })}
            onClick={() => onChange(checks.toSpliced(at, 1))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {checks.length < testLimits.checks && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} />}
            onClick={() => onChange([...checks, blankCheck('contains')])}
          >
            {t('checks.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** What the check asks for. */
function CheckValue({ check, onChange }: { check: Check; onChange: (check: Check) => void }) {
  const { t } = useTranslation('simulator');
  const label = t(`checks.values.${check.kind}`, { defaultValue: '' });
  const number = (value: string): number => Math.max(0, Math.trunc(Number(value)) || 0);
  const expected = 'expected' in check && (
    <Checkbox
      checked={!check.expected}
      onChange={(isNot) => onChange({ ...check, expected: !isNot })}
      label={t('checks.not')}
    />
  );
  switch (check.kind) {
    case 'contains':
      return (
        <>
          <Input
            aria-label={label}
            placeholder={label}
            maxLength={500}
            value={check.text}
            onChange={({ target }) => onChange({ ...check, text: target.value })}
          />
          {expected}
        </>
      );
    case 'matches':
      return (
        <>
          <Input
            aria-label={label}
            placeholder="costs \d+ euros"
            maxLength={500}
            className="font-mono"
            spellCheck={false}
            value={check.pattern}
            onChange={({ target }) => onChange({ ...check, pattern: target.value })}
          />
          {expected}
        </>
      );
    case 'cites':
      return (
        <Input
          aria-label={label}
          placeholder={label}
          maxLength={300}
          value={check.source}
          onChange={({ target }) => onChange({ ...check, source: target.value })}
        />
      );
    case 'calls':
      return (
        <>
          <Input
            aria-label={label}
            placeholder="check_order"
            maxLength={64}
            className="font-mono"
            spellCheck={false}
            value={check.tool}
            onChange={({ target }) => onChange({ ...check, tool: target.value })}
          />
          <Arguments check={check} onChange={onChange} />
          {expected}
        </>
      );
    case 'charges':
      return (
        <Input
          aria-label={label}
          type="number"
          min={0}
          max={1_000}
          value={check.messages}
          onChange={({ target }) => onChange({ ...check, messages: number(target.value) })}
        />
      );
    case 'language':
      return (
        <Select
          aria-label={label}
          value={check.language}
          onChange={(language) => onChange({ ...check, language })}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      );
    case 'within':
      return (
        <Input
          aria-label={label}
          type="number"
          min={1}
          max={120_000}
          unit="ms"
          value={check.milliseconds}
          onChange={({ target }) => onChange({ ...check, milliseconds: number(target.value) })}
        />
      );
    case 'costs-at-most':
      return (
        <Input
          aria-label={label}
          type="number"
          min={0}
          max={10}
          step={0.001}
          unit="USD"
          value={check.micros / 1_000_000}
          onChange={({ target }) =>
            onChange({ ...check, micros: Math.round(Math.max(0, Number(target.value) || 0) * 1_000_000) })
          }
        />
      );
    case 'judged':
      return (
        <>
          <Textarea
            aria-label={label}
            placeholder={label}
            rows={2}
            maxLength={1_000}
            value={check.criterion}
            onChange={({ target }) => onChange({ ...check, criterion: target.value })}
          />
          {(['good', 'bad'] as const).map((which) => (
            <Textarea
              key={which}
              aria-label={t(`checks.${which}`)}
              placeholder={t(`checks.${which}`)}
              rows={2}
              maxLength={1_000}
              value={check[which][0] ?? ''}
              onChange={({ target }) =>
                onChange({
                  ...check,
                  [which]: target.value === '' ? [] : [target.value, ...check[which].slice(1)],
                })
              }
            />
          ))}
        </>
      );
    default:
      return expected || null;
  }
}

/** What the arguments of a call must be. */
function Arguments({
  check,
  onChange,
}: {
  check: Extract<Check, { kind: 'calls' }>;
  onChange: (check: Check) => void;
}) {
  const { t } = useTranslation('simulator');
  const put = (rows: typeof check.arguments) => onChange({ ...check, arguments: rows });
  return (
    <>
      {check.arguments.map((row, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)_auto]"
        >
          <Input
            aria-label={t('checks.argument', { number: at + 1 })}
            placeholder="order_id"
            className="min-w-0 font-mono"
            maxLength={100}
            value={row.path}
            onChange={({ target }) => put(check.arguments.with(at, { ...row, path: target.value }))}
          />
          <Select
            aria-label={t('checks.argumentHow', { number: at + 1 })}
            className="w-32"
            value={row.how}
            onChange={(how) => put(check.arguments.with(at, { ...row, how }))}
            options={(['is', 'matches', 'judged'] as const).map((value) => ({
              value,
              label: t(`checks.how.${value}`),
            }))}
          />
          <Input
            aria-label={t('checks.argumentValue', { number: at + 1 })}
            className="min-w-0"
            maxLength={500}
            value={row.value}
            onChange={({ target }) => put(check.arguments.with(at, { ...row, value: target.value }))}
          />
          <IconButton
            size="sm"
            label={t('checks.removeArgument', { number: at + 1 })}
            onClick={() => put(check.arguments.toSpliced(at, 1))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {check.arguments.length < 10 && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} />}
            onClick={() => put([...check.arguments, { path: '', how: 'is', value: '' }])}
          >
            {t('checks.addArgument')}
          </Button>
        </div>
      )}
    </>
  );
}
