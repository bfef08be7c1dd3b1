import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { useIdParam } from '#ui/browser/url-param.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { ExperimentsTab } from '../experiments/experiments-tab.tsx';
import { MarginOfAgent } from './margin-of-agent.tsx';
import { ServiceTab } from './service-tab.tsx';
import { Analytics } from '../dashboard/analytics.tsx';

/** What one agent did: the same figures as on the dashboard, with its versions as marks in time. */
export function AgentReportPage() {
  const { t } = useTranslation(['analytics', 'agent-report']);
  const id = useIdParam();
  const user = useUser();
  const agent = useEndpoint('GET /api/agents/{id}', { params: { id } });
  return (
    <Page>
      <PageHeader
        back={{ to: paths.agents, label: t('report.back') }}
        title={agent.data?.name ?? t('report.title')}
        tabTitle={t('report.title')}
        description={t('report.intro')}
        actions={
          agent.data &&
          user.can['agents.edit'] && (
            <Link to={paths.editAgent(id)} className={buttonClass()}>
              <Pencil size={16} aria-hidden="true" />
              {t('report.edit')}
            </Link>
          )
        }
      />
      {agent.error ? (
        <ReadFailed title={t('unreadable')} error={agent.error} retry={agent.refetch} />
      ) : (
        <Analytics
          key={id}
          reportOf={id}
          more={[
            ...(user.can['payments.read']
              ? [
                  {
                    value: 'money',
                    label: t('agent-report:service.money'),
                    content: <MarginOfAgent agentId={id} />,
                  },
                ]
              : []),
            { value: 'service', label: t('agent-report:service.tab'), content: <ServiceTab agentId={id} /> },
            {
              value: 'experiments',
              label: t('agent-report:experiments.title'),
              content: <ExperimentsTab agentId={id} />,
            },
          ]}
        />
      )}
    </Page>
  );
}
