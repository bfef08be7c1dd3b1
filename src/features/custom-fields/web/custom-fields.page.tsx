import { factGap } from '#shared/text/fact-gap.ts';
import { move } from '@dnd-kit/helpers';
import { useSortable } from '@dnd-kit/react/sortable';
import { clsx } from 'clsx';
import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  Ellipsis,
  GripVertical,
  Pencil,
  Plus,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  customFieldLimits,
  customFieldScopes,
  type CustomFieldScope,
} from '#shared/contacts/custom-fields.ts';
import { paths } from '#shared/paths.ts';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { DragList } from '#ui/list/drag-list.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/controls/menu.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { List, listOf } from '#ui/list/list.tsx';
import type { CustomField } from '../custom-fields.contract.ts';
import { customFieldIcons } from './custom-field-icons.ts';
import { CustomFieldSheet } from './custom-field-sheet.tsx';

const icon = { size: 16 } as const;

/** The fields that an account adds to its contacts and conversations. */
export function CustomFieldsPage() {
  const { t } = useTranslation('custom-fields');
  const canEdit = useUser().can['contacts.edit'] !== false;
  const answer = useEndpoint('GET /api/custom-fields');
  const { data } = answer;
  const [scope, setScope] = useUrlParam<CustomFieldScope>('of', 'contact', {
    allowed: customFieldScopes,
    push: true,
  });
  const [open, setOpen] = useState<CustomField | 'new' | null>(null);
  const own = data?.fields.filter((field) => field.scope === scope) ?? [];
  const isFull = own.filter(({ isArchived }) => !isArchived).length >= customFieldLimits.fields;
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.customFields')}
        description={t('intro')}
        back={{ to: paths.tools, label: t('shell:screens.tools') }}
        actions={
          canEdit && (
            <Button
              variant="primary"
              disabled={!data || isFull}
              icon={<Plus {...icon} />}
              onClick={() => setOpen('new')}
            >
              {t('add')}
            </Button>
          )
        }
      />
      <Tabs
        label={t('shell:screens.customFields')}
        value={scope}
        onChange={setScope}
        tabs={customFieldScopes.map((value) => ({
          value,
          label: t(`scope.${value}`),
          content: (
            <List
              of={listOf(answer, ({ fields }) => fields.filter((field) => field.scope === value))}
              waiting={<Skeleton className="h-64 rounded-card" />}
              empty={<NoFields scope={value} canEdit={canEdit} onAdd={() => setOpen('new')} />}
            >
              {(fields) => <FieldLists fields={fields} scope={value} canEdit={canEdit} onOpen={setOpen} />}
            </List>
          ),
        }))}
      />
      {open && (
        <CustomFieldSheet
          scope={scope}
          field={open === 'new' ? null : open}
          others={own}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

type ListProps = {
  fields: readonly CustomField[];
  scope: CustomFieldScope;
  canEdit: boolean;
  onOpen: (field: CustomField) => void;
};

function FieldLists({ fields, scope, canEdit, onOpen }: ListProps) {
  const { t } = useTranslation('custom-fields');
  const order = useMutate('PUT /api/custom-fields', {
    refreshes: ['/api/custom-fields'],
    optimistic: (client, { body }) =>
      setEndpointData(
        client,
        'GET /api/custom-fields',
        undefined,
        (old) =>
          old && {
            fields: [
              ...body.ids.flatMap((id) => old.fields.find((field) => field.id === id) ?? []),
              ...old.fields.filter(({ id }) => !body.ids.includes(id)),
            ],
          },
      ),
  });
  const change = useMutate('PATCH /api/custom-fields/{id}', { refreshes: ['/api/custom-fields'] });
  const active = fields.filter(({ isArchived }) => !isArchived);
  const archived = fields.filter(({ isArchived }) => isArchived);
  const put = (ids: string[]) => order.mutate({ body: { scope, ids } });
  const shift = (at: number, by: -1 | 1) => {
    const ids = active.map(({ id }) => id);
    [ids[at], ids[at + by]] = [ids[at + by]!, ids[at]!];
    put(ids);
  };
  const setArchived = (field: CustomField, isArchived: boolean) =>
    change.mutate(
      { params: { id: field.id }, body: { isArchived } },
      {
        onSuccess: () =>
          isArchived &&
          toast({
            title: t('archived', { field: field.label }),
            action: { label: t('common:actions.undo'), onClick: () => setArchived(field, false) },
          }),
      },
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {active.length > 0 ? (
        <DragList
          count={active.length}
          nameOf={(id) => active.find((field) => field.id === id)?.label ?? ''}
          onDragEnd={(event) => {
            if (!event.canceled && event.operation.source)
              put(
                move(
                  active.map(({ id }) => id),
                  event,
                ),
              );
          }}
        >
          <ol aria-label={t(`scope.${scope}`)} className="rounded-card border border-line bg-surface">
            {active.map((field, at) => (
              <FieldRow
                key={field.id}
                field={field}
                index={at}
                canEdit={canEdit}
                onOpen={() => onOpen(field)}
                items={[
                  { label: t('change'), icon: <Pencil {...icon} />, onSelect: () => onOpen(field) },
                  {
                    label: t('up'),
                    icon: <ArrowUp {...icon} />,
                    disabled: at === 0,
                    onSelect: () => shift(at, -1),
                  },
                  {
                    label: t('down'),
                    icon: <ArrowDown {...icon} />,
                    disabled: at === active.length - 1,
                    onSelect: () => shift(at, 1),
                  },
                  'separator',
                  {
                    label: t('archive'),
                    icon: <Archive {...icon} />,
                    onSelect: () => setArchived(field, true),
                  },
                ]}
              />
            ))}
          </ol>
        </DragList>
      ) : (
        <p className="rounded-card border border-line bg-surface px-6 py-8 text-center text-muted">
          {t('allArchived')}
        </p>
      )}
      {archived.length > 0 && (
        <section aria-labelledby="archived-fields">
          <h2 id="archived-fields" className="font-semibold">
            {t('archivedTitle')}
          </h2>
          <p className="mb-3 text-sm text-muted">{t('archivedText')}</p>
          <ul className="rounded-card border border-line bg-surface">
            {archived.map((field) => (
              <li
                key={field.id}
                className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 first:border-0"
              >
                <FieldName field={field} />
                {canEdit && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={<ArchiveRestore {...icon} />}
                    onClick={() => setArchived(field, false)}
                  >
                    {t('restore')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function FieldName({ field, onOpen }: { field: CustomField; onOpen?: () => void }) {
  const { t } = useTranslation('custom-fields');
  const Icon = customFieldIcons[field.type];
  return (
    <>
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-muted dark:bg-line">
        <Icon size={18} aria-hidden="true" />
      </span>
      <span className="min-w-0 grow">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {onOpen ? (
            <button
              type="button"
              onClick={onOpen}
              className="min-w-0 truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-strong"
            >
              {field.label}
            </button>
          ) : (
            <span className="min-w-0 truncate font-medium">{field.label}</span>
          )}
          {field.isRequired && field.scope === 'contact' && <Badge tone="warning">{t('required')}</Badge>}
          {field.inInbox && <Badge>{t('inInbox')}</Badge>}
        </span>
        <span className="block truncate text-sm text-muted">
          {t(`type.${field.type}`)}
          {factGap}
          <span className="font-mono">{field.key}</span>
        </span>
      </span>
    </>
  );
}

function FieldRow({
  field,
  index,
  canEdit,
  items,
  onOpen,
}: {
  field: CustomField;
  index: number;
  canEdit: boolean;
  items: MenuItem[];
  onOpen: () => void;
}) {
  const { t } = useTranslation('custom-fields');
  const { ref, handleRef, isDragging } = useSortable({ id: field.id, index, disabled: !canEdit });
  return (
    <li
      ref={ref}
      className={clsx(
        'relative flex min-h-16 items-center gap-3 border-t border-line bg-surface py-2 pr-2 pl-4 first:rounded-t-card first:border-0 last:rounded-b-card hover:bg-sunken',
        isDragging && 'z-1 rounded-control shadow-float',
      )}
    >
      {canEdit && (
        <button
          ref={handleRef}
          type="button"
          aria-label={t('drag', { field: field.label })}
          className="relative z-1 -ml-2 flex h-11 w-7 shrink-0 cursor-grab items-center justify-center rounded-control text-muted hover:text-ink max-md:hidden"
        >
          <GripVertical size={16} />
        </button>
      )}
      <FieldName field={field} {...(canEdit && { onOpen })} />
      {canEdit && (
        <span className="relative z-1">
          <DropdownMenu
            label={t('actions', { field: field.label })}
            trigger={
              <IconButton label={t('actions', { field: field.label })} tooltip={false}>
                <Ellipsis size={16} />
              </IconButton>
            }
            items={items}
          />
        </span>
      )}
    </li>
  );
}

function NoFields({
  scope,
  canEdit,
  onAdd,
}: {
  scope: CustomFieldScope;
  canEdit: boolean;
  onAdd: () => void;
}) {
  const { t } = useTranslation('custom-fields');
  const rows =
    scope === 'contact' ? (['plan', 'seats', 'renewal'] as const) : (['topic', 'value', 'due'] as const);
  return (
    <EmptyState
      picture={
        <dl className="grid gap-2 rounded-card border border-line bg-page p-4 text-sm">
          {rows.map((row) => (
            <div key={row} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
              <dt className="text-muted">{t(`sample.${row}`)}</dt>
              <dd className="font-medium">{t(`sample.${row}Value`)}</dd>
            </div>
          ))}
        </dl>
      }
      title={t(`empty.${scope}`)}
      action={
        canEdit && (
          <Button variant="primary" icon={<Plus {...icon} />} onClick={onAdd}>
            {t('add')}
          </Button>
        )
      }
    >
      {t(`empty.${scope}Text`)}
    </EmptyState>
  );
}
