import type { Language } from '#shared/languages.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';

/** What the preview shows of a draft: the shape that the visitor API calls `PublicAgent`. */
export function toPublicAgent(agent: { number: number; avatarUrl: string | null }, draft: AgentConfiguration, language: Language, texts: Record<string, string>): object {
  const { basic, appearance, prompt, knowledge } = draft;
  return {
    number: agent.number,
    name: basic.name,
    language,
    appearance: {
      color: appearance.color,
      avatarUrl: agent.avatarUrl,
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
    disclosure: appearance.disclosure,
    citations: knowledge.citations,
    preview: true,
    history: draft.access.history,
    texts,
  };
}
