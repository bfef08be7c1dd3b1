import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { useIdParam } from '#ui/browser/url-param.ts';
import { ErrorScreen } from '#ui/page/error-screen.tsx';
import { usePageTitle } from '#ui/page/page.tsx';
import { EditorFrame } from './editor-frame.tsx';
import type { EditorSection } from './editor-section.ts';
import { useAgentNews } from './use-agent-news.ts';

type Props = {
  sections: readonly EditorSection[];
  /** How far the knowledge of a new agent has come. */
  progress: (collectionId: string) => ReactNode;
};

/** The editor of the agent in the address. */
export function AgentEditor({ sections, progress }: Props) {
  const id = useIdParam();
  const { data: agent, error, refetch } = useEndpoint('GET /api/agents/{id}', { params: { id } });
  useAgentNews(id);
  if (agent) return <EditorFrame key={agent.id} agent={agent} sections={sections} progress={progress} />;
  if (error) return <Unreadable error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

function Unreadable({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useTranslation('agents');
  const navigate = useNavigate();
  const isGone = error.status === 404;
  const title = t(isGone ? 'editor.gone' : 'editor.unreadable');
  usePageTitle(title);
  return (
    <ErrorScreen
      title={title}
      actions={[
        { label: t('editor.back'), onClick: () => void navigate({ to: paths.agents }), primary: isGone },
        ...(isGone ? [] : [{ label: t('common:tryAgain'), onClick: onRetry, primary: true }]),
      ]}
    >
      {isGone ? t('editor.goneText') : error.status === 0 ? t('common:failed.offline') : error.message}
    </ErrorScreen>
  );
}

function Waiting() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  const { t } = useTranslation('common');
  return (
    <div className="px-4 py-3 md:px-6">
      <p role="status" className="sr-only">
        {late ? t('loading') : ''}
      </p>
      <Skeleton className="mb-6 h-9 w-72 max-w-full" />
      <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
        <div className="grid content-start gap-5">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-16" />
          ))}
        </div>
        <Skeleton className="hidden h-[36rem] rounded-sheet lg:block" />
      </div>
    </div>
  );
}
