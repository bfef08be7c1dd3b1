import { Plus, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  formLimits,
  formOperators,
  takesAnswer,
  type FormCondition,
  type FormDocument,
  type FormRule,
} from '#shared/forms/document.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { freeName } from './blocks.ts';
import { Actions, namesIn, useFieldOptions, type RulePartProps } from './rule-actions.tsx';

type Props = {
  document: FormDocument;
  disabled: boolean;
  faults: ReadonlySet<number>;
  onChange: (rules: FormRule[], field: string) => void;
};

const needsValue = (operator: FormCondition['operator']): boolean =>
  !['answered', 'not_answered', 'paid', 'not_paid'].includes(operator);

/** What happens when: each rule is a sentence of conditions and what follows from them. */
export function FormRules({ document: form, disabled, faults, onChange }: Props) {
  const { t } = useTranslation('forms');
  const questions = form.blocks.filter(takesAnswer);
  const change = (at: number, rule: FormRule): void =>
    onChange(
      form.rules.map((entry, place) => (place === at ? rule : entry)),
      `rules.${at}`,
    );
  const add = (): void => {
    const first = questions[0]?.key ?? '';
    const id = freeName('rule', new Set(form.rules.map((rule) => rule.id)));
    onChange(
      [
        ...form.rules,
        {
          id,
          match: 'all',
          groups: [{ match: 'all', conditions: [{ field: first, operator: 'answered', value: '' }] }],
          actions: [{ type: 'show', field: questions[1]?.key ?? first }],
        },
      ],
      'rules',
    );
  };
  const button = (
    <Button
      disabled={disabled || questions.length === 0 || form.rules.length >= formLimits.rules}
      icon={<Plus size={16} />}
      onClick={add}
    >
      {t('rules.add')}
    </Button>
  );
  if (form.rules.length === 0)
    return (
      <EmptyState
        picture={
          <div className="mx-auto grid max-w-80 gap-2 rounded-card border border-line bg-page p-4 text-left text-sm">
            <span className="rounded-control border border-line bg-surface px-3 py-2">
              {t('rules.sampleIf')}
            </span>
            <span className="ml-6 rounded-control border border-line bg-accent-tint px-3 py-2 text-accent-ink">
              {t('rules.sampleThen')}
            </span>
          </div>
        }
        title={t('rules.emptyTitle')}
        action={button}
      >
        {questions.length === 0 ? t('rules.noFields') : t('rules.emptyText')}
      </EmptyState>
    );
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <p className="text-muted">{t('rules.intro')}</p>
      {form.rules.map((rule, at) => (
        <fieldset
          key={rule.id}
          disabled={disabled}
          className={`min-w-0 rounded-card border bg-surface p-4 ${faults.has(at) ? 'border-danger' : 'border-line'}`}
        >
          <legend className="sr-only">{t('rules.rule', { number: at + 1 })}</legend>
          <div className="mb-3 flex items-center gap-2">
            <h3 className="grow font-semibold">{t('rules.rule', { number: at + 1 })}</h3>
            <IconButton
              label={t('rules.remove', { number: at + 1 })}
              onClick={() =>
                onChange(
                  form.rules.filter((_, place) => place !== at),
                  'rules',
                )
              }
            >
              <Trash2 size={16} />
            </IconButton>
          </div>
          <Conditions rule={rule} form={form} onChange={(next) => change(at, next)} />
          <Actions rule={rule} form={form} onChange={(next) => change(at, next)} />
        </fieldset>
      ))}
      <div>{button}</div>
    </div>
  );
}

function Match({
  value,
  onChange,
  label,
}: {
  value: 'all' | 'any';
  onChange: (value: 'all' | 'any') => void;
  label: string;
}) {
  const { t } = useTranslation('forms');
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={onChange}
      options={(['all', 'any'] as const).map((match) => ({ value: match, label: t(`rules.${match}`) }))}
      className="w-auto"
    />
  );
}

function Conditions({ rule, form, onChange }: RulePartProps) {
  const { t } = useTranslation('forms');
  const fields = [
    ...useFieldOptions(form, takesAnswer),
    ...namesIn(form).map((name) => ({ value: `=${name}`, label: t('rules.calculated', { name }) })),
  ];
  const setGroup = (at: number, group: FormRule['groups'][number]): void =>
    onChange({
      ...rule,
      groups: rule.groups
        .map((entry, place) => (place === at ? group : entry))
        .filter(({ conditions }) => conditions.length > 0),
    });
  const fresh: FormCondition = { field: fields[0]?.value ?? '', operator: 'answered', value: '' };
  return (
    <div className="grid gap-3">
      {rule.groups.map((group, at) => (
        <div key={at} className="rounded-control border border-line bg-page p-3">
          <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
            {at > 0 && (
              <Match
                label={t('rules.groupsMatch')}
                value={rule.match}
                onChange={(match) => onChange({ ...rule, match })}
              />
            )}
            <span className="font-medium">{t('rules.if')}</span>
            {group.conditions.length > 1 && (
              <Match
                label={t('rules.match')}
                value={group.match}
                onChange={(match) => setGroup(at, { ...group, match })}
              />
            )}
          </div>
          <ul className="grid gap-2">
            {group.conditions.map((condition, place) => {
              const put = (change: Partial<FormCondition>): void =>
                setGroup(at, {
                  ...group,
                  conditions: group.conditions.map((entry, where) =>
                    where === place ? { ...entry, ...change } : entry,
                  ),
                });
              const options = form.blocks.find(({ key }) => key === condition.field)?.options ?? [];
              return (
                <li
                  key={place}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
                >
                  <Select
                    aria-label={t('rules.field')}
                    value={condition.field}
                    onChange={(field) => put({ field, value: '' })}
                    options={fields}
                    className="col-span-2 sm:col-span-1"
                  />
                  <Select
                    aria-label={t('rules.operator')}
                    value={condition.operator}
                    onChange={(operator) => put({ operator })}
                    options={formOperators.map((operator) => ({
                      value: operator,
                      label: t(`operators.${operator}`),
                    }))}
                    className="col-span-2 sm:col-span-1"
                  />
                  {!needsValue(condition.operator) ? (
                    <span />
                  ) : options.length > 0 ? (
                    <Select
                      aria-label={t('rules.value')}
                      value={condition.value || undefined}
                      placeholder={t('rules.choose')}
                      onChange={(value) => put({ value })}
                      options={options.map(({ value, label }) => ({ value, label }))}
                    />
                  ) : (
                    <Input
                      aria-label={t('rules.value')}
                      value={condition.value}
                      maxLength={255}
                      onChange={(event) => put({ value: event.target.value })}
                    />
                  )}
                  <IconButton
                    label={t('rules.removeCondition')}
                    onClick={() =>
                      setGroup(at, {
                        ...group,
                        conditions: group.conditions.filter((_, where) => where !== place),
                      })
                    }
                  >
                    <X size={16} />
                  </IconButton>
                </li>
              );
            })}
          </ul>
          <Button
            variant="ghost"
            size="sm"
            className="mt-2"
            disabled={group.conditions.length >= formLimits.conditions}
            icon={<Plus size={16} />}
            onClick={() => setGroup(at, { ...group, conditions: [...group.conditions, fresh] })}
          >
            {t('rules.addCondition')}
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="ghost"
          size="sm"
          disabled={rule.groups.length >= formLimits.groups}
          icon={<Plus size={16} />}
          onClick={() =>
            onChange({ ...rule, groups: [...rule.groups, { match: 'all', conditions: [fresh] }] })
          }
        >
          {t('rules.addGroup')}
        </Button>
      </div>
    </div>
  );
}
