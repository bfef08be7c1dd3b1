import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { sessionEndedStore } from '#ui/api/session-ended.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';

/**
 * Tells, over whatever screen was refused, that the person is signed out. They sign in in a tab of its own, so
 * that nothing typed is lost here; coming back to this tab goes on by itself.
 */
export function SessionEndedDialog() {
  const { t } = useTranslation('auth');
  const client = useQueryClient();
  const { id } = useUser();
  const [isStillOut, setStillOut] = useState(false);

  async function look(isAsked: boolean): Promise<void> {
    const user = await api('GET /api/user').catch(() => null);
    if (!user) return setStillOut(isAsked);
    // What is on screen is somebody else's.
    if (user.id !== id) return location.reload();
    sessionEndedStore.close();
    await client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }
  useEffect(() => {
    const back = () => void look(true);
    // What was refused before somebody signed in here is no news.
    void look(false);
    addEventListener('focus', back);
    return () => removeEventListener('focus', back);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the person stays while this is open
  }, []);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && sessionEndedStore.close()}
      title={t('sessionEnded.title')}
      description={t('sessionEnded.text')}
      actions={
        <>
          <Button onClick={() => void look(true)}>{t('sessionEnded.goOn')}</Button>
          <a
            href={paths.auth}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'primary' })}
          >
            {t('sessionEnded.signIn')}
            <ExternalLink size={16} aria-hidden="true" />
          </a>
        </>
      }
    >
      <p className="text-pretty" role="status">
        {t(isStillOut ? 'sessionEnded.stillOut' : 'sessionEnded.kept')}
      </p>
    </Dialog>
  );
}
