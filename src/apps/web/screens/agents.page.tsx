import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentsPage } from '#features/agents/web/list/agents.page.tsx';
import { Skeleton } from '#ui/page/display.tsx';

const TemplateGallery = lazy(() =>
  import('#features/templates/web/template-gallery.tsx').then((file) => ({ default: file.TemplateGallery })),
);
const AgentForms = lazy(() =>
  import('#features/agents/web/list/agent-forms.tsx').then((file) => ({ default: file.AgentForms })),
);

/** Agents, and beside them where new ones come from and what they ask. */
export function AgentsScreen() {
  const { t } = useTranslation('agent-tabs');
  const waiting = <Skeleton className="h-72 rounded-card" />;
  return (
    <AgentsPage
      others={[
        {
          value: 'templates',
          label: t('templates'),
          content: (
            <Suspense fallback={waiting}>
              <TemplateGallery />
            </Suspense>
          ),
        },
        {
          value: 'forms',
          label: t('forms'),
          content: (
            <Suspense fallback={waiting}>
              <AgentForms />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
