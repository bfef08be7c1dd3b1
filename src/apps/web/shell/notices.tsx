import { ReviewNotice } from '#features/account-review/web/review-notice.tsx';
import { Announcements } from '#features/announcements/web/announcements.tsx';
import { useUser } from '#ui/api/session.ts';

/** What stands above every page beside the plan: what the server's people say, and what waits for an owner. */
export function Notices() {
  const { can } = useUser();
  return (
    <>
      <Announcements />
      {can['account.manage'] && <ReviewNotice />}
    </>
  );
}
