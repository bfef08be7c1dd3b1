import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Badge } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { figures, type Figure } from '../../analytics-figures.contract.ts';

const all = Object.keys(figures) as Figure[];

/** What every figure counts, out of the module that names them: the page and the "i" beside a figure say the same. */
export function GlossaryPage() {
  const { t } = useTranslation(['analytics', 'agent-report', 'money', 'shell']);
  const own = [
    ['margin', t('money:figures.margin'), t('money:margin.help')],
    ['resolution', t('agent-report:service.resolution'), t('agent-report:service.resolutionNote')],
    ['human', t('agent-report:service.human'), t('agent-report:service.humanNote')],
    ['sources', t('agent-report:service.sources'), t('agent-report:service.sourcesNote')],
  ] as const;
  return (
    <Page>
      <PageHeader
        back={{ to: paths.dashboard, label: t('shell:screens.dashboard') }}
        title={t('agent-report:glossary.title')}
        description={t('agent-report:glossary.intro')}
      />
      <dl className="grid max-w-prose gap-5">
        {all.map((figure) => (
          <div key={figure} id={figure} className="scroll-mt-6">
            <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
              {t(`figures.${figure}.name`)}
              <Badge>{t(`agent-report:glossary.unit.${figures[figure].unit}`)}</Badge>
            </dt>
            <dd className="mt-1 text-pretty text-muted">{t(`figures.${figure}.formula`)}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 mb-4 text-lg font-semibold">{t('agent-report:glossary.own')}</h2>
      <dl className="grid max-w-prose gap-5">
        {own.map(([key, name, formula]) => (
          <div key={key} id={key} className="scroll-mt-6">
            <dt className="font-medium">{name}</dt>
            <dd className="mt-1 text-pretty text-muted">{formula}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
