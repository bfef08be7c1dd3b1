import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { MessageSquarePlus, Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { embedProtocolVersion, isEmbedMessage, launcherIconPaths, readableOn, type ChatTheme, type EmbedKind, type EmbedValues } from '#shared/embed-protocol.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useTheme } from '#ui/theme.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';
import type { Agent } from '../agents.contract.ts';
import { toPublicAgent } from './public-agent.ts';

const frameId = 'preview';
type Device = 'desktop' | 'phone';

type Props = { agent: Agent; draft: AgentConfiguration; className?: string; /** Without its heading, where a sheet brings one. */ bare?: boolean };

/** The real chat with the draft in it. Every change goes into the frame by message, so nothing reloads and the conversation stays. */
export function LivePreview({ agent, draft, className, bare = false }: Props) {
  const { t, i18n } = useTranslation('agents');
  const [appTheme] = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  // Each reading of the agent brings a fresh ticket; the frame keeps the one that it began with.
  const [address] = useState(agent.previewUrl);
  const [isReady, setReady] = useState(false);
  const [device, setDevice] = useState<Device>('desktop');
  const initial: ChatTheme = draft.appearance.initialTheme === 'auto' ? appTheme : draft.appearance.initialTheme;
  const [theme, setTheme] = useState<ChatTheme>(initial);
  const language: Language = draft.basic.language === 'auto' ? (toLanguage(i18n.language) ?? 'en') : draft.basic.language;
  const texts = useQuery<Record<string, string>>({ queryKey: [`/locales/${language}/chat.json`] }).data;

  const send = useCallback(<Kind extends EmbedKind>(kind: Kind, value: EmbedValues[Kind]) => {
    frame.current?.contentWindow?.postMessage({ chatelier: embedProtocolVersion, frame: frameId, kind, value }, location.origin);
  }, []);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || !isEmbedMessage(data) || data.frame !== frameId) return;
      if (data.kind === 'ready') setReady(true);
      if (data.kind === 'theme') setTheme(data.value);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (isReady && texts) send('preview-config', { agent: toPublicAgent(agent, draft, language, texts) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the agent only these two facts are shown; it is a new object after every save
  }, [isReady, texts, agent.number, agent.avatarUrl, draft, language, send]);
  useEffect(() => setTheme(initial), [initial]);
  useEffect(() => {
    if (isReady) send('theme', theme);
  }, [isReady, theme, send]);

  const { color, launcherIcon } = draft.appearance;
  const { position } = draft.layout;
  const shownColor = /^#[0-9a-f]{6}$/i.test(color) ? color : '#36d6b5';
  const isPhone = device === 'phone';
  return (
    <section aria-label={t('preview.title')} className={clsx('flex min-h-0 flex-col', className)}>
      <div className="flex items-center justify-end gap-1 pb-2">
        {!bare && <h2 className="mr-auto text-sm font-medium text-muted">{t('preview.title')}</h2>}
        <div role="group" aria-label={t('preview.device')} className={bare ? 'hidden' : 'flex'}>
          <IconButton size="sm" label={t('preview.desktop')} aria-pressed={!isPhone} active={!isPhone} onClick={() => setDevice('desktop')}>
            <Monitor size={16} strokeWidth={1.75} />
          </IconButton>
          <IconButton size="sm" label={t('preview.phone')} aria-pressed={isPhone} active={isPhone} onClick={() => setDevice('phone')}>
            <Smartphone size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
        <IconButton size="sm" label={t(theme === 'dark' ? 'preview.toLight' : 'preview.toDark')} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? <Sun size={16} strokeWidth={1.75} /> : <Moon size={16} strokeWidth={1.75} />}
        </IconButton>
        <Button size="sm" variant="ghost" icon={<MessageSquarePlus size={16} strokeWidth={1.75} />} onClick={() => send('preview-config', { restart: true })}>
          {t('preview.restart')}
        </Button>
      </div>
      <div className="flex min-h-0 grow flex-col items-center">
        <div
          className={clsx(
            'min-h-0 w-full grow overflow-hidden bg-surface transition-[max-width] duration-200',
            isPhone ? 'max-h-[44rem] max-w-[22rem] rounded-[2rem] border-8 border-ink/85 dark:border-line' : 'max-w-[26rem] rounded-sheet border border-line shadow-float',
          )}
        >
          <iframe ref={frame} src={address} title={t('preview.frame', { name: draft.basic.name })} className="size-full" />
        </div>
        {!isPhone && (
          <div aria-hidden="true" className={clsx('flex w-full max-w-[26rem] pt-3', position === 'bottom-left' ? 'justify-start' : position === 'bottom-center' ? 'justify-center' : 'justify-end')}>
            <span className="flex size-13 items-center justify-center overflow-hidden rounded-full shadow-float" style={{ background: shownColor }}>
              {launcherIcon === 'avatar' && agent.avatarUrl ? (
                <img src={agent.avatarUrl} alt="" className="size-full object-cover" />
              ) : (
                <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke={readableOn(shownColor)} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
                  <path d={launcherIconPaths[launcherIcon]} />
                </svg>
              )}
            </span>
          </div>
        )}
      </div>
      <p className="pt-2 text-center text-xs text-muted">{t('preview.note')}</p>
    </section>
  );
}
