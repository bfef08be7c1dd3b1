import type { Language } from '#shared/languages.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { ChatMessage, OwnerMessage, PublicAgent } from '../conversations.contract.ts';
import type { MessageRow } from './conversations.repository.ts';
import type { StoredCitation } from './conversations.table.ts';

/** Signs the address of a stored copy with its passage. */
export type SignStoredCopy = (accountId: string, citation: StoredCitation) => string;

/** A message as its visitor sees it. */
export function presentMessage(row: MessageRow, sign: SignStoredCopy): ChatMessage {
  return {
    id: row.id,
    seq: row.seq,
    role: row.role,
    text: row.body,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    citations: row.citations.map((citation) => ({ number: citation.number, title: citation.title, quote: citation.quote, kind: citation.kind, url: citation.url, storedUrl: sign(row.accountId, citation), page: citation.page })),
    feedback: row.feedback,
    errorCode: row.errorCode,
    engine: row.engine,
    ...(row.clientMessageId ? { clientMessageId: row.clientMessageId } : {}),
  };
}

/** A message as the agent's owner sees it: with the sources that were used, tokens and cost. */
export function presentOwnerMessage(row: MessageRow, sign: SignStoredCopy): OwnerMessage {
  const { provider, model, inputTokens, outputTokens, costMicros, feedbackReason, trace } = row;
  return { ...presentMessage(row, sign), provider, model, inputTokens, outputTokens, costMicros, feedbackReason, trace };
}

/** What a visitor's browser may know of an agent, with the chat's own texts in one language. */
export function presentAgent(agent: RunningAgent, language: Language, texts: Record<string, string>): PublicAgent {
  const { access, appearance, layout, prompt, basic, knowledge, footer } = agent.configuration;
  return {
    number: agent.number,
    name: basic.name,
    language,
    appearance: { color: appearance.color, avatarUrl: agent.avatarUrl, initialTheme: appearance.initialTheme, themeToggle: appearance.themeToggle, position: layout.position, launcherIcon: appearance.launcherIcon, sendIcon: appearance.sendIcon },
    welcomeMessage: prompt.welcomeMessage,
    iceBreakers: prompt.iceBreakers,
    placeholder: appearance.placeholder,
    footerText: footer.text,
    disclosure: appearance.disclosure,
    citations: knowledge.citations,
    preview: agent.isPreview,
    history: access.history,
    texts,
  };
}

/** The first words of a text, for lists. */
export function excerpt(text: string): string {
  const line = text.replace(/\[\d{1,2}\]/g, '').replace(/[*_`#>]/g, '').replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** A page's address without query and fragment, which may hold private things; null when it is none. */
export function pageAddress(url: string | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return ['http:', 'https:'].includes(parsed.protocol) ? `${parsed.origin}${parsed.pathname}`.slice(0, 1_000) : null;
}
