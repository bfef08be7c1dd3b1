import { UserRoundCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';

/** Says on every page that a superadmin works as somebody else, and ends it. */
export function ImpersonationBanner() {
  const { t } = useTranslation('impersonation');
  const { email, impersonation } = useUser();
  const end = useMutate('POST /api/impersonation/end', {
    // Nothing that was read as somebody else stays in the page.
    onSuccess: ({ isSignedIn }) =>
      location.assign(isSignedIn ? paths.superadminSection('accounts') : paths.auth),
  });
  if (!impersonation) return null;
  return (
    <div className="sticky top-0 z-20 mx-auto w-full max-w-6xl px-4 pt-4 md:px-8">
      <Callout
        tone="warning"
        icon={<UserRoundCog size={20} />}
        title={t('title', { email })}
        action={
          <Button size="sm" pending={end.isPending} onClick={() => end.mutate({})}>
            {t('end')}
          </Button>
        }
      >
        {t('reason', { reason: impersonation.reason })} {t('until')} <Time at={impersonation.until} />
      </Callout>
    </div>
  );
}
