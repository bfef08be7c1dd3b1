import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import {
  mostAttachments,
  mostUploadBytes,
  type Attachment,
} from '#features/conversations/conversations-attachments.contract.ts';
import { ApiError, type Output } from '#ui/api/client.ts';
import { upload } from '#ui/api/upload.ts';
import { useMutate } from '#ui/api/hooks.ts';

/**
 * A file on its way into a reply or a note: sent to the server at once, and held there until the message
 * goes.
 */
export type ReplyFile = {
  key: number;
  file: File;
  share: number;
  attachment: Attachment | null;
  failure: string | null;
  abort: AbortController;
};

/** For the file chooser. */
export const replyFileTypes =
  'image/png,image/jpeg,image/webp,image/gif,application/pdf,text/plain,.png,.jpg,.jpeg,.webp,.gif,.pdf,.txt,.docx';
const knownName = /\.(png|jpe?g|jfif|webp|gif|pdf|txt|text|docx)$/i;
const megabyte = 1_048_576;
/** What was chosen and not sent stays with its conversation while the dashboard is open, as its text does. */
const kept = new Map<string, ReplyFile[]>();
let made = 0;

/** Files by button, paste and drop for one conversation; `area` is where they may be dropped. */
export function useReplyFiles(conversationId: string, area: RefObject<HTMLElement | null>) {
  const { t } = useTranslation(['inbox', 'common']);
  const [items, setItems] = useState<readonly ReplyFile[]>(() => kept.get(conversationId) ?? []);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const all = useRef(items);
  const forget = useMutate('DELETE /api/inbox/conversations/{id}/uploads/{upload}', { failure: false });
  const set = (next: readonly ReplyFile[]) => {
    all.current = next;
    kept.set(
      conversationId,
      next.filter(({ attachment }) => attachment),
    );
    setItems(next);
  };
  const change = (key: number, values: Partial<ReplyFile>) =>
    set(all.current.map((item) => (item.key === key ? { ...item, ...values } : item)));

  const send = async ({ key, file, abort }: ReplyFile) => {
    change(key, { failure: null, share: 0 });
    const form = new FormData();
    form.append('file', file, file.name);
    try {
      const { attachment } = (await upload(`/api/inbox/conversations/${conversationId}/uploads`, form, {
        signal: abort.signal,
        onProgress: (share) => change(key, { share }),
      })) as Output<'POST /api/inbox/conversations/{id}/uploads'>;
      if (!abort.signal.aborted) change(key, { attachment });
    } catch (error) {
      if (abort.signal.aborted) return;
      const said = error instanceof ApiError && error.status > 0 && error.status < 500 ? error : null;
      // What the server refuses it will refuse again; what did not get through can be tried again.
      if (said && said.status !== 429) {
        set(all.current.filter((item) => item.key !== key));
        setRefusals((before) => [...new Set([...before, `${file.name}: ${said.message}`])]);
      } else change(key, { failure: said?.message ?? t('common:failed.offline') });
    }
  };

  const add = (files: readonly File[]) => {
    const refused: string[] = [];
    const taken: ReplyFile[] = [];
    for (const file of files) {
      if (!knownName.test(file.name)) refused.push(t('files.wrongType', { name: file.name }));
      else if (file.size > mostUploadBytes)
        refused.push(t('files.tooLarge', { name: file.name, limit: mostUploadBytes / megabyte }));
      else if (all.current.length + taken.length >= mostAttachments)
        refused.push(t('files.tooMany', { name: file.name, limit: mostAttachments }));
      else
        taken.push({
          key: ++made,
          file,
          share: 0,
          attachment: null,
          failure: null,
          abort: new AbortController(),
        });
    }
    setRefusals([...new Set(refused)]);
    set([...all.current, ...taken]);
    for (const item of taken) void send(item);
  };

  // The listeners stay while what they call is made anew with each drawing.
  const adding = useRef(add);
  adding.current = add;
  useEffect(() => {
    const box = area.current?.closest('section');
    if (!box) return;
    const listening = new AbortController();
    const listen = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      hear: (event: HTMLElementEventMap[Kind]) => void,
    ) => box.addEventListener(kind, hear as EventListener, { signal: listening.signal });
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const go = (event: DragEvent, step: 1 | -1) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth + step);
      setOver(depth > 0);
    };
    listen('dragenter', (event) => go(event, 1));
    listen('dragleave', (event) => go(event, -1));
    listen('dragover', (event) => carriesFiles(event) && event.preventDefault());
    listen('drop', (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      adding.current([...(event.dataTransfer?.files ?? [])]);
    });
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      adding.current(files);
    });
    return () => {
      listening.abort();
      for (const { abort, attachment } of all.current) if (!attachment) abort.abort();
    };
  }, [area]);

  return {
    items,
    refusals,
    isOver,
    /** Whether something is on its way, or has failed and is still there. */
    isWaiting: items.some(({ attachment }) => !attachment),
    add,
    /** Takes the message about a refused file away. Its button goes with it, so one is back in the text. */
    dismiss: (text: string) => {
      setRefusals((now) => now.filter((one) => one !== text));
      area.current?.focus();
    },
    retry: (item: ReplyFile) => void send(item),
    remove: ({ key, abort, attachment }: ReplyFile) => {
      abort.abort();
      if (attachment) forget.mutate({ params: { id: conversationId, upload: attachment.id } });
      set(all.current.filter((item) => item.key !== key));
      area.current?.focus();
    },
    /** Hands over what is ready, and is empty then; what could not be sent comes back by `restore`. */
    take: () => {
      const taken = all.current;
      set([]);
      setRefusals([]);
      return taken;
    },
    restore: (taken: readonly ReplyFile[]) => set([...taken, ...all.current]),
  };
}
