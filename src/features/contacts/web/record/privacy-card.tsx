import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refresh, useMutate } from '#ui/api/hooks.ts';
import { useSetSession, useUser } from '#ui/api/session.ts';
import { Card } from '#ui/page/display.tsx';
import { Switch } from '#ui/controls/switch.tsx';

/** What a person does not want to see of visitors; an owner decides for the whole account. */
export function PrivacyCard() {
  const { t } = useTranslation('contact-privacy');
  const user = useUser();
  const client = useQueryClient();
  const setSession = useSetSession();
  const save = useMutate('PUT /api/user/privacy', {
    optimistic: (_client, { body }) => {
      setSession({ ...user, ...body });
      return user;
    },
    undo: (_client, before) => setSession(before),
    onSuccess: (saved) => {
      setSession(saved);
      void refresh(client, '/api/contacts');
    },
  });
  const set = (change: Partial<{ hidePassiveVisitors: boolean; hideLocationData: boolean }>) =>
    save.mutate({
      body: {
        hidePassiveVisitors: user.hidePassiveVisitors,
        hideLocationData: user.hideLocationData,
        ...change,
      },
    });
  return (
    <Card aria-labelledby="visitor-privacy">
      <h2 id="visitor-privacy" className="text-md font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-muted">{t(user.role === 'owner' ? 'textOwner' : 'text')}</p>
      <div className="grid max-w-xl gap-3">
        <Switch
          label={t('passive')}
          help={t('passiveHelp')}
          checked={user.hidePassiveVisitors}
          onChange={(hidePassiveVisitors) => set({ hidePassiveVisitors })}
        />
        <Switch
          label={t('location')}
          help={t('locationHelp')}
          checked={user.hideLocationData}
          onChange={(hideLocationData) => set({ hideLocationData })}
        />
      </div>
    </Card>
  );
}
