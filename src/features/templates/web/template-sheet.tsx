import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { TemplateChat } from './template-chat.tsx';
import { TemplateContents } from './template-contents.tsx';

/** What is in a template beside a chat with it, and the button that makes it one's own. */
export function TemplateSheet({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('templates');
  const language = toLanguage(i18n.language) ?? 'en';
  const canEdit = useUser().can['agents.edit'] !== false;
  const navigate = useNavigate();
  const { data, error, refetch } = useEndpoint('GET /api/templates/{slug}', {
    params: { slug },
    query: { language },
  });
  // Pressed twice, or sent again after a lost answer, it is still one agent.
  const key = useRef(crypto.randomUUID());
  const use = useMutate('POST /api/templates/{slug}/use', {
    refreshes: ['/api/agents'],
    failure: t('use.failed'),
    onSuccess: ({ agentId }) => {
      toast({ title: t('use.done', { name: data?.agentName ?? '' }), description: t('use.doneText') });
      void navigate({ to: paths.editAgent(agentId) });
    },
  });
  const isWide = useMediaQuery('(min-width: 60rem)');
  const [view, setView] = useState<'about' | 'chat'>('about');

  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.title ?? t('title')}
      description={data && data.business !== '' && t('speaksFor', { business: data.business })}
      className="h-[92dvh] md:h-auto md:w-[min(64rem,94vw)]"
      actions={
        canEdit && (
          <Button
            variant="primary"
            pending={use.isPending || use.isSuccess}
            disabled={!data}
            onClick={() => use.mutate({ params: { slug }, body: { key: key.current, language } })}
          >
            {t(use.isPending || use.isSuccess ? 'use.doing' : 'use.do')}
          </Button>
        )
      }
    >
      {error && !data && <ReadFailed title={t('unreadableOne')} error={error} retry={refetch} />}
      {!data && !error && (
        <div className="grid gap-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
      {data && (
        <div className="flex h-full min-h-0 flex-col gap-4">
          {!isWide && (
            <div
              role="group"
              aria-label={t('view.label')}
              className="grid shrink-0 grid-cols-2 gap-1 rounded-card bg-sunken p-1 dark:bg-line"
            >
              {(['about', 'chat'] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={view === each}
                  onClick={() => setView(each)}
                  className={clsx(
                    'min-h-11 rounded-control px-3 font-medium',
                    view === each ? 'bg-surface text-ink shadow-float' : 'text-muted',
                  )}
                >
                  {t(`view.${each}`)}
                </button>
              ))}
            </div>
          )}
          <div className="grid min-h-0 grow gap-8 min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
            {(isWide || view === 'about') && (
              <div className="min-w-0 min-[60rem]:overflow-y-auto min-[60rem]:pr-2">
                <TemplateContents template={data} />
              </div>
            )}
            {(isWide || view === 'chat') && <TemplateChat template={data} className="h-full min-h-96" />}
          </div>
        </div>
      )}
    </Sheet>
  );
}
