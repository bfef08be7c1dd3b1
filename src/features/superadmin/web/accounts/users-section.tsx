import { MoreHorizontal } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/controls/menu.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import type { UserSummary } from '../../superadmin-accounts.contract.ts';
import { ImpersonateDialog } from './impersonate-dialog.tsx';

const isUnremarkable = (user: UserSummary): boolean =>
  !user.isSuperadmin && !user.isLocked && !user.hasSecondFactor && user.isAddressProven;

/** People of the server: who may come in, and how. */
export function UsersSection() {
  const { t } = useTranslation('superadmin-accounts');
  const [search, setSearch] = useUrlParam<string>('search', '');
  const [entering, setEntering] = useState<UserSummary | null>(null);
  const [raising, setRaising] = useState<UserSummary | null>(null);
  const wanted = useDeferredValue(search.trim());
  const list = usePages(
    'GET /api/superadmin/users',
    { query: wanted ? { search: wanted } : {} },
    (page) => page.users,
  );
  const columns: Column<UserSummary>[] = [
    {
      key: 'name',
      header: t('columns.person'),
      cell: ({ name, email }) => (
        <span className="block max-w-64">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-sm font-normal text-muted">{email}</span>
        </span>
      ),
    },
    {
      key: 'marks',
      header: t('columns.state'),
      cell: (user) => (
        <span className="flex flex-wrap gap-1">
          {user.isSuperadmin && <Badge tone="accent">{t('marks.superadmin')}</Badge>}
          {user.isLocked && (
            <Badge tone="danger" dot>
              {t('marks.locked')}
            </Badge>
          )}
          {user.hasSecondFactor && <Badge tone="success">{t('marks.secondFactor')}</Badge>}
          {!user.isAddressProven && <Badge>{t('marks.unproven')}</Badge>}
          {isUnremarkable(user) && '–'}
        </span>
      ),
    },
    {
      key: 'accounts',
      header: t('accounts'),
      cell: ({ accounts }) => (
        <span className="block max-w-56 truncate text-muted">
          {accounts.map(({ name }) => name).join(', ')}
        </span>
      ),
    },
    {
      key: 'seen',
      header: t('columns.seen'),
      align: 'right',
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <Time at={lastSeenAt} className="whitespace-nowrap text-muted" /> : '–',
    },
    {
      key: 'menu',
      isMenu: true,
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'right',
      cell: (user) => <UserMenu user={user} onEnter={setEntering} onRaise={setRaising} />,
    },
  ];
  return (
    <div className="grid gap-4">
      <SearchField label={t('searchUsers')} value={search} onChange={setSearch} maxLength={200} />
      <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('none')} more={t('more')}>
        {(users) => <Table label={t('people')} columns={columns} rows={users} rowKey={({ id }) => id} />}
      </List>
      {entering && <ImpersonateDialog user={entering} accountId={null} onClose={() => setEntering(null)} />}
      {raising && <SuperadminDialog user={raising} onClose={() => setRaising(null)} />}
    </div>
  );
}

type MenuProps = {
  user: UserSummary;
  onEnter: (user: UserSummary) => void;
  onRaise: (user: UserSummary) => void;
};

function UserMenu({ user, onEnter, onRaise }: MenuProps) {
  const { t } = useTranslation('superadmin-accounts');
  const self = useUser();
  const change = useMutate('PATCH /api/superadmin/users/{id}', {
    refreshes: ['/api/superadmin/users'],
    onSuccess: () => toast({ variant: 'success', title: t('changed') }),
  });
  const set = (body: Parameters<typeof change.mutate>[0]['body']) =>
    change.mutate({ params: { id: user.id }, body });
  const isOther = !user.isSuperadmin && user.id !== self.id;
  const items: MenuItem[] = [
    ...(user.isSuperadmin ? [{ heading: t('superadmin.notFor') }] : []),
    ...(isOther && !user.isLocked && user.accounts.length > 0
      ? [{ label: t('impersonate.open'), onSelect: () => onEnter(user) }]
      : []),
    ...(isOther
      ? [
          user.isLocked
            ? { label: t('unlock'), onSelect: () => set({ isLocked: false }) }
            : { label: t('lock'), onSelect: () => set({ isLocked: true }) },
        ]
      : []),
    ...(isOther && user.hasSecondFactor
      ? [{ label: t('resetSecondFactor'), onSelect: () => set({ hasSecondFactor: false }) }]
      : []),
    ...(user.isAddressProven
      ? []
      : [{ label: t('proveAddress'), onSelect: () => set({ isAddressProven: true }) }]),
    ...(user.isLocked
      ? []
      : [
          {
            label: t(user.isSuperadmin ? 'superadmin.take' : 'superadmin.make'),
            onSelect: () => onRaise(user),
          },
        ]),
  ];
  if (items.length === 0) return null;
  return (
    <DropdownMenu
      trigger={
        <IconButton size="sm" label={t('actionsOf', { name: user.name })} disabled={change.isPending}>
          <MoreHorizontal size={16} />
        </IconButton>
      }
      items={items}
    />
  );
}

/** Makes somebody superadmin, or takes it from them, with the password of the one who does. */
function SuperadminDialog({ user, onClose }: { user: UserSummary; onClose: () => void }) {
  const { t } = useTranslation('superadmin-accounts');
  const part = user.isSuperadmin ? 'take' : 'make';
  const form = useServerForm({
    values: { password: '' },
    check: ({ password }) => ({ ...(!password && { password: t('passwordMissing') }) }),
    send: ({ password }) =>
      api('PATCH /api/superadmin/users/{id}', {
        params: { id: user.id },
        body: { isSuperadmin: !user.isSuperadmin, password },
      }),
    placeOf: ({ code }) => (code === 'auth.password_wrong' ? 'password' : undefined),
    refreshes: ['/api/superadmin/users', '/api/user'],
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t(`superadmin.${part}Title`, { name: user.name })}
      description={t(`superadmin.${part}Text`)}
      submit={t(`superadmin.${part}`)}
      onClose={onClose}
    >
      <Field label={t('yourPassword')} error={form.errorOf('password')} required>
        <PasswordField autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}
