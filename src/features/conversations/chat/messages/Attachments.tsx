/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { freshAttachment } from '../composer/attach-upload.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { fileSize } from '../composer/file-size.ts';
import { ownAddress } from '../shell/safe-url.ts';
import type { Translate } from '../shell/texts.ts';
import type { ChatAttachment } from '../store/visitor-types.ts';

const kinds = {
  document: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5M9 13h6M9 17h4',
  image:
    'M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM4 17l5-5 4 4 3-3 4.5 4.5M15.5 8.5v.1',
};

/** The outline of a kind of file. */
export function FileIcon({ kind }: { kind: keyof typeof kinds }) {
  return (
    <svg class="cw-icon cw-file-icon" width={22} height={22} viewBox="0 0 24 24" aria-hidden="true">
      <path d={kinds[kind]} />
    </svg>
  );
}

/** Signed addresses live for an hour or two; older ones are asked for again. */
const staleAfter = 50 * 60_000;

type AttachmentProps = {
  attachment: ChatAttachment;
  store: ChatStore;
  t: Translate;
};

function Attachment({ attachment, store, t }: AttachmentProps) {
  const [shown, setShown] = useState({ url: attachment.url, since: Date.now() });
  const [failures, setFailures] = useState(0);
  const renew = async () => {
    const fresh = await freshAttachment(store, attachment.id);
    if (fresh) setShown({ url: fresh.url, since: Date.now() });
    return !!fresh;
  };
  /* Before the click, so that the tab opens at once and in the right place. */
  const prepare = () => {
    if (Date.now() - shown.since > staleAfter) void renew();
  };
  const { name, kind } = attachment;
  const about = {
    href: ownAddress(shown.url) ?? undefined,
    /* A document is saved, which needs no tab. */
    ...(kind === 'image' ? { target: '_blank', rel: 'noopener' } : { download: name }),
    'aria-label': t(kind === 'image' ? 'attach.open' : 'attach.save', { file: name }),
    onPointerEnter: prepare,
    onFocus: prepare,
  };
  if (kind === 'image' && failures < 2)
    return (
      <a class="cw-picture" {...about}>
        <img
          src={ownAddress(shown.url) ?? ''}
          alt={name.replace(/\.\w{2,4}$/, '')}
          width={attachment.width ?? undefined}
          height={attachment.height ?? undefined}
          onError={() => {
            setFailures(failures + 1);
            if (!failures) void renew();
          }}
        />
      </a>
    );
  return (
    <a class="cw-file" {...about}>
      <FileIcon kind={kind} />
      <span class="cw-file-about">
        <b>{name}</b>
        <span>
          {kind === 'image' ? t('attach.expired') : fileSize(attachment.size, store.get().agent.language)}
        </span>
      </span>
    </a>
  );
}

/** The files of one message: pictures as pictures, documents by name and size. */
export function Attachments({
  items,
  store,
  t,
}: {
  items: readonly ChatAttachment[];
  store: ChatStore;
  t: Translate;
}) {
  return (
    <ul class="cw-attachments" aria-label={t('attach.sent')}>
      {items.map((attachment) => (
        <li key={attachment.id}>
          <Attachment attachment={attachment} store={store} t={t} />
        </li>
      ))}
    </ul>
  );
}
