import type { Language } from '#shared/languages.ts';
import { overriddenTexts } from '#shared/text/overridden-texts.ts';
import { askedOfVisitors } from '#shared/chat/visitor-gate.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';

/** What the preview shows of a draft: the shape that the visitor API calls `PublicAgent`. */
export function toPublicAgent(
  agent: { number: number },
  draft: AgentConfiguration,
  language: Language,
  texts: Record<string, string>,
  css = '',
): object {
  const { basic, appearance, prompt, knowledge } = draft;
  const { backgroundImage } = appearance;
  return {
    number: agent.number,
    name: basic.name,
    language,
    appearance: {
      color: appearance.color,
      avatarUrl: appearance.avatar ? `/avatars/${appearance.avatar}` : null,
      initialTheme: appearance.initialTheme,
      themeToggle: appearance.themeToggle,
      position: draft.layout.position,
      launcherIcon: appearance.launcherIcon,
      sendIcon: appearance.sendIcon,
    },
    welcomeMessage: prompt.welcomeMessage,
    iceBreakers: prompt.iceBreakers.filter((text) => text.trim() !== ''),
    placeholder: appearance.placeholder,
    footerText: draft.footer.text,
    showBrand: draft.footer.showBrand,
    disclosure: appearance.disclosure,
    citations: knowledge.citations,
    preview: true,
    closed: null,
    history: draft.access.history,
    ...askedOfVisitors(draft),
    uploads: appearance.uploads ? appearance.attachmentIcon : null,
    visitorKey: draft.ai.visitorKey,
    ...(css || backgroundImage
      ? {
          design: {
            css,
            background: backgroundImage
              ? {
                  url: `/images/${backgroundImage}`,
                  x: appearance.backgroundX,
                  y: appearance.backgroundY,
                  overlay: appearance.overlayDarkness,
                }
              : null,
          },
        }
      : {}),
    texts: overriddenTexts(texts, draft.texts[language]),
  };
}
