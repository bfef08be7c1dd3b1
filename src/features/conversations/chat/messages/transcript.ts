import { messageInWords } from '#shared/chat/message-parts.ts';
import type { ChatState, Entry } from '../store/chat-state.ts';
import { withoutMarkdown } from '#shared/chat/without-markdown.ts';
import type { Translate } from '../shell/texts.ts';

/** A source as a line of text: its number, title and live address. */
const sourceLine = ({ number, title, url, page }: Entry['citations'][number], t: Translate) =>
  `  [${number}] ${title}${page ? `, ${t('citations.page', { page })}` : ''}${url ? ` <${url}>` : ''}`;

/** An answer without its markdown, but with the numbers of its sources. */
const spoken = (text: string) =>
  withoutMarkdown(text.replace(/\[(\d{1,2})\](?!\()/g, '⟦$1⟧')).replace(/⟦(\d+)⟧/g, '[$1]');

/** The conversation as plain text: who said what and when, with the sources under each answer. */
export function transcriptText(
  { agent, entries, progress }: Pick<ChatState, 'agent' | 'entries' | 'progress'>,
  t: Translate,
  now: Date,
): string {
  const date = new Intl.DateTimeFormat(agent.language, { dateStyle: 'long', timeStyle: 'short' });
  const time = new Intl.DateTimeFormat(agent.language, { dateStyle: 'short', timeStyle: 'short' });
  const blocks = entries
    .filter(({ role, text, parts, attachments }) => role !== 'event' && (text || parts || attachments))
    .map((entry) => {
      const isVisitor = entry.role === 'visitor';
      const head = `${isVisitor ? t('transcript.you') : (entry.author?.name ?? agent.name)} · ${time.format(new Date(entry.createdAt))}`;
      const sources =
        agent.citations === 'off' || entry.citations.length === 0
          ? []
          : [`${t('citations.sources')}:`, ...entry.citations.map((citation) => sourceLine(citation, t))];
      return {
        at: entry.createdAt,
        text: [
          head,
          isVisitor ? entry.text : spoken(messageInWords(entry.text, entry.parts ?? [], agent.language)),
          ...(entry.attachments ?? []).map(({ name }) => `[${name}]`),
          ...sources,
        ]
          .filter(Boolean)
          .join('\n'),
      };
    });
  if (progress?.filledAt) {
    const lines = progress.values.map(
      ({ type, label, value }) =>
        `${label || t(`form.label.${type}`)}: ${type === 'checkbox' ? t(value === 'true' ? 'form.yes' : 'form.no') : value}`,
    );
    const place = blocks.findIndex(({ at }) => at > progress.filledAt!);
    blocks.splice(place < 0 ? blocks.length : place, 0, {
      at: progress.filledAt,
      text: [`${t('form.given')} · ${time.format(new Date(progress.filledAt))}`, ...lines].join('\n'),
    });
  }
  return `${[t('transcript.title'), t('transcript.saved', { date: date.format(now) }), '', blocks.map(({ text }) => text).join('\n\n')].join('\n')}\n`;
}

/** Hands the conversation to the browser as a text file. */
export function downloadTranscript(state: ChatState, t: Translate): void {
  const now = new Date();
  const link = document.createElement('a');
  // The mark at the beginning lets every editor read the file as UTF-8.
  link.href = URL.createObjectURL(
    new Blob(['\ufeff', transcriptText(state, t, now)], { type: 'text/plain;charset=utf-8' }),
  );
  const name = state.agent.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  link.download = `${name || 'chat'}-${now.toISOString().slice(0, 10)}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
