import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';

/** That nobody has said yet who sells; nothing once it was said, and for members who can't say it. */
export function SellerHint({
  hasLink = false,
}: {
  /** Whether it leads to where it is entered. */
  hasLink?: boolean;
}) {
  const { t } = useTranslation('seller');
  const canEnter = useUser().can['payments.manage'] ?? false;
  const { data } = useEndpoint('GET /api/seller', undefined, { enabled: canEnter });
  if (!canEnter || !data || (data.seller.name !== '' && data.seller.address !== '')) return null;
  const action = hasLink && {
    action: (
      <a href={`${paths.billing}#seller`} className={buttonClass()}>
        {t('missing.action')}
      </a>
    ),
  };
  return (
    <Callout tone="warning" title={t('missing.title')} {...action}>
      {t('missing.text')}
    </Callout>
  );
}
