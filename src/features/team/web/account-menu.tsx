import { Building2, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { Output } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { DropdownMenu } from '#ui/controls/menu.tsx';

/** The accounts of a person as a menu behind their card. */
export function AccountMenu({
  accounts,
  compact,
  children,
}: {
  accounts: Output<'GET /api/user/accounts'>['accounts'];
  compact: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('shell');
  // Everything that was read belongs to the account of before: the app begins anew.
  const go = useMutate('POST /api/user/account', { onSuccess: () => location.assign(paths.dashboard) });
  return (
    <DropdownMenu
      align="start"
      side="top"
      label={t('footer.accounts')}
      items={accounts.map(({ id, name, isCurrent }) => ({
        label: name,
        checked: isCurrent,
        isOneOf: true,
        icon: <Building2 size={16} />,
        disabled: go.isPending,
        onSelect: () => !isCurrent && go.mutate({ body: { accountId: id } }),
      }))}
      trigger={
        <button
          type="button"
          aria-label={t('footer.switchAccount', {
            name: accounts.find(({ isCurrent }) => isCurrent)?.name ?? '',
          })}
          className={`-mx-1.5 flex min-h-11 min-w-0 items-center gap-2.5 rounded-control px-1.5 text-left hover:bg-sunken md:min-h-9 ${compact ? '' : 'grow'}`}
        >
          {children}
          {!compact && <ChevronsUpDown size={16} className="shrink-0 text-muted" aria-hidden="true" />}
        </button>
      }
    />
  );
}
