import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { MessageSquarePlus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftAgent } from '#features/agents/web/preview/draft-agent.ts';
import {
  embedProtocolVersion,
  isEmbedMessage,
  type EmbedKind,
  type EmbedValues,
} from '#shared/embed/protocol.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import { api, type ApiError } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useTheme } from '#ui/browser/theme.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { TemplateDetail, TemplatePreview } from '../templates.contract.ts';

const frameId = 'preview';

/**
 * Opens the demo agent; while its knowledge is still being read, asks again, because each call waits a while
 * by itself.
 */
async function open(slug: string, language: Language, signal: AbortSignal): Promise<TemplatePreview> {
  for (;;) {
    const preview = await api(
      'POST /api/templates/{slug}/preview',
      { params: { slug }, body: { language } },
      signal,
    );
    if (preview.ready || signal.aborted) return preview;
  }
}

/** The real chat with the template's demo agent. It speaks the language of the screen. */
export function TemplateChat({ template, className }: { template: TemplateDetail; className?: string }) {
  const { t, i18n } = useTranslation('templates');
  const [appTheme] = useTheme();
  const language = toLanguage(i18n.language) ?? 'en';
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const { slug } = template;
  const {
    data: preview,
    error,
    refetch,
    isFetching,
  } = useQuery<TemplatePreview, ApiError>({
    queryKey: ['template-preview', slug, language],
    queryFn: ({ signal }) => open(slug, language, signal),
    gcTime: 0,
  });
  const texts = useQuery<Record<string, string>>({ queryKey: [`/locales/${language}/chat.json`] }).data;

  const send = useCallback(<Kind extends EmbedKind>(kind: Kind, value: EmbedValues[Kind]) => {
    frame.current?.contentWindow?.postMessage(
      { chatelier: embedProtocolVersion, frame: frameId, kind, value },
      location.origin,
    );
  }, []);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (
        source === frame.current?.contentWindow &&
        origin === location.origin &&
        isEmbedMessage(data) &&
        data.frame === frameId &&
        data.kind === 'ready'
      )
        setReady(true);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (!isReady || !texts || !preview) return;
    send('preview-config', { agent: draftAgent(preview, preview.configuration, language, texts) });
  }, [isReady, texts, preview, language, send]);
  useEffect(() => {
    if (isReady) send('theme', appTheme);
  }, [isReady, appTheme, send]);

  return (
    <section aria-label={t('chat.title')} className={clsx('flex min-h-0 flex-col', className)}>
      <div className="flex items-center justify-between gap-2 pb-2">
        <h3 className="text-sm font-semibold text-muted">{t('chat.title')}</h3>
        <Button
          size="sm"
          variant="ghost"
          disabled={!isReady}
          icon={<MessageSquarePlus size={16} />}
          onClick={() => send('preview-config', { restart: true })}
        >
          {t('chat.restart')}
        </Button>
      </div>
      {error && <ReadFailed title={t('chat.failed')} error={error} retry={refetch} />}
      {!error && (
        <div className="relative min-h-0 grow overflow-hidden rounded-sheet border border-line bg-surface">
          {!isReady && (
            <p
              role="status"
              className="absolute inset-0 flex flex-col items-center justify-center gap-3 px-8 text-center text-muted"
            >
              <Spinner size={20} />
              {isFetching ? t('chat.preparing', { name: template.agentName }) : t('chat.opening')}
            </p>
          )}
          {preview && (
            <iframe
              ref={frame}
              src={preview.previewUrl}
              title={t('chat.frame', { name: template.agentName })}
              className={clsx('size-full', !isReady && 'invisible')}
            />
          )}
        </div>
      )}
      <p className="pt-2 text-center text-xs text-muted">{t('chat.note')}</p>
    </section>
  );
}
