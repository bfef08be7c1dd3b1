/** @jsxImportSource preact */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refusal, removeUpload, uploadFile } from './attach-upload.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { Icon } from '../shell/icons.tsx';
import { FileIcon } from '../messages/Attachments.tsx';
import { fileSize } from './file-size.ts';
import type { Translate } from '../shell/texts.ts';
import type { ChatAttachment } from '../store/visitor-types.ts';

/** What the composer sends along: `isWaiting` while a file is on its way or has failed and is still kept. */
export type Outbox = {
  files: ChatAttachment[];
  isWaiting: boolean;
  clear: () => void;
};

type Item = {
  key: number;
  file: File;
  percent: number;
  attachment: ChatAttachment | null;
  failure: string | null;
  abort: AbortController;
};

const mostFiles = 3;
const mostMegabytes = 10;
const accepted =
  'image/png,image/jpeg,image/webp,image/gif,application/pdf,text/plain,.png,.jpg,.jpeg,.webp,.gif,.pdf,.txt,.docx';
const knownName = /\.(png|jpe?g|jfif|webp|gif|pdf|txt|text|docx)$/i;
const iconPaths = {
  paperclip:
    'M19.5 11.5l-7.8 7.8a5 5 0 0 1-7-7l8.2-8.3a3.3 3.3 0 0 1 4.7 4.7l-8.2 8.2a1.6 1.6 0 0 1-2.3-2.3l7.4-7.4',
  plus: 'M12 5v14M5 12h14',
  image:
    'M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM4 17l5-5 4 4 3-3 4.5 4.5M15.5 8.5v.1',
};
let made = 0;

type AttachProps = {
  store: ChatStore;
  t: Translate;
  icon: keyof typeof iconPaths;
  isClosed: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange: (outbox: Outbox) => void;
};

/** Takes files by button, drop and paste, uploads them at once and holds them until the message goes. */
export function Attach({ store, t, icon, isClosed, area, onChange }: AttachProps) {
  const [items, setItems] = useState<Item[]>([]);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [isOver, setOver] = useState(false);
  const all = useRef(items);
  const picker = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const set = (next: Item[]) => {
    all.current = next;
    setItems(next);
    onChange({
      files: next.flatMap(({ attachment }) => attachment ?? []),
      isWaiting: next.some(({ attachment }) => !attachment),
      clear: () => {
        setRefusals([]);
        set([]);
      },
    });
  };
  const change = (key: number, values: Partial<Item>) =>
    set(all.current.map((item) => (item.key === key ? { ...item, ...values } : item)));

  const upload = async ({ key, file, abort }: Item) => {
    change(key, { failure: null, percent: 0 });
    try {
      const attachment = await uploadFile(store, file, abort.signal, (percent) => change(key, { percent }));
      change(key, { attachment });
      store.set({ announcement: t('attach.added', { file: attachment.name }) });
    } catch (error) {
      if (abort.signal.aborted) return;
      /* What the server refuses it will refuse again; what did not get through is kept. */
      const refusal = error instanceof Refusal && error.isFinal ? `${file.name}: ${error.message}` : '';
      const failure = refusal || t('attach.failed', { file: file.name });
      if (refusal) {
        set(all.current.filter((item) => item.key !== key));
        setRefusals((before) => [...new Set([...before, refusal])]);
      } else change(key, { failure });
      store.set({ announcement: failure });
    }
  };

  const add = (files: readonly File[]) => {
    const refused: string[] = [];
    const taken: Item[] = [];
    for (const file of files) {
      if (!knownName.test(file.name)) refused.push(t('attach.wrongType', { file: file.name }));
      else if (file.size > mostMegabytes * 1_048_576)
        refused.push(t('attach.tooLarge', { file: file.name, limit: mostMegabytes }));
      else if (all.current.length + taken.length >= mostFiles)
        refused.push(t('attach.tooMany', { file: file.name, limit: mostFiles }));
      else
        taken.push({
          key: ++made,
          file,
          percent: 0,
          attachment: null,
          failure: null,
          abort: new AbortController(),
        });
    }
    setRefusals([...new Set(refused)]);
    if (refused.length) store.set({ announcement: refused.join(' ') });
    set([...all.current, ...taken]);
    for (const item of taken) void upload(item);
  };

  const remove = (item: Item) => {
    item.abort.abort();
    if (item.attachment) void removeUpload(store, item.attachment.id);
    set(all.current.filter(({ key }) => key !== item.key));
    opener.current?.focus();
  };

  /* The listeners stay while what they call is made anew with each drawing. */
  const adding = useRef(add);
  adding.current = add;
  useEffect(() => {
    const box = area.current?.closest<HTMLElement>('.cw-container');
    if (!box || isClosed) return;
    let depth = 0;
    const carriesFiles = (event: DragEvent) => !!event.dataTransfer?.types.includes('Files');
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (!depth) setOver(false);
    };
    const over = (event: DragEvent) => carriesFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      adding.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      adding.current(files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener('dragenter', enter, { signal });
    box.addEventListener('dragleave', leave, { signal });
    box.addEventListener('dragover', over, { signal });
    box.addEventListener('drop', drop, { signal });
    box.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, [area, isClosed]);

  return (
    <>
      {isOver && (
        <p class="cw-drop" aria-hidden="true">
          <span>{t('attach.drop')}</span>
        </p>
      )}
      {(items.length > 0 || refusals.length > 0) && (
        <div class="cw-tray">
          {items.length > 0 && (
            <ul aria-label={t('attach.list')}>
              {items.map((item) => (
                <li key={item.key} class={item.failure ? 'cw-file cw-file-failed' : 'cw-file'}>
                  {item.attachment?.kind === 'image' ? (
                    <img src={item.attachment.url} alt="" width={36} height={36} />
                  ) : (
                    <FileIcon kind={/\.(pdf|txt|text|docx)$/i.test(item.file.name) ? 'document' : 'image'} />
                  )}
                  <span class="cw-file-about">
                    <b>{item.attachment?.name ?? item.file.name}</b>
                    {item.failure ? (
                      <span>{item.failure}</span>
                    ) : item.attachment ? (
                      <span>{fileSize(item.attachment.size, store.get().agent.language)}</span>
                    ) : (
                      <progress
                        max={100}
                        value={item.percent}
                        aria-label={t('attach.uploading', { file: item.file.name, percent: item.percent })}
                      />
                    )}
                  </span>
                  {item.failure && (
                    <button
                      type="button"
                      class="cw-button cw-icon-button"
                      aria-label={t('attach.again', { file: item.file.name })}
                      title={t('attach.again', { file: item.file.name })}
                      onClick={() => void upload(item)}
                    >
                      <svg class="cw-icon" width={18} height={18} viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 11a8 8 0 0 1 14-4.5L20 8.5M20 4v4.5h-4.5M20 13a8 8 0 0 1-14 4.5L4 15.5M4 20v-4.5h4.5" />
                      </svg>
                    </button>
                  )}
                  <button
                    type="button"
                    class="cw-button cw-icon-button"
                    aria-label={t('attach.remove', { file: item.file.name })}
                    title={t('attach.remove', { file: item.file.name })}
                    onClick={() => remove(item)}
                  >
                    <svg class="cw-icon" width={18} height={18} viewBox="0 0 24 24" aria-hidden="true">
                      <path d="M6 6l12 12M18 6L6 18" />
                    </svg>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {refusals.map((text) => (
            <p key={text} class="cw-refusal">
              {text}
              <button
                type="button"
                class="cw-button"
                aria-label={t('attach.dismiss')}
                onClick={() => {
                  setRefusals((before) => before.filter((one) => one !== text));
                  area.current?.focus();
                }}
              >
                <Icon name="close" size={16} />
              </button>
            </p>
          ))}
        </div>
      )}
      <button
        ref={opener}
        type="button"
        class="cw-button cw-icon-button cw-attach"
        aria-label={t('attach.button')}
        title={t('attach.button')}
        disabled={isClosed}
        onClick={() => picker.current?.click()}
      >
        <svg class="cw-icon" width={20} height={20} viewBox="0 0 24 24" aria-hidden="true">
          <path d={iconPaths[icon]} />
        </svg>
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={t('attach.button')}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          /* The same file may be chosen again after it was removed. */
          event.currentTarget.value = '';
          area.current?.focus();
        }}
      />
    </>
  );
}
