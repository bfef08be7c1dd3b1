import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { RunView } from './runs/run-view.tsx';
import { SuiteEditor } from './suites/suite-editor.tsx';
import { SuiteList } from './suites/suite-list.tsx';

/** Conversations that nobody holds: what an agent is tested with, and what became of it. */
export function AgentSimulatorPage() {
  const { t } = useTranslation('simulator');
  const { data, error, refetch } = useEndpoint('GET /api/agents', { query: {} });
  const canEdit = useUser().can['agents.edit'] !== false;
  const [chosen, setAgent] = useUrlParam<string>('agent', '', { push: true });
  const [suite, setSuite] = useUrlParam<string>('suite', '', { push: true });
  const [run, setRun] = useUrlParam<string>('run', '', { push: true });
  const agents = data?.agents ?? [];
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0];
  if (run) return <RunView key={run} id={run} onRun={setRun} onClose={() => setRun('')} />;
  if (suite && agent)
    return (
      <SuiteEditor key={suite} id={suite} agentId={agent.id} onClose={() => setSuite('')} onRun={setRun} />
    );
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.agentSimulator')}
        description={t('intro')}
        back={{ to: paths.tools, label: t('shell:screens.tools') }}
        actions={
          agent &&
          canEdit && (
            <Button variant="primary" icon={<Plus size={16} />} onClick={() => setSuite('new')}>
              {t('suites.new')}
            </Button>
          )
        }
      />
      {error && !data && <ReadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-64 rounded-card" />}
      {data && !agent && <p className="text-muted">{t('noAgent')}</p>}
      {agent && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Field label={t('agent')} className="max-w-sm">
            <Select
              value={agent.id}
              onChange={setAgent}
              options={agents.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <SuiteList key={agent.id} agentId={agent.id} canEdit={canEdit} onOpen={setSuite} onRun={setRun} />
        </div>
      )}
    </Page>
  );
}
