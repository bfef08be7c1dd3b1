import { useTranslation } from 'react-i18next';
import { useUser } from '#ui/api/session.ts';
import { Avatar, Badge, Card } from '#ui/display.tsx';

/** Who works in this account, and with what role. */
export function TeamTab() {
  const { t } = useTranslation('settings');
  const user = useUser();
  return (
    <Card aria-labelledby="members">
      <h2 id="members" className="text-md font-semibold">
        {t('team.members', { count: 1 })}
      </h2>
      <ul className="mt-4">
        <li className="flex flex-wrap items-center gap-3 rounded-card border border-line p-4">
          <Avatar name={user.firstName || user.email} src={user.profileImageUrl} size={36} />
          <div className="min-w-0 grow">
            <p className="truncate font-medium">
              {[user.firstName, user.lastName].filter(Boolean).join(' ') || user.username} <span className="font-normal text-muted">{t('team.you')}</span>
            </p>
            <p className="truncate text-sm text-muted">{user.email}</p>
          </div>
          <Badge tone="accent">{t(`team.roles.${user.role}.name`)}</Badge>
          <p className="w-full text-sm text-pretty text-muted">{t(`team.roles.${user.role}.text`)}</p>
        </li>
      </ul>
      <p className="mt-4 text-sm text-pretty text-muted">{t('team.later')}</p>
    </Card>
  );
}
