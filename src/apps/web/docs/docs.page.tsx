import { useTranslation } from 'react-i18next';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { DocsApi } from './api.tsx';
import { DocsCustomization } from './customization.tsx';
import { DocsGuides } from './guides.tsx';
import { DocsIntegration } from './integration.tsx';
import { DocsStart } from './start.tsx';

const tabs = ['start', 'integration', 'customization', 'api', 'guides'] as const;

/** Documentation beside the work: getting started, the script tag, the chat's parts, every endpoint, the guides. */
export function DocsPage() {
  const { t } = useTranslation('docs');
  const { isOff } = usePartsOff();
  const shown = tabs.filter((value) => value !== 'api' || !isOff('api'));
  const [tab, setTab] = useUrlParam<(typeof tabs)[number]>('tab', 'start', { allowed: shown, push: true });
  const content = {
    start: <DocsStart />,
    integration: <DocsIntegration />,
    customization: <DocsCustomization />,
    api: <DocsApi />,
    guides: <DocsGuides />,
  };
  const nameOf = (value: (typeof tabs)[number]): string =>
    value === 'guides' ? t('docs-pages:guides.tab') : t(`tabs.${value}`);
  return (
    <Page>
      <PageHeader title={t('shell:screens.docs')} tabTitle={nameOf(tab)} description={t('intro')} />
      <Tabs
        label={t('shell:screens.docs')}
        value={tab}
        onChange={setTab}
        tabs={shown.map((value) => ({ value, label: nameOf(value), content: content[value] }))}
      />
    </Page>
  );
}
