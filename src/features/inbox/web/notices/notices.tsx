import { factGap } from '#shared/text/fact-gap.ts';
import { Bell, BellOff, Laptop, LockKeyhole, Share, Smartphone, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '#ui/api/client.ts';
import { refresh, setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { NoticePreferences, ToldBrowser } from '../../inbox-notices.contract.ts';
import { pushStore, type PushState } from './push.ts';

type Notices = Output<'GET /api/inbox/notices'>;
const place = '/api/inbox/notices';
const icon = { size: 20, 'aria-hidden': true } as const;
const icons: Record<PushState, LucideIcon> = {
  on: Bell,
  tab: Bell,
  off: Bell,
  denied: BellOff,
  install: Share,
  insecure: LockKeyhole,
  unsupported: BellOff,
};
const canSwitch: readonly PushState[] = ['on', 'tab', 'off'];

/** How the member hears of what waits for them: in this browser, of what, by mail, and where else. */
export function InboxNotices({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('inbox-notices');
  const { data, error, refetch } = useEndpoint('GET /api/inbox/notices');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')} description={t('text')}>
      {data ? (
        <div className="grid gap-7">
          <ThisBrowser notices={data} />
          <Preferences preferences={data.preferences} />
          {data.browsers.length > 0 && <Browsers browsers={data.browsers} />}
        </div>
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <div className="grid gap-4">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-56 w-full" />
        </div>
      )}
    </Sheet>
  );
}

/** The switch of this browser, and why it can't be switched where it can't. */
function ThisBrowser({ notices }: { notices: Notices }) {
  const { t } = useTranslation('inbox-notices');
  const client = useQueryClient();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const current = notices.browsers.find(({ isCurrent }) => isCurrent);
  const local = pushStore.use(user);
  // What was removed elsewhere, or ended with a session, tells nobody.
  const state = local === 'on' && !current && !isBusy ? 'off' : local;
  const isOn = state === 'on' || state === 'tab';
  const Icon = icons[state];
  async function set(wanted: boolean): Promise<void> {
    setBusy(true);
    try {
      const reached = wanted
        ? await pushStore.turnOn(user, notices.publicKey)
        : await pushStore.turnOff(user, current?.id);
      if (wanted && reached === 'off')
        toast({ variant: 'destructive', title: t('here.failed'), description: t('here.asked') });
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t(wanted ? 'here.failed' : 'common:failed.title'),
        description: error instanceof Error ? error.message : undefined,
      });
    }
    await refresh(client, place);
    setBusy(false);
  }
  return (
    <section aria-label={t('browsers.here')} className="flex items-start gap-3 rounded-card bg-sunken p-4">
      <span className={isOn ? 'text-accent-ink' : 'text-muted'}>
        <Icon {...icon} className="mt-1.5" />
      </span>
      <Switch
        className="grow"
        checked={isOn}
        disabled={isBusy || !canSwitch.includes(state)}
        onChange={(wanted) => void set(wanted)}
        label={t('here.label')}
        help={t(`here.${state}`)}
      />
    </section>
  );
}

function Preferences({ preferences }: { preferences: NoticePreferences }) {
  const { t } = useTranslation('inbox-notices');
  const save = useMutate('PUT /api/inbox/notices', {
    optimistic: (client, { body }) => {
      setEndpointData(
        client,
        'GET /api/inbox/notices',
        undefined,
        (old) =>
          old && { ...old, preferences: { ...old.preferences, ...(body as Partial<NoticePreferences>) } },
      );
      return preferences;
    },
    undo: (client, before) =>
      setEndpointData(
        client,
        'GET /api/inbox/notices',
        undefined,
        (old) => old && { ...old, preferences: before },
      ),
    refreshes: [place],
  });
  const row = (name: keyof NoticePreferences) => (
    <Switch
      key={name}
      className="py-2.5"
      checked={preferences[name]}
      onChange={(isOn) => save.mutate({ body: { [name]: isOn } })}
      label={t(`what.${name}`)}
      help={t(`what.${name}Help`)}
    />
  );
  return (
    <>
      <section aria-labelledby="notices-what">
        <h3 id="notices-what" className="font-semibold">
          {t('what.title')}
        </h3>
        <div className="divide-y divide-line">
          {(['waiting', 'own', 'mentions', 'words'] as const).map(row)}
        </div>
      </section>
      <section aria-labelledby="notices-mails">
        <h3 id="notices-mails" className="font-semibold">
          {t('what.mailsTitle')}
        </h3>
        {row('mails')}
      </section>
    </>
  );
}

function Browsers({ browsers }: { browsers: readonly ToldBrowser[] }) {
  const { t } = useTranslation('inbox-notices');
  const remove = useMutate('DELETE /api/inbox/notices/browsers/{id}', {
    refreshes: [place],
    onSuccess: () => toast({ variant: 'success', title: t('browsers.removed') }),
  });
  const nameOf = ({ browser, os }: ToldBrowser) =>
    browser && os ? t('browsers.on', { browser, os }) : (browser ?? os ?? t('browsers.unknown'));
  return (
    <section aria-labelledby="notices-browsers">
      <h3 id="notices-browsers" className="font-semibold">
        {t('browsers.title')}
      </h3>
      <p className="text-sm text-muted">{t('browsers.text')}</p>
      <ul className="mt-1 divide-y divide-line">
        {browsers.map((one) => {
          const Icon = one.device === 'smartphone' || one.device === 'tablet' ? Smartphone : Laptop;
          return (
            <li key={one.id} className="flex items-center gap-3 py-3">
              <Icon {...icon} className="shrink-0 text-muted" />
              <div className="min-w-0 grow">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  {nameOf(one)}
                  {one.isCurrent && <Badge tone="success">{t('browsers.here')}</Badge>}
                </p>
                <p className="text-sm text-muted">
                  {t('browsers.seen')} <Time at={one.seenAt} />
                  {factGap}
                  {t('browsers.since')} <Time at={one.createdAt} plain="date" />
                </p>
              </div>
              {!one.isCurrent && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={t('browsers.removeOne', { name: nameOf(one) })}
                  pending={remove.isPending && remove.variables.params.id === one.id}
                  onClick={() => remove.mutate({ params: { id: one.id } })}
                >
                  {t('browsers.remove')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
