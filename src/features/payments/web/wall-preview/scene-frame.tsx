import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '#features/agents/agents.contract.ts';
import { draftAgent } from '#features/agents/web/preview/draft-agent.ts';
import {
  embedProtocolVersion,
  isEmbedMessage,
  type ChatTheme,
  type EmbedKind,
  type EmbedValues,
} from '#shared/embed/protocol.ts';
import type { Language } from '#shared/languages.ts';
import { scenesOf } from './wall-scenes.ts';

const frameId = 'preview';
type Props = {
  agent: Agent;
  sceneId: string;
  theme: ChatTheme;
  language: Language;
  /** Width of the chat in CSS pixels. */
  width: number;
};

/**
 * The agent's real chat in a staged state of paying. It is loaded anew for each, so that one leaves nothing
 * for the next.
 */
export function SceneFrame({ agent, sceneId, theme, language, width }: Props) {
  const { t } = useTranslation('paywall-test');
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(agent.previewUrl);
  const [isReady, setReady] = useState(false);
  const texts = useQuery<Record<string, string>>({ queryKey: [`/locales/${language}/chat.json`] }).data;
  const errors = useQuery<{ payments: { code_wrong: string } }>({
    queryKey: [`/locales/${language}/errors.json`],
  }).data;
  const scene = useMemo(
    () =>
      errors &&
      texts &&
      scenesOf({
        payment: agent.draft.payment,
        now: new Date(),
        question: agent.draft.prompt.iceBreakers[0] || t('question'),
        codeWrong: errors.payments.code_wrong,
      }).find(({ id }) => id === sceneId)?.scene,
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a scene is staged once
    [sceneId, errors, texts],
  );
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
  const send = <Kind extends EmbedKind>(kind: Kind, value: EmbedValues[Kind]) =>
    frame.current?.contentWindow?.postMessage(
      { chatelier: embedProtocolVersion, frame: frameId, kind, value },
      location.origin,
    );
  useEffect(() => {
    if (!isReady || !texts || !scene) return;
    send('preview-config', { agent: draftAgent(agent, agent.draft, language, texts) });
    send('preview-config', { scene });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the agent is a new object after every reading
  }, [isReady, texts, scene, language]);
  useEffect(() => {
    if (isReady) send('theme', theme);
  }, [isReady, theme]);
  return (
    <iframe
      ref={frame}
      src={address}
      title={t('frame', { name: agent.name })}
      className="h-[40rem] max-w-full rounded-sheet border border-line bg-surface shadow-float"
      style={{ width }}
    />
  );
}
