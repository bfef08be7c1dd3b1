import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { mostOfferedForms } from '../../agents-configuration.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { moveItem } from '../settings/list-entries.ts';
import { MoveButtons } from '../settings/move-buttons.tsx';
import { Counter, SettingField, SettingGroup } from '../settings/setting.tsx';

const path = 'dynamic.forms';

/** The account's own forms that the agent may show as cards, and when. */
export function OfferedForms() {
  const { t } = useTranslation(['form-cards', 'agents']);
  const { draft, set, errors, canEdit } = useSection();
  const { data, error, refetch } = useEndpoint('GET /api/forms', { query: {} });
  const chosen = draft.dynamic.forms;
  const list = useRef<HTMLOListElement>(null);
  const forms = data?.forms;
  const free =
    forms?.filter(
      ({ id, isPublished, isActive }) =>
        isPublished && isActive && chosen.every(({ formId }) => formId !== id),
    ) ?? [];
  const focusRow = (index: number) =>
    setTimeout(() => list.current?.children[index]?.querySelector<HTMLElement>('input')?.focus(), 0);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= chosen.length) return;
    set(path, moveItem(chosen, from, to));
    focusRow(to);
  };
  return (
    <SettingGroup title={t('editor.title')} help={t('editor.help')}>
      {!forms && !error && <Skeleton className="h-20 rounded-card" />}
      {error && !forms && <ReadFailed title={t('editor.unreadable')} error={error} retry={refetch} />}
      {forms && free.length === 0 && chosen.length === 0 && (
        <Callout
          tone="neutral"
          title={t('editor.noneTitle')}
          action={
            <Link to={paths.forms} className={buttonClass({ size: 'sm' })}>
              {t('picker.toForms')}
            </Link>
          }
        >
          {t('editor.none')}
        </Callout>
      )}
      {forms && (free.length > 0 || chosen.length > 0) && (
        <SettingField path={path} aside={<Counter used={chosen.length} max={mostOfferedForms} />}>
          {chosen.length > 0 && (
            <ol ref={list} className="overflow-hidden rounded-card border border-line bg-surface">
              {chosen.map(({ formId, when }, index) => {
                const form = forms.find(({ id }) => id === formId);
                const name = form?.name ?? t('agents:publish.formGone');
                const isOpen = form?.isPublished && form.isActive;
                const problem = errors[`${path}.${index}.when`];
                return (
                  <li
                    key={formId}
                    className="grid gap-2 border-b border-line py-2 pr-1 pl-4 last:border-0"
                    onKeyDown={(event) => {
                      if (!canEdit || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
                        return;
                      event.preventDefault();
                      move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
                    }}
                  >
                    <div className="flex items-center gap-3">
                      <ClipboardList size={18} className="shrink-0 text-muted" aria-hidden="true" />
                      <div className="min-w-0 grow">
                        <p className={form ? 'truncate font-medium' : 'text-warning-ink'}>{name}</p>
                        {form && !isOpen && <p className="text-sm text-warning-ink">{t('editor.closed')}</p>}
                      </div>
                      {canEdit && (
                        <MoveButtons
                          name={name}
                          isFirst={index === 0}
                          isLast={index === chosen.length - 1}
                          onUp={() => move(index, index - 1)}
                          onDown={() => move(index, index + 1)}
                          onRemove={() => set(path, chosen.toSpliced(index, 1))}
                        />
                      )}
                    </div>
                    {form && (
                      <div className="pr-3 sm:pl-7.5">
                        <Input
                          aria-label={t('editor.when', { name })}
                          aria-invalid={problem !== undefined || undefined}
                          value={when}
                          maxLength={200}
                          placeholder={t('editor.example')}
                          readOnly={!canEdit}
                          onChange={({ target: { value } }) =>
                            set(path, chosen.with(index, { formId, when: value }))
                          }
                        />
                      </div>
                    )}
                  </li>
                );
              })}
            </ol>
          )}
          {canEdit && chosen.length < mostOfferedForms && free.length > 0 && (
            <Select
              key={chosen.length}
              aria-label={t('editor.add')}
              value={undefined}
              placeholder={t('editor.add')}
              options={free.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(formId) => {
                set(path, [...chosen, { formId, when: '' }]);
                focusRow(chosen.length);
              }}
              className="max-w-80"
            />
          )}
        </SettingField>
      )}
    </SettingGroup>
  );
}
