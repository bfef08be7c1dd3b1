import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveDialog } from './member-dialogs.tsx';
import { MemberRow } from './member-row.tsx';

/** Who works in this account, with what role, and who is asked to. */
export function TeamTab() {
  const { t } = useTranslation('team');
  const { data, error, refetch } = useEndpoint('GET /api/team', undefined, { staleTime: 0 });
  const [open, setOpen] = useState<'invite' | 'leave' | null>(null);
  useServerEvents({ 'team.changed': () => void refetch() });
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const close = () => setOpen(null);
  const you = data.members.find(({ isYou }) => isYou);
  const manages = data.roles.length > 0;
  return (
    <div className="grid gap-6">
      <Card aria-labelledby="members" className="p-0!">
        <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-4">
          <div className="min-w-0">
            <h2 id="members" className="text-md font-semibold">
              {t('members', { count: data.members.length })}
            </h2>
            <p className="mt-1 text-pretty text-muted">
              {t(manages ? 'membersText' : 'membersOnly', { account: data.accountName })}
            </p>
          </div>
          {manages && (
            <Button variant="primary" icon={<UserPlus size={16} />} onClick={() => setOpen('invite')}>
              {t('invite.action')}
            </Button>
          )}
        </div>
        <ul className="divide-y divide-line border-t border-line">
          {data.members.map((member) => (
            <MemberRow key={member.userId} member={member} />
          ))}
        </ul>
      </Card>
      {manages && <InvitationList invitations={data.invitations} />}
      {you && you.role !== 'owner' && (
        <Card aria-labelledby="leave" className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0 flex-1 basis-64">
            <h2 id="leave" className="text-md font-semibold">
              {t('leave.heading')}
            </h2>
            <p className="mt-1 text-pretty text-muted">{t('leave.hint')}</p>
          </div>
          <Button variant="danger" onClick={() => setOpen('leave')}>
            {t('leave.confirm')}
          </Button>
        </Card>
      )}
      {open === 'invite' && <InviteDialog roles={data.roles} onClose={close} />}
      {open === 'leave' && <LeaveDialog accountName={data.accountName} onClose={close} />}
    </div>
  );
}
