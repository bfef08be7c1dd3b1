import { Mail, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Card } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { factGap } from '#shared/text/fact-gap.ts';
import { LinkDialog, type Handover } from './invite-dialog.tsx';

type Invitation = Output<'GET /api/team'>['invitations'][number];

/** Who was asked and has not come yet. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation('team');
  const [link, setLink] = useState<Handover | null>(null);
  const refreshes = ['/api/team'];
  const resend = useMutate('POST /api/team/invitations/{id}/resend', {
    refreshes,
    onSuccess: ({ invitation, link: made, isMailed }) =>
      setLink({ email: invitation.email, link: made, isMailed }),
  });
  const revoke = useMutate('DELETE /api/team/invitations/{id}', {
    refreshes,
    onSuccess: () => toast({ variant: 'success', title: t('invitations.revoked') }),
  });
  return (
    <Card aria-labelledby="invitations" className="p-0!">
      <div className="px-5 pt-5 pb-4">
        <h2 id="invitations" className="text-md font-semibold">
          {t('invitations.title', { count: invitations.length })}
        </h2>
        <p className="mt-1 text-pretty text-muted">
          {t(invitations.length === 0 ? 'invitations.empty' : 'invitations.text')}
        </p>
      </div>
      {invitations.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3.5">
              <span
                aria-hidden="true"
                className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken text-muted dark:bg-line"
              >
                <Mail size={16} />
              </span>
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium break-all">{invitation.email}</p>
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                  <Badge>{t(`roles.${invitation.role}.name`)}</Badge>
                  {invitation.state === 'expired' && (
                    <Badge tone="warning" dot>
                      {t('invitations.expired')}
                    </Badge>
                  )}
                  <span>
                    {invitation.agentIds !== null && (
                      <>
                        {t('reach.count', { count: invitation.agentIds.length })}
                        {factGap}
                      </>
                    )}
                    {invitation.state !== 'expired' && (
                      <>
                        {t('invitations.ends')} <Time at={invitation.expiresAt} />
                        {factGap}
                      </>
                    )}
                    {t('invitations.by', { name: invitation.invitedBy })}
                  </span>
                </p>
              </div>
              <Button
                size="sm"
                icon={<RotateCw size={16} />}
                pending={resend.isPending && resend.variables.params.id === invitation.id}
                onClick={() => resend.mutate({ params: { id: invitation.id } })}
              >
                {t('invitations.resend')}
              </Button>
              <IconButton
                label={t('invitations.revoke', { email: invitation.email })}
                onClick={() => revoke.mutate({ params: { id: invitation.id } })}
              >
                <Trash2 size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(null)} />}
    </Card>
  );
}
