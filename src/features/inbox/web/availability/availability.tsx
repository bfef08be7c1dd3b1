import { clsx } from 'clsx';
import { BellOff, BellRing } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { InboxHours } from './office-hours.tsx';
import { soundStore } from '../notices/sound.ts';

const InboxNotices = lazy(() =>
  import('../notices/notices.tsx').then((file) => ({ default: file.InboxNotices })),
);

const icon = { size: 16 } as const;

/** Whether visitors are told that somebody is there, and how the member hears that one of them waits. */
export function Availability({ isAway }: { isAway: boolean }) {
  const { t } = useTranslation('inbox');
  const set = useMutate('PUT /api/inbox/presence', { refreshes: ['/api/inbox/members'] });
  const isSound = soundStore.use();
  const mayManage = useUser().can['account.manage'] ?? false;
  const [notices, setNotices] = useUrlParam<string>('notices', '', { allowed: ['', 'open'] });
  const [hours, setHours] = useUrlParam<string>('hours', '', { allowed: ['', 'open'] });
  return (
    <div className="flex items-center gap-1">
      <DropdownMenu
        label={t('presence.label')}
        trigger={
          <Button
            size="sm"
            variant="ghost"
            icon={
              <span
                aria-hidden="true"
                className={clsx('size-2 rounded-full', isAway ? 'bg-edge' : 'bg-accent-strong')}
              />
            }
          >
            <span className="md:max-lg:sr-only">{t(isAway ? 'presence.away' : 'presence.here')}</span>
          </Button>
        }
        items={[
          {
            label: t('presence.setHere'),
            checked: !isAway,
            isOneOf: true,
            onSelect: () => set.mutate({ body: { isAway: false } }),
          },
          {
            label: t('presence.setAway'),
            checked: isAway,
            isOneOf: true,
            onSelect: () => set.mutate({ body: { isAway: true } }),
          },
          'separator',
          {
            label: t(isSound ? 'sound.off' : 'sound.on'),
            icon: isSound ? <BellOff {...icon} /> : <BellRing {...icon} />,
            onSelect: () => soundStore.set(!isSound),
          },
          { label: t('presence.notices'), onSelect: () => setNotices('open') },
          ...(mayManage ? [{ label: t('hours.title'), onSelect: () => setHours('open') }] : []),
        ]}
      />
      <Suspense>
        {notices === 'open' && (
          <InboxNotices open onOpenChange={(isOpen) => setNotices(isOpen ? 'open' : '')} />
        )}
      </Suspense>
      {mayManage && (
        <InboxHours open={hours === 'open'} onOpenChange={(isOpen) => setHours(isOpen ? 'open' : '')} />
      )}
    </div>
  );
}
