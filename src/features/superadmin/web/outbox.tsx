import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefreshCw } from 'lucide-react';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Badge, Callout, Skeleton, type Tone } from '#ui/page/display.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { splitLinks } from './split-links.ts';

type Mail = Output<'GET /api/superadmin/outbox'>['mails'][number];
const tones: Record<Mail['state'], Tone> = {
  kept: 'info',
  queued: 'neutral',
  sent: 'success',
  failed: 'warning',
  dead: 'danger',
  held: 'warning',
};

/** What this instance wrote to people. Without a mail server the mails are kept here, to be handed on. */
export function Outbox() {
  const { t } = useTranslation('superadmin');
  const answer = useEndpoint('GET /api/superadmin/outbox', undefined, {
    staleTime: 0,
  });
  const [opened, setOpened] = useState<Mail | null>(null);
  const { data, refetch, isFetching } = answer;
  return (
    <div className="grid gap-4">
      {data && (
        <Callout
          tone={data.smtp ? 'neutral' : 'warning'}
          action={
            <Button
              size="sm"
              icon={<RefreshCw size={16} />}
              pending={isFetching}
              onClick={() => void refetch()}
            >
              {t('refresh')}
            </Button>
          }
        >
          {t(data.smtp ? 'outbox.sending' : 'outbox.keeping')}
        </Callout>
      )}
      <List
        of={listOf(answer, ({ mails }) => mails)}
        waiting={<Skeleton className="h-64 w-full" />}
        empty={t('outbox.empty')}
      >
        {(mails) => (
          <ul
            aria-label={t('sections.outbox.title')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {mails.map((mail) => (
              <li key={mail.id}>
                <button
                  type="button"
                  onClick={() => setOpened(mail)}
                  className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="min-w-0 flex-1 basis-60">
                    <span className="block truncate font-medium">{mail.subject}</span>
                    <span className="block truncate text-sm text-muted">{mail.recipient}</span>
                  </span>
                  <Badge tone={tones[mail.state]} dot>
                    {t(`outbox.states.${mail.state}`)}
                  </Badge>
                  <Time at={mail.createdAt} className="text-sm text-muted md:w-32 md:text-right" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </List>
      {opened && <MailSheet mail={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/**
 * A mail as text. Links stay text with a way to copy them: they belong to the person the mail was written to.
 */
function MailSheet({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { t } = useTranslation('superadmin');
  const resend = useMutate('POST /api/superadmin/outbox/{id}/resend', {
    refreshes: ['/api/superadmin/outbox'],
    onSuccess: () => {
      toast({ variant: 'success', title: t('outbox.resent') });
      onClose();
    },
  });
  const parts = splitLinks(mail.text);
  const links = [...new Set(parts.filter((part) => part.isLink).map((part) => part.text))];
  const canResend = mail.state === 'dead' || mail.state === 'held';
  const resendButton = (
    <Button
      variant="primary"
      pending={resend.isPending}
      onClick={() => resend.mutate({ params: { id: mail.id } })}
    >
      {t('outbox.resend')}
    </Button>
  );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={mail.subject}
      className="md:w-[min(36rem,92vw)]"
      actions={canResend && resendButton}
    >
      <div className="grid gap-5">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <dt className="text-muted">{t('outbox.to')}</dt>
          <dd className="break-words">{mail.recipient}</dd>
          <dt className="text-muted">{t('outbox.written')}</dt>
          <dd>
            <Time at={mail.createdAt} plain />
          </dd>
          <dt className="text-muted">{t('outbox.state')}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[mail.state]} dot>
              {t(`outbox.states.${mail.state}`)}
            </Badge>
            {mail.sentAt && <Time at={mail.sentAt} plain className="text-sm text-muted" />}
          </dd>
        </dl>
        {mail.lastError && (
          <Callout tone="danger" title={t('outbox.failedAfter', { count: mail.attempts })}>
            {mail.lastError}
            {mail.state === 'dead' && <p className="mt-1">{t('outbox.dead')}</p>}
          </Callout>
        )}
        {mail.state === 'held' && <Callout tone="warning">{t('outbox.held')}</Callout>}
        {links.length > 0 && (
          <section aria-labelledby="mail-links" className="grid gap-2">
            <h3 id="mail-links" className="font-semibold">
              {t('outbox.links', { count: links.length })}
            </h3>
            {links.map((link) => (
              <div
                key={link}
                className="flex items-center gap-2 rounded-card bg-sunken py-1 pr-1 pl-3 dark:bg-line"
              >
                <code className="min-w-0 grow font-mono text-sm break-all">{link}</code>
                <CopyButton text={link} />
              </div>
            ))}
          </section>
        )}
        {mail.text === '' && <p className="border-t border-line pt-4 text-muted">{t('outbox.removed')}</p>}
        {mail.text !== '' && (
          <p className="border-t border-line pt-4 leading-6 break-words whitespace-pre-wrap">
            {parts.map((part, index) =>
              part.isLink ? (
                <code key={index} className="font-mono text-sm break-all text-accent-ink">
                  {part.text}
                </code>
              ) : (
                part.text
              ),
            )}
          </p>
        )}
      </div>
    </Sheet>
  );
}
