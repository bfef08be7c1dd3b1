import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Callout, Card, Skeleton } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { TwoFactorOff, TwoFactorOn, TwoFactorRenew } from './two-factor-dialogs.tsx';

/** The second factor of signing in: on, off, and its recovery codes. */
export function TwoFactorCard() {
  const { t } = useTranslation('two-factor');
  const { data, error, refetch } = useEndpoint('GET /api/user/two-factor');
  const [open, setOpen] = useState<'on' | 'off' | 'renew' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card aria-labelledby="two-factor">
      <h2 id="two-factor" className="flex flex-wrap items-center gap-2 text-md font-semibold">
        {t('title')}
        {data?.isOn && (
          <Badge tone="success" dot>
            {t('on')}
          </Badge>
        )}
      </h2>
      <p className="mt-1 mb-5 max-w-[64ch] text-pretty text-muted">{t('text')}</p>
      {error && !data && <ReadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-11 w-48" />}
      {data && !data.isOn && (
        <Button variant="primary" onClick={() => setOpen('on')}>
          {t('begin.action')}
        </Button>
      )}
      {data?.isOn && (
        <div className="grid gap-4">
          <p>
            {t('codesLeft', { count: data.codesLeft })}
            {data.since && (
              <span className="text-muted">
                {factGap}
                {t('since')} <Time at={data.since} plain="date" />
              </span>
            )}
          </p>
          {data.codesLeft < 3 && <Callout tone="warning">{t('fewCodes')}</Callout>}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen('renew')}>{t('renew.action')}</Button>
            <Button variant="danger" onClick={() => setOpen('off')}>
              {t('off.action')}
            </Button>
          </div>
        </div>
      )}
      {open === 'on' && <TwoFactorOn onClose={close} />}
      {open === 'off' && <TwoFactorOff onClose={close} />}
      {open === 'renew' && <TwoFactorRenew onClose={close} />}
    </Card>
  );
}
