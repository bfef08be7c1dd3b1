import { Crown, Ellipsis, LogIn, Pause, Settings2, ShieldCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Avatar, Badge } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu, type MenuItem } from '#ui/controls/menu.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ChangeDialog, EndDialog, TransferDialog } from './member-dialogs.tsx';

type Member = Output<'GET /api/team'>['members'][number];

/** One member, and what the reader may do with them. */
export function MemberRow({ member }: { member: Member }) {
  const { t } = useTranslation('team');
  const [open, setOpen] = useState<'change' | 'suspend' | 'remove' | 'transfer' | null>(null);
  const reactivate = useMutate('POST /api/team/members/{user}/reactivate', {
    refreshes: ['/api/team'],
    onSuccess: () => toast({ variant: 'success', title: t('reactivate.done', { name: member.name }) }),
  });
  const isSuspended = member.status === 'suspended';
  const icon = { size: 16 };
  const items: MenuItem[] = [
    ...(member.can.manage
      ? [{ label: t('change.action'), icon: <Settings2 {...icon} />, onSelect: () => setOpen('change') }]
      : []),
    ...(member.can.makeOwner
      ? [{ label: t('transfer.action'), icon: <Crown {...icon} />, onSelect: () => setOpen('transfer') }]
      : []),
    ...(member.can.manage
      ? [
          'separator' as const,
          isSuspended
            ? {
                label: t('reactivate.action'),
                icon: <LogIn {...icon} />,
                onSelect: () => reactivate.mutate({ params: { user: member.userId } }),
              }
            : { label: t('suspend.action'), icon: <Pause {...icon} />, onSelect: () => setOpen('suspend') },
          {
            label: t('remove.action'),
            icon: <UserMinus {...icon} />,
            danger: true,
            onSelect: () => setOpen('remove'),
          },
        ]
      : []),
  ];
  const close = () => setOpen(null);
  return (
    <li className="flex items-center gap-3 px-5 py-3.5">
      <Avatar name={member.name} src={member.avatarUrl} size={36} />
      <div className="grid min-w-0 grow items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_9rem_9rem]">
        <div className="min-w-0">
          <p className="truncate font-medium">
            {member.name} {member.isYou && <span className="font-normal text-muted">{t('you')}</span>}
            {member.twoFactor && (
              <ShieldCheck
                size={16}
                role="img"
                aria-label={t('twoFactor')}
                className="ml-1 inline align-text-bottom text-accent-ink"
              />
            )}
          </p>
          <p className="truncate text-sm text-muted">{member.email}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>
            {t(`roles.${member.role}.name`)}
          </Badge>
          {isSuspended && (
            <Badge tone="warning" dot>
              {t('suspended')}
            </Badge>
          )}
          {member.agentIds !== null && member.role !== 'owner' && member.role !== 'admin' && (
            <span className="text-xs text-muted">{t('reach.count', { count: member.agentIds.length })}</span>
          )}
        </div>
        <p className="text-sm text-muted">
          {member.lastActiveAt ? (
            <>
              <span className="md:sr-only">{t('lastActive')} </span>
              <Time at={member.lastActiveAt} />
            </>
          ) : (
            t('neverActive')
          )}
        </p>
      </div>
      <div className="w-9 shrink-0">
        {items.length > 0 && (
          <DropdownMenu
            label={t('more', { name: member.name })}
            items={items}
            trigger={
              <IconButton label={t('more', { name: member.name })}>
                <Ellipsis size={16} />
              </IconButton>
            }
          />
        )}
      </div>
      {open === 'change' && <ChangeDialog member={member} onClose={close} />}
      {(open === 'suspend' || open === 'remove') && <EndDialog kind={open} member={member} onClose={close} />}
      {open === 'transfer' && <TransferDialog member={member} onClose={close} />}
    </li>
  );
}
