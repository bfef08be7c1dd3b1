import type { MessagePart } from '#shared/chat/message-parts.ts';
import { balanceOf, delays } from './chat-context.ts';
import type { ChatContext, CurrentAnswer } from './chat-context.ts';
import { storedEntry } from './chat-state.ts';
import type { Entry } from './chat-state.ts';
import { entryWords } from '../messages/entry-words.ts';
import { failureOf } from '../shell/texts.ts';
import { RequestError } from './visitor-api.ts';
import type { StreamEvent, TextKey } from './visitor-types.ts';

/** What a refusal means to a visitor, and whether asking again can help. */
function refusal(error: RequestError): { failureKey: TextKey; canRetry: boolean } {
  if (error.status === 429) return { failureKey: 'failure.tooMany', canRetry: true };
  if (error.status === 413) return { failureKey: 'failure.tooLong', canRetry: false };
  if (error.status === 409) return { failureKey: 'failure.limit', canRetry: false };
  if (error.status === 403 || error.status === 404 || error.status === 410)
    return { failureKey: 'failure.gone', canRetry: false };
  return { failureKey: 'failure.send', canRetry: true };
}

/**
 * Follows one answer to its end, whatever happens to the connection. Without a question, the answer is one that
 * the server knows already.
 */
export async function followAnswer(
  chat: ChatContext,
  connect: () => Promise<boolean>,
  answer: Entry,
  question: Entry | null,
): Promise<void> {
  const { key } = answer;
  const abort = new AbortController();
  const run: CurrentAnswer = { abort, messageId: question ? null : answer.id };
  chat.current = run;
  let text = '';
  let parts: MessagePart[] | undefined;
  let settled = false;
  let furthest = 0;
  let hasRenewed = false;
  chat.set({ busy: true, reconnecting: false, activity: null, announcement: chat.t()('messages.typing') });

  /* The answer is over before its stream is: what is proposed next may follow. */
  const end = () => {
    if (chat.current !== run) return;
    chat.current = null;
    const last = chat.state.entries.find((entry) => entry.key === key);
    const spoken = last && (failureOf(last, chat.state.agent) || entryWords(last));
    chat.set({ busy: false, reconnecting: false, activity: null, announcement: spoken ?? '' });
  };
  const onEvent = (event: StreamEvent) => {
    if (abort.signal.aborted) return;
    if ('balance' in event) chat.state.balance = balanceOf(event);
    if (event.type === 'delta' || event.type === 'snapshot' || event.type === 'part') {
      if (event.type === 'part') parts = [...(parts ?? []), event.part];
      else text = event.type === 'delta' ? text + event.text : event.text;
      if (event.type === 'snapshot') parts = event.parts?.length ? event.parts : undefined;
      const entry = chat.state.entries.find((each) => each.key === key);
      if (entry) Object.assign(entry, { text, parts });
      if (chat.state.reconnecting || chat.state.activity) chat.set({ reconnecting: false, activity: null });
      /*
       * The first words at once; the more there is, the calmer: as good to read as every frame would be,
       * for a fifth of the work.
       */
      chat.drawn ||= window.setTimeout(
        () => {
          chat.drawn = 0;
          entry?.redraw?.();
        },
        Math.min(80, text.length / 9),
      );
      return;
    }
    if (event.type === 'accepted') {
      chat.conversationId = event.conversationId;
      if (!run.messageId && chat.state.standing) chat.state.standing.written++;
      run.messageId = event.assistantMessage?.id ?? null;
      if (question)
        chat.change(question.key, { ...event.visitorMessage, clientMessageId: question.clientMessageId });
      /* Where a person has the conversation, nothing is written by itself. */
      if (!event.assistantMessage) {
        settled = true;
        chat.change(key, { status: 'complete', seq: event.visitorMessage.seq });
        return end();
      }
      /* The text comes once more, as a snapshot or as the first delta. */
      text = '';
      parts = undefined;
      chat.change(key, { ...event.assistantMessage, text, parts, status: 'streaming' });
      chat.set({ reconnecting: false });
    } else if (event.type === 'tool') {
      if (event.state === 'done' && event.name === 'ask_for_contact' && chat.state.standing)
        chat.state.standing.form = 'asked';
      if (event.state === 'done' && event.name === 'end_chat' && chat.conversationId)
        chat.state.ended = { id: chat.conversationId, by: 'agent' };
      chat.set({
        activity:
          event.state !== 'running'
            ? null
            : event.label === event.name
              ? chat.t()(event.name === 'generate_image' ? 'messages.drawing' : 'messages.working')
              : event.label,
      });
    } else if (event.type === 'done') {
      settled = true;
      chat.change(key, { ...storedEntry(event.message), key });
      end();
    } else if (event.type === 'suggestions') {
      chat.change(key, { suggestions: event.suggestions });
      chat.notify();
    } else if (event.type === 'failed') {
      settled = true;
      const failureText = event.message === event.code ? undefined : event.message;
      chat.change(key, {
        ...event.assistantMessage,
        status: 'failed',
        errorCode: event.code,
        failureKey: 'failure.answer',
        failureText,
        canRetry: event.retryable,
      });
    }
  };

  for (let attempt = 0; !settled && !abort.signal.aborted;) {
    let refused: { failureKey: TextKey; canRetry: boolean; errorCode?: string } | null = null;
    try {
      if (!(await connect())) {
        refused = { failureKey: 'failure.session', canRetry: chat.state.session === 'failed' };
      } else if (run.messageId)
        await chat.api.follow<StreamEvent>(`messages/${run.messageId}/stream`, onEvent, abort.signal);
      else
        await chat.api.send(
          {
            conversationId: chat.conversationId,
            clientMessageId: question!.clientMessageId!,
            text: question!.text,
            attachments: question!.attachments?.map(({ id }) => id),
            page: chat.page && { url: chat.page.url },
          },
          onEvent,
          abort.signal,
        );
    } catch (error) {
      if (error instanceof RequestError && error.status < 500) {
        if (error.status === 401 && !hasRenewed) {
          hasRenewed = true;
          chat.connected = null;
          continue;
        }
        if (error.status === 404 && chat.conversationId && question && !run.messageId) {
          chat.conversationId = null;
          continue;
        }
        const mustPay = error.status === 402;
        if (question && (mustPay || error.code.endsWith('_due'))) {
          holdQuestion(chat, question, answer);
          if (mustPay) return chat.set({ paywall: 'wall', balance: balanceOf(error) });
          chat.connected = null;
          return void connect();
        }
        refused = run.messageId
          ? { failureKey: 'failure.interrupted', canRetry: true }
          : { errorCode: error.code, ...refusal(error) };
      }
    }
    if (settled || abort.signal.aborted) break;
    if (text.length > furthest) {
      furthest = text.length;
      attempt = 0;
    }
    if (!refused && attempt >= delays.length)
      refused = { failureKey: run.messageId ? 'failure.interrupted' : 'failure.send', canRetry: true };
    if (refused) {
      chat.change(key, { status: run.messageId ? 'interrupted' : 'failed', ...refused });
      break;
    }
    chat.set({ reconnecting: true });
    await chat.pause(delays[attempt++]!);
  }

  end();
}

/** Keeps a message until the visitor has done, or paid, what comes first. */
function holdQuestion(chat: ChatContext, question: Entry, answer: Entry) {
  chat.current = null;
  chat.set({
    entries: chat.state.entries.filter(({ key }) => key !== question.key && key !== answer.key),
    waiting: question,
    busy: false,
  });
}
