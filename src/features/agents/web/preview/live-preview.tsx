import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  embedProtocolVersion,
  isEmbedMessage,
  type ChatTheme,
  type EmbedKind,
  type EmbedValues,
} from '#shared/embed/protocol.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { ModelFailure } from '#ui/page/model-failure.tsx';
import { useTheme } from '#ui/browser/theme.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent } from '../../agents.contract.ts';
import { PreviewControls, PreviewPartsContext, type PreviewDevice } from './preview-controls.tsx';
import { PreviewLauncher, previewPanel } from './preview-launcher.tsx';
import { draftAgent } from './draft-agent.ts';
import { usePreviewCss } from './use-preview-css.ts';

const frameId = 'preview';
type Props = {
  agent: Agent;
  draft: AgentConfiguration;
  className?: string;
  /** Without its heading, where a sheet brings one. */
  bare?: boolean;
};

/**
 * The real chat with the draft in it. Every change goes into the frame by message, so nothing reloads and the
 * conversation stays.
 */
export function LivePreview({ agent, draft, className, bare = false }: Props) {
  const { t, i18n } = useTranslation('agents');
  const [appTheme] = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  // Each reading of the agent brings a fresh ticket; the frame keeps the one that it began with.
  const [address] = useState(agent.previewUrl);
  const [isReady, setReady] = useState(false);
  const [device, setDevice] = useState<PreviewDevice>('desktop');
  const [isOpen, setOpen] = useState(true);
  const [visitor, setVisitor] = useState(1);
  const [answerId, setAnswerId] = useState<string | null>(null);
  const [isTracing, setTracing] = useState(false);
  const [hasWaited, setWaited] = useState(false);
  const parts = use(PreviewPartsContext);
  const initial: ChatTheme =
    draft.appearance.initialTheme === 'auto' ? appTheme : draft.appearance.initialTheme;
  const [theme, setTheme] = useState<ChatTheme>(initial);
  const language: Language =
    draft.basic.language === 'auto' ? (toLanguage(i18n.language) ?? 'en') : draft.basic.language;
  const css = usePreviewCss(draft.css.code);
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
        source !== frame.current?.contentWindow ||
        origin !== location.origin ||
        !isEmbedMessage(data) ||
        data.frame !== frameId
      )
        return;
      if (data.kind === 'ready') setReady(true);
      if (data.kind === 'theme' && data.value !== 'auto') setTheme(data.value);
      if (data.kind === 'message' && data.value.role === 'agent') setAnswerId(data.value.id);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (isReady && texts) send('preview-config', { agent: draftAgent(agent, draft, language, texts, css) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the agent only its number is shown; it is a new object after every save
  }, [isReady, texts, agent.number, draft, css, language, send]);
  useEffect(() => setTheme(initial), [initial]);
  useEffect(() => {
    if (isReady) send('theme', theme);
  }, [isReady, theme, send]);

  // What the server reckons for its visitor follows what was saved, not what is typed.
  const rules = JSON.stringify([agent.draft.payment, agent.draft.contactForm, agent.draft.access]);
  const known = useRef(rules);
  useEffect(() => {
    if (isReady && known.current !== rules) send('preview-config', { saved: true });
    known.current = rules;
  }, [isReady, rules, send]);

  const isPhone = device === 'phone';
  return (
    <section aria-label={t('preview.title')} className={clsx('flex min-h-0 flex-col', className)}>
      <PreviewControls
        bare={bare}
        device={device}
        onDevice={setDevice}
        theme={theme}
        onTheme={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        isOpen={isOpen}
        onOpen={() => setOpen(!isOpen)}
        onNewChat={() => send('preview-config', { restart: true })}
        onNewVisitor={() => {
          setReady(false);
          setAnswerId(null);
          setWaited(false);
          setVisitor(visitor + 1);
        }}
        onInactivity={() => setWaited(true)}
        onTrace={parts && (() => setTracing(true))}
      />
      {hasWaited && <Inactivity draft={draft} onClose={() => setWaited(false)} />}
      {draft.ai.provider !== 'built-in' && agent.modelFailure?.provider === draft.ai.provider && (
        <Callout tone="danger" live className="mb-2" title={t('common:modelFailure.title')}>
          <ModelFailure {...agent.modelFailure} />
        </Callout>
      )}
      {isTracing && parts?.trace(answerId, () => setTracing(false))}
      <div className="flex min-h-0 grow flex-col items-center">
        <div
          className={clsx(
            !isOpen && 'invisible',
            'min-h-0 w-full grow overflow-hidden bg-surface transition-[max-width] duration-200',
            isPhone
              ? 'max-h-[44rem] max-w-[22rem] rounded-[2rem] border-8 border-ink/85 dark:border-line'
              : `${previewPanel[draft.layout.size]} rounded-sheet border border-line shadow-float`,
          )}
        >
          <iframe
            key={visitor}
            ref={frame}
            src={address}
            title={t('preview.frame', { name: draft.basic.name })}
            allow="microphone;autoplay"
            className="size-full"
          />
        </div>
        {!isPhone && <PreviewLauncher draft={draft} />}
      </div>
      <p className="pt-2 text-center text-xs text-muted">{t('preview.note')}</p>
    </section>
  );
}

/** What would happen by itself once a visitor has been silent for long. */
function Inactivity({ draft, onClose }: { draft: AgentConfiguration; onClose: () => void }) {
  const { t } = useTranslation('agents');
  const { summary, layout } = draft;
  const lines = [
    layout.popupMessage &&
      t('preview.silencePopup', { seconds: layout.popupDelay, message: layout.popupMessage }),
    summary.enabled &&
      summary.recipients.length > 0 &&
      t('preview.silenceSummary', { minutes: summary.delayMinutes, to: summary.recipients.join(', ') }),
    summary.enabled &&
      summary.sendToContact &&
      t('preview.silenceContact', { minutes: summary.delayMinutes }),
  ].filter(Boolean);
  return (
    <Callout
      tone="info"
      live
      className="mb-2"
      title={t('preview.silenceTitle')}
      action={
        <Button size="sm" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      {lines.length === 0
        ? t('preview.silenceNothing')
        : lines.map((line) => (
            <span key={String(line)} className="block">
              {line}
            </span>
          ))}
    </Callout>
  );
}
