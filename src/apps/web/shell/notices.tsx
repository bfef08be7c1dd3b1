import { ReviewNotice } from '#features/account-review/web/review-notice.tsx';
import { ClientBanner } from '#features/agencies/web/client-banner.tsx';
import { Announcements } from '#features/announcements/web/announcements.tsx';
import { ImpersonationBanner } from '#features/auth/web/impersonation-banner.tsx';
import { SampleNotice } from '#features/sample-data/web/sample-notice.tsx';
import { useUser } from '#ui/api/session.ts';

/**
 * What stands above every page beside the plan: that the account is somebody else's or invented, what the server's
 * people say, and what waits for an owner.
 */
export function Notices() {
  const { can, impersonation, client } = useUser();
  return (
    <>
      {impersonation && <ImpersonationBanner />}
      {client && <ClientBanner />}
      {can['account.manage'] && <SampleNotice />}
      <Announcements />
      {can['account.manage'] && <ReviewNotice />}
    </>
  );
}
