import { useTranslation } from 'react-i18next';
import { BlogTab } from '#features/blog/web/blog-tab.tsx';
import { FeedbackList } from '#features/superadmin/web/feedback-list.tsx';
import { MailPreviews } from '#features/superadmin/web/mail-previews.tsx';
import { Outbox } from '#features/superadmin/web/outbox.tsx';
import { useUser } from '#ui/api/session.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { NotFoundInside } from '../shell/states.tsx';

const tabs = ['outbox', 'feedback', 'mails', 'blog'] as const;

/** For whoever runs this instance. To everybody else the page doesn't exist. */
export function SuperadminPage() {
  const { t } = useTranslation('superadmin');
  const user = useUser();
  const [tab, setTab] = useUrlParam<(typeof tabs)[number]>('tab', 'outbox', { allowed: tabs, push: true });
  if (!user.isSuperadmin) return <NotFoundInside />;
  const content = {
    outbox: <Outbox />,
    feedback: <FeedbackList />,
    mails: <MailPreviews />,
    blog: <BlogTab />,
  };
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.superadmin')}
        tabTitle={t(`tabs.${tab}`)}
        description={t('intro')}
      />
      <Tabs
        label={t('shell:screens.superadmin')}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
      />
    </Page>
  );
}
