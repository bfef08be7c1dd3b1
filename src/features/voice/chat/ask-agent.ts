import { createVisitorApi, RequestError } from '#features/conversations/chat/store/visitor-api.ts';

/** What the server says in the reader's language about why not; empty where it said nothing. */
export const reasonOf = (error: unknown): string => (error instanceof RequestError ? error.message : '');

/** A conversation with an agent as a visitor of this page; it is forgotten with the page. */
export function askAgent(number: number, language: string) {
  const api = createVisitorApi();
  let opened: Promise<unknown> | null = null;
  let conversationId: string | null = null;
  const open = (): Promise<unknown> =>
    (opened ??= api
      .session({
        agent: number,
        token: null,
        preview: null,
        tag: null,
        language,
        page: { url: location.href },
      })
      .catch((error: unknown) => {
        opened = null;
        throw error;
      }));

  return {
    /** The visitor's token, once there is a session. */
    token: (): string | null => api.token(),
    open,
    /**
     * Asks, and tells all that was answered so far whenever it grows. Rejects where there is no answer; `reasonOf` says
     * why.
     */
    async ask(
      text: string,
      isSpoken: boolean,
      onAnswer: (text: string, isOver: boolean) => void,
      signal: AbortSignal,
    ): Promise<void> {
      await open();
      let answer = '';
      let isOver = false;
      let failure: RequestError | null = null;
      await api.send(
        {
          conversationId,
          clientMessageId: crypto.randomUUID(),
          text,
          isSpoken,
          page: { url: location.href },
        },
        (event) => {
          if (event.type === 'accepted') conversationId = event.conversationId;
          else if (event.type === 'snapshot') answer = event.text;
          else if (event.type === 'delta') answer += event.text;
          else if (event.type === 'failed') failure = new RequestError(0, event.code, event.message);
          else if (event.type === 'done') {
            answer = event.message.text;
            isOver = true;
          } else return;
          if (answer) onAnswer(answer, isOver);
        },
        signal,
      );
      if (failure || !isOver) throw failure ?? new Error('unfinished');
    },
  };
}
