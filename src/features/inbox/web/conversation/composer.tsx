import { clsx } from 'clsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { AtSign, BookText, Eye, MailX, SendHorizontal, Sparkles, StickyNote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SavedRepliesDialog } from '#features/saved-replies/web/saved-replies-dialog.tsx';
import type { FormSummary } from '#features/forms/forms.contract.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useSession } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { longestReply, type InboxMember, type InboxThread } from '../../inbox.contract.ts';
import { useColleagues } from './colleagues.ts';
import { ChosenForm, FormPicker } from './form-picker.tsx';
import { useReply } from '../inbox-data.ts';
import { AttachButton, ReplyFiles } from './reply-files.tsx';
import { inboxKeys, isInWord } from '../typing-place.ts';
import { useReplyFiles } from './use-reply-files.ts';
import { wordMenuId, WordMenu, wordOfferId } from './word-menu.tsx';
import { fillReply, mentionedIn, mentionsFor, savedFor, type WordOffer } from '../inbox-words.ts';
import { createReplyDrafts, mergeUnsentDraft, type ReplyDraft } from './reply-drafts.ts';

const icon = { size: 16 } as const;
/** Another sign of typing goes out after so long, in ms. */
const typingEvery = 4_000;

/** Where one answers the visitor, or writes a note that only the team reads. */
export function InboxComposer({ thread, members }: { thread: InboxThread; members: readonly InboxMember[] }) {
  const { t } = useTranslation('inbox');
  const { item } = thread;
  const user = useSession();
  const drafts = useMemo(() => createReplyDrafts(user?.id ?? '', sessionStorage), [user?.id]);
  const [{ kind, text }, setDraft] = useState(() => drafts.get(item.id));
  const setText = (next: string) => setDraft((now) => ({ ...now, text: next }));
  const setKind = (next: ReplyDraft['kind']) => setDraft((now) => ({ ...now, kind: next }));
  const [isManaging, setManaging] = useState(false);
  const [at, setAt] = useState(0);
  /** By Escape, until what it was offered for is no longer there. */
  const [isMenuClosed, setMenuClosed] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const toldAt = useRef(0);
  const [form, setForm] = useState<FormSummary | null>(null);
  const files = useReplyFiles(item.id, area);
  const saved = useEndpoint('GET /api/saved-replies').data?.replies ?? [];
  const myName = user?.firstName || user?.name || '';
  const reply = useReply(item.id, { id: user?.id ?? '', name: myName }, (body) =>
    giveBack({ kind: 'reply', text: body }),
  );
  const note = useMutate('POST /api/inbox/conversations/{id}/notes', {
    refreshes: [`/api/inbox/conversations/${item.id}`],
    onError: (_error, { body }) => giveBack({ kind: 'note', text: body.text }),
  });
  const colleagues = useColleagues(item.id, members);
  const typing = useMutate('POST /api/inbox/conversations/{id}/typing', { failure: false });
  const assist = useMutate('POST /api/inbox/conversations/{id}/assist', {
    onSuccess: ({ text: written }, { body }) => replace(written, body.task === 'summarise' ? 'note' : kind),
  });
  useEffect(() => drafts.put(item.id, { kind, text }), [drafts, item.id, kind, text]);
  // What could not be sent comes back, also to a conversation that was left meanwhile.
  const giveBack = (returned: ReplyDraft) => {
    drafts.put(item.id, mergeUnsentDraft(returned, drafts.get(item.id)));
    setDraft((now) => mergeUnsentDraft(returned, now));
  };
  const focus = (next: 'reply' | 'note') => {
    setKind(next);
    // At once: whoever types on loses no letter.
    area.current?.focus();
  };
  const group = t('shell:screens.inbox');
  useShortcuts([
    {
      id: 'inbox.reply',
      keys: inboxKeys.reply,
      label: t('compose.reply'),
      group,
      when: () => !isInWord(),
      run: () => focus('reply'),
    },
    {
      id: 'inbox.note',
      keys: inboxKeys.note,
      label: t('compose.note'),
      group,
      when: () => !isInWord(),
      run: () => focus('note'),
    },
  ]);
  const others = members.filter(({ isMe }) => !isMe);
  const offers: WordOffer[] = kind === 'note' ? mentionsFor(text, others) : savedFor(text, saved);
  if (isMenuClosed && offers.length === 0) setMenuClosed(false);
  const found = isMenuClosed ? [] : offers;
  // What a menu puts into the text is gone on with at once; on the menu's button, the next letters would be
  // shortcuts.
  const isWriting = useRef(false);
  const goToEnd = () => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  };
  const backToText = (event: Event) => {
    if (!isWriting.current) return;
    isWriting.current = false;
    event.preventDefault();
    goToEnd();
  };
  function write(next: string) {
    isWriting.current = true;
    setText(next.slice(0, longestReply));
    requestAnimationFrame(goToEnd);
  }
  /** Puts a text where another one may stand, which comes back by one press. */
  function replace(next: string, as: ReplyDraft['kind']) {
    const before = { kind, text };
    setKind(as);
    write(next);
    if (text.trim() === '' || found.length > 0) return;
    const putBack = () => {
      drafts.put(item.id, before);
      setDraft(before);
    };
    toast({ title: t('compose.replaced'), action: { label: t('common:actions.undo'), onClick: putBack } });
  }
  const take = (body: string) =>
    replace(
      fillReply(body, {
        contactName: item.contactName,
        contactEmail: item.contactEmail,
        agentName: item.agentName,
        myName,
      }),
      kind,
    );
  const canSend =
    (text.trim() !== '' || files.items.length > 0 || (form !== null && kind === 'reply')) && !files.isWaiting;
  const send = () => {
    const body = text.trim();
    if (!canSend) return;
    setText('');
    const taken = files.take();
    const sent = taken.flatMap(({ attachment }) => attachment ?? []);
    const attachments = sent.map(({ id }) => id);
    const onError = () => {
      files.restore(taken);
      if (kind === 'reply') setForm(form);
    };
    if (kind === 'note') {
      note.mutate(
        {
          params: { id: item.id },
          body: {
            text: body,
            mentions: mentionedIn(body, others)
              .map(({ id }) => id)
              .slice(0, 20),
            attachments,
          },
        },
        { onError },
      );
    } else {
      setForm(null);
      reply.show(sent, form);
      reply.mutate(
        {
          params: { id: item.id },
          body: {
            text: body,
            clientMessageId: crypto.randomUUID(),
            attachments,
            formId: form?.id ?? null,
            // What a colleague answers from here on, one has not seen.
            knownSeq: Math.max(
              0,
              ...thread.conversation.messages.map(({ seq }) => seq).filter((seq) => seq < 1e9),
            ),
          },
        },
        { onError },
      );
    }
  };
  const choose = ({ name, body }: { name: string; body: string }) =>
    kind === 'note' ? write(`${text.slice(0, text.lastIndexOf('@'))}@${name} `) : take(body);
  return (
    <div data-conversation className="shrink-0 px-3 pb-3 md:px-6 md:pb-4">
      {colleagues.names.length > 0 && (
        <p role="status" className="mx-auto mb-2 grid max-w-3xl gap-1 px-1 text-sm text-warning-ink">
          {colleagues.names.map(({ name, isTyping }) => (
            <span key={name} className="flex items-start gap-2">
              <Eye {...icon} className="mt-0.5 shrink-0" aria-hidden="true" />
              {t(isTyping ? 'compose.writesToo' : 'compose.looksToo', { name })}
            </span>
          ))}
        </p>
      )}
      {thread.unsubscribedAt && kind === 'reply' && (
        <p className="mx-auto mb-2 flex max-w-3xl items-start gap-2 px-1 text-sm text-warning-ink">
          <MailX {...icon} className="mt-0.5 shrink-0" aria-hidden="true" />
          {t('compose.unsubscribed')}
        </p>
      )}
      <div
        className={clsx(
          'relative mx-auto max-w-3xl rounded-card border focus-within:border-accent-strong',
          kind === 'note' ? 'border-warning-ink/40 bg-warning-tint' : 'border-edge bg-surface',
        )}
      >
        <WordMenu
          label={t(kind === 'note' ? 'note.mention' : 'saved.title')}
          offers={found}
          at={at}
          onChoose={choose}
        />
        <div role="tablist" aria-label={t('compose.kind')} className="flex gap-1 px-2 pt-1.5">
          {(['reply', 'note'] as const).map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-selected={kind === one}
              onClick={() => focus(one)}
              className={clsx(
                'relative min-h-11 rounded-control px-2.5 text-sm font-medium md:min-h-8',
                kind === one
                  ? 'text-ink after:absolute after:inset-x-2.5 after:bottom-0.5 after:h-0.5 after:rounded-full after:bg-accent-strong'
                  : 'text-muted hover:text-ink',
              )}
            >
              {t(`compose.${one}`)}
            </button>
          ))}
        </div>
        <textarea
          ref={area}
          rows={2}
          value={text}
          maxLength={longestReply}
          aria-label={t(kind === 'note' ? 'compose.noteLabel' : 'compose.replyLabel')}
          placeholder={t(kind === 'note' ? 'compose.notePlaceholder' : 'compose.replyPlaceholder')}
          aria-controls={found.length > 0 ? wordMenuId : undefined}
          aria-activedescendant={found.length > 0 ? wordOfferId(at % found.length) : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            colleagues.tellWriting();
            const now = performance.now();
            if (kind === 'note' || item.handler !== 'human' || now - toldAt.current < typingEvery) return;
            toldAt.current = now;
            typing.mutate({ params: { id: item.id }, body: {} });
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (found.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
              event.preventDefault();
              setAt((now) => (now + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
            } else if (event.key === 'Escape') {
              // What it closes is the menu; the next one leaves the text.
              if (found.length === 0) return area.current?.blur();
              event.preventDefault();
              event.stopPropagation();
              setMenuClosed(true);
            } else if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              const choice = found[at % found.length];
              if (choice) choose(choice);
              else send();
            }
          }}
          className="block max-h-56 w-full resize-none bg-transparent px-4 py-2 text-md leading-6 outline-none [field-sizing:content] placeholder:text-muted md:text-base"
          style={{ minHeight: '4rem' }}
        />
        {files.isOver && (
          <p
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 z-10 flex items-center justify-center rounded-card border border-dashed border-accent-strong bg-accent-tint font-medium text-accent-ink"
          >
            {t('files.drop')}
          </p>
        )}
        <ReplyFiles files={files} />
        {form && kind === 'reply' && <ChosenForm form={form} onRemove={() => setForm(null)} />}
        <div className="flex items-center gap-1 px-2 pb-2">
          <AttachButton onFiles={files.add} />
          <DropdownMenu
            label={t('saved.title')}
            side="top"
            align="start"
            onClosed={backToText}
            trigger={
              <IconButton label={t('saved.title')}>
                <BookText {...icon} />
              </IconButton>
            }
            items={[
              ...saved.slice(0, 12).map(({ name, body }) => ({ label: name, onSelect: () => take(body) })),
              ...(saved.length > 0 ? ['separator' as const] : []),
              { label: t('saved.manage'), onSelect: () => ((isWriting.current = false), setManaging(true)) },
            ]}
          />
          {kind === 'reply' && <FormPicker onChoose={setForm} onChosen={() => area.current?.focus()} />}
          {kind === 'note' && others.length > 0 && (
            <DropdownMenu
              label={t('note.mention')}
              side="top"
              align="start"
              onClosed={backToText}
              trigger={
                <IconButton label={t('note.mention')}>
                  <AtSign {...icon} />
                </IconButton>
              }
              items={others.map(({ name }) => ({
                label: name,
                onSelect: () => write(`${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${name} `),
              }))}
            />
          )}
          {thread.canAssist && (
            <DropdownMenu
              label={t('assist.title')}
              side="top"
              align="start"
              trigger={
                <IconButton
                  label={t('assist.title')}
                  aria-busy={assist.isPending}
                  disabled={assist.isPending}
                >
                  <Sparkles {...icon} className={assist.isPending ? 'animate-pulse' : undefined} />
                </IconButton>
              }
              items={[
                {
                  label: t('assist.draft'),
                  onSelect: () => assist.mutate({ params: { id: item.id }, body: { task: 'draft' } }),
                },
                {
                  label: t('assist.rewrite'),
                  disabled: text.trim() === '',
                  onSelect: () => assist.mutate({ params: { id: item.id }, body: { task: 'rewrite', text } }),
                },
                {
                  label: t('assist.summarise'),
                  onSelect: () => assist.mutate({ params: { id: item.id }, body: { task: 'summarise' } }),
                },
              ]}
            />
          )}
          <p className="ml-auto truncate pr-2 text-xs text-muted max-md:hidden">
            {t(
              kind === 'note'
                ? 'compose.noteHint'
                : item.handler === 'human'
                  ? 'compose.hint'
                  : 'compose.takesOver',
            )}
          </p>
          <Button
            size="sm"
            variant={kind === 'note' ? 'outline' : 'primary'}
            className="max-md:ml-auto"
            disabled={!canSend}
            icon={kind === 'note' ? <StickyNote {...icon} /> : <SendHorizontal {...icon} />}
            onClick={send}
          >
            {t(kind === 'note' ? 'compose.addNote' : 'compose.send')}
          </Button>
        </div>
      </div>
      <SavedRepliesDialog open={isManaging} onOpenChange={setManaging} replies={saved} />
    </div>
  );
}
