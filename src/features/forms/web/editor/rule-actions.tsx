import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  formLimits,
  pagesOf,
  takesAnswer,
  type FormAction,
  type FormBlock,
  type FormDocument,
  type FormRule,
} from '#shared/forms/document.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select, type SelectOption } from '#ui/controls/select.tsx';
import { FormNumber } from './number-input.tsx';

const actionTypes = ['show', 'hide', 'require', 'jump', 'calculate', 'end'] as const;

export type RulePartProps = {
  rule: FormRule;
  form: FormDocument;
  onChange: (rule: FormRule) => void;
};

export function useFieldOptions(form: FormDocument, only: (block: FormBlock) => boolean): SelectOption[] {
  const { t } = useTranslation('forms');
  return form.blocks.filter(only).map((block) => ({
    value: block.key,
    label: block.label || `${t(`types.${block.type}`)} (${block.key})`,
  }));
}

export const namesIn = (form: FormDocument): string[] => [
  ...new Set(
    form.rules.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.type === 'calculate' ? [action.name] : [])),
    ),
  ),
];

export function Actions({ rule, form, onChange }: RulePartProps) {
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
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        className="mt-2"
        disabled={rule.actions.length >= formLimits.actions}
        icon={<Plus size={16} />}
        onClick={() => onChange({ ...rule, actions: [...rule.actions, fresh('show')] })}
      >
        {t('rules.addAction')}
      </Button>
    </div>
  );
}
