import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Avatar, Badge, Skeleton } from '#ui/page/display.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { useSection } from '../editor/editor-section.ts';

/** Who of the team reaches this agent. */
export function TeamSection() {
  const { t } = useTranslation('agent-sharing');
  const client = useQueryClient();
  const { agent } = useSection();
  const list = listOf(
    useEndpoint('GET /api/agents/{id}/members', { params: { id: agent.id } }),
    (data) => data.members,
  );
  const change = useMutate('PUT /api/agents/{id}/members/{user}', {
    onSuccess: (answer) =>
      setEndpointData(client, 'GET /api/agents/{id}/members', { params: { id: agent.id } }, () => answer),
  });
  return (
    <List of={list} waiting={<Skeleton className="h-20 rounded-card" />} empty={t('team.alone')}>
      {(members) => (
        <div className="grid gap-4">
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {members.map((member) => (
              <li key={member.userId} className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4">
                <Avatar name={member.name} size={32} />
                <div className="min-w-0 grow basis-40">
                  <p className="font-medium break-words">{member.name}</p>
                  <p className="truncate text-sm text-muted">{member.email}</p>
                </div>
                <Badge>{t(`roles.${member.role}`)}</Badge>
                {member.reach === 'always' ? (
                  <span className="text-sm text-muted">{t('team.always')}</span>
                ) : (
                  <Switch
                    checked={member.reach === 'yes'}
                    disabled={!agent.can.publish || change.isPending}
                    onChange={(reach) =>
                      change.mutate({ params: { id: agent.id, user: member.userId }, body: { reach } })
                    }
                    label={t('team.reaches')}
                  />
                )}
              </li>
            ))}
          </ul>
          {members.length === 1 && <p className="text-sm text-pretty text-muted">{t('team.alone')}</p>}
        </div>
      )}
    </List>
  );
}
