import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Callout, Card } from '#ui/page/display.tsx';
import type { OperatorSettingsView } from '../operator-settings.contract.ts';
import { useKeepSettings } from './setting-hooks.ts';

/** Whether the server shows the superadmin's own brand at its address, in place of the product's. */
export function ServerBrandCard({ settings }: { settings: OperatorSettingsView }) {
  const { t } = useTranslation('superadmin-setup');
  const { accountId } = useUser();
  const keep = useKeepSettings();
  const change = useMutate('PUT /api/superadmin/settings', { onSuccess: keep });
  const own = useEndpoint('GET /api/white-label').data;
  const isMine = settings.brandAccountId === accountId;
  const asked = change.isPending ? change.variables.body.brandAccountId !== null : isMine;
  return (
    <Card aria-labelledby="setup-brand">
      <h2 id="setup-brand" className="text-md font-semibold">
        {t('brand.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-muted">{t('brand.text')}</p>
      <div className="grid max-w-xl gap-4">
        <Switch
          label={own?.state === 'active' ? t('brand.useNamed', { brand: own.brandName }) : t('brand.use')}
          help={settings.brandAccountId !== null && !isMine ? t('brand.ofOther') : t('brand.useHelp')}
          checked={asked}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ body: { brandAccountId: isOn ? accountId : null } })}
        />
        {isMine && own?.state === 'unused' && (
          <Callout tone="warning" live>
            {t('brand.unwritten')}
          </Callout>
        )}
        <div>
          <Link to={paths.whiteLabel} className={buttonClass({ variant: 'outline' })}>
            {t('brand.open')}
          </Link>
        </div>
      </div>
    </Card>
  );
}
