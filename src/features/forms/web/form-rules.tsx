import { Plus, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  formLimits,
  formOperators,
  pagesOf,
  takesAnswer,
  type FormAction,
  type FormBlock,
  type FormCondition,
  type FormDocument,
  type FormRule,
} from '#shared/form-document.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';
import { freeName } from './form-blocks.ts';
import { FormNumber } from './form-number.tsx';

type Props = {
  document: FormDocument;
  disabled: boolean;
  faults: ReadonlySet<number>;
  onChange: (rules: FormRule[], field: string) => void;
};

const needsValue = (operator: FormCondition['operator']): boolean =>
  !['answered', 'not_answered', 'paid', 'not_paid'].includes(operator);
const actionTypes = ['show', 'hide', 'require', 'jump', 'calculate', 'end'] as const;

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
      icon={<Plus size={16} strokeWidth={1.75} />}
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
              <Trash2 size={16} strokeWidth={1.75} />
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

type PartProps = {
  rule: FormRule;
  form: FormDocument;
  onChange: (rule: FormRule) => void;
};

function useFieldOptions(form: FormDocument, only: (block: FormBlock) => boolean): SelectOption[] {
  const { t } = useTranslation('forms');
  return form.blocks.filter(only).map((block) => ({
    value: block.key,
    label: block.label || `${t(`types.${block.type}`)} (${block.key})`,
  }));
}
const namesIn = (form: FormDocument): string[] => [
  ...new Set(
    form.rules.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.type === 'calculate' ? [action.name] : [])),
    ),
  ),
];

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

function Conditions({ rule, form, onChange }: PartProps) {
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
                    <X size={16} strokeWidth={1.75} />
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
            icon={<Plus size={16} strokeWidth={1.75} />}
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
          icon={<Plus size={16} strokeWidth={1.75} />}
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

function Actions({ rule, form, onChange }: PartProps) {
  const { t } = useTranslation('forms');
  const fields = useFieldOptions(form, ({ type }) => type !== 'page_break');
  const asked = useFieldOptions(form, takesAnswer);
  const pages = pagesOf(form).flatMap(({ start }, at) =>
    start === '' ? [] : [{ value: start, label: t('rules.page', { number: at + 1 }) }],
  );
  const screens = form.screens.map(({ id, title }) => ({ value: id, label: title || id }));
  const names = namesIn(form);
  const put = (at: number, action: FormAction): void =>
    onChange({ ...rule, actions: rule.actions.map((entry, place) => (place === at ? action : entry)) });
  const fresh = (type: FormAction['type']): FormAction => {
    if (type === 'jump') return { type, to: pages[0]?.value ?? '' };
    if (type === 'end') return { type, screen: screens[0]?.value ?? 'thanks' };
    if (type === 'calculate') return { type, name: names[0] ?? 'score', by: 'add', amount: 1, field: '' };
    return { type, field: fields[0]?.value ?? '' };
  };
  const kinds = actionTypes
    .filter((type) => type !== 'jump' || pages.length > 0)
    .map((type) => ({ value: type, label: t(`actions.${type}`) }));
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="mb-2 text-sm font-medium">{t('rules.then')}</p>
      <ul className="grid gap-2">
        {rule.actions.map((action, at) => (
          <li
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
          >
            <Select
              aria-label={t('rules.action')}
              value={action.type}
              onChange={(type) => put(at, fresh(type))}
              options={kinds}
              className="col-span-2 sm:col-span-1"
            />
            {action.type === 'jump' ? (
              <Select
                aria-label={t('rules.target')}
                value={action.to}
                onChange={(to) => put(at, { ...action, to })}
                options={pages}
              />
            ) : action.type === 'end' ? (
              <Select
                aria-label={t('rules.target')}
                value={action.screen}
                onChange={(screen) => put(at, { ...action, screen })}
                options={screens}
              />
            ) : action.type === 'calculate' ? (
              <span className="grid gap-2 sm:grid-cols-3">
                <Input
                  aria-label={t('rules.name')}
                  value={action.name}
                  maxLength={40}
                  onChange={(event) =>
                    put(at, {
                      ...action,
                      name:
                        event.target.value
                          .toLowerCase()
                          .replace(/[^a-z0-9_]/g, '_')
                          .replace(/^[^a-z]+/, '') || 'score',
                    })
                  }
                />
                <Select
                  aria-label={t('rules.by')}
                  value={action.by}
                  onChange={(by) => put(at, { ...action, by })}
                  options={(['set', 'add', 'subtract', 'multiply', 'divide'] as const).map((by) => ({
                    value: by,
                    label: t(`calculations.${by}`),
                  }))}
                />
                <span className="flex gap-2">
                  <Select
                    aria-label={t('rules.amountOf')}
                    value={action.field || '='}
                    onChange={(field) => put(at, { ...action, field: field === '=' ? '' : field })}
                    options={[{ value: '=', label: t('rules.number') }, ...asked]}
                  />
                  {action.field === '' && (
                    <FormNumber
                      aria-label={t('rules.amount')}
                      className="w-20"
                      value={action.amount}
                      onChange={(amount) => put(at, { ...action, amount: amount ?? 0 })}
                    />
                  )}
                </span>
              </span>
            ) : (
              <Select
                aria-label={t('rules.target')}
                value={action.field}
                onChange={(field) => put(at, { ...action, field })}
                options={fields}
              />
            )}
            <IconButton
              label={t('rules.removeAction')}
              disabled={rule.actions.length === 1}
              onClick={() => onChange({ ...rule, actions: rule.actions.filter((_, place) => place !== at) })}
            >
              <X size={16} strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        className="mt-2"
        disabled={rule.actions.length >= formLimits.actions}
        icon={<Plus size={16} strokeWidth={1.75} />}
        onClick={() => onChange({ ...rule, actions: [...rule.actions, fresh('show')] })}
      >
        {t('rules.addAction')}
      </Button>
    </div>
  );
}
