/** @jsxImportSource preact */
import { useRef } from 'preact/hooks';
import { addLazyStyle } from '../shell/lazy-style.ts';
import { messageInWords, type MessagePart } from '#shared/chat/message-parts.ts';
import type { Entry } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { setEntryFormatter } from '../messages/entry-words.ts';
import { LateIcon } from '../shell/late-icons.tsx';
import type { MarkdownProps } from '../messages/Markdown.tsx';
import { Buttons, Card, Carousel, Product, type PartContext } from './PartCards.tsx';
import { FormPart } from './PartForm.tsx';
import { ApprovalPart } from './PartApproval.tsx';
import { OwnFormPart } from './PartOwnForm.tsx';
import { ImagePart, VideoPart } from './PartMedia.tsx';
import partsStyle from './parts.css?inline';
import { lazyPart } from '../shell/lazy-part.tsx';
import { withoutMarkdown } from '#shared/chat/without-markdown.ts';
import { Prose } from '../messages/Prose.tsx';

addLazyStyle(partsStyle);
setEntryFormatter((entry) => withoutMarkdown(messageInWords(entry.text, entry.parts ?? [])));

const ShopPart = lazyPart(() => import('../shop/ShopPart.tsx').then((module) => module.ShopPart));
const AgentOffer = lazyPart(() => import('../switching/AgentOffer.tsx').then((module) => module.AgentOffer));

const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');

function Part({ part, entry, context }: { part: MessagePart; entry: Entry; context: PartContext }) {
  const { t } = context;
  switch (part.type) {
    case 'image':
      return <ImagePart part={part} t={t} />;
    case 'video':
      return <VideoPart part={part} t={t} />;
    case 'card':
      return <Card card={part} context={context} />;
    case 'carousel':
      return <Carousel part={part} context={context} />;
    case 'buttons':
      return <Buttons part={part} context={context} />;
    case 'product':
      return <Product part={part} context={context} />;
    case 'form':
      return <FormPart part={part} context={context} />;
    case 'file':
      return (
        <a
          class="cw-part cw-part-frame cw-part-file"
          href={part.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <LateIcon name="page" size={22} />
          <span>
            {part.name}
            <small>{hostOf(part.url)}</small>
          </span>
          <span class="cw-hidden">, {t('citations.newTab')}</span>
        </a>
      );
    case 'products':
    case 'cart':
    case 'order':
      return <ShopPart part={part} entry={entry} context={context} />;
    case 'own_form':
      return <OwnFormPart part={part} entry={entry} context={context} />;
    case 'approval':
      return <ApprovalPart part={part} entry={entry} context={context} />;
    case 'agent':
      return <AgentOffer part={part} store={context.store} t={t} />;
    default:
      /* A kind of a newer server. */
      return null;
  }
}

type PartsProps = {
  entry: Entry & { parts: MessagePart[] };
  store: ChatStore;
  prose: Omit<MarkdownProps, 'text'>;
};

/** The parts of an answer, and its text from the first of them on. */
export function Parts({ entry, store, prose }: PartsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { agent, busy } = store.get();
  const context: PartContext = {
    t: prose.t,
    store,
    language: agent.language,
    isBusy: busy,
    say(text) {
      if (store.get().busy) return;
      store.send(text);
      const list = box.current?.closest('.cw-messages');
      requestAnimationFrame(() => list?.scrollTo({ top: list.scrollHeight, behavior: 'instant' }));
    },
  };
  const parts = entry.parts.toSorted((a, b) => a.at - b.at);
  /* A question stands under the words that lead to it, though it was asked before they were written. */
  const isQuestion = ({ type }: MessagePart) => type === 'approval';
  const draw = (part: MessagePart, index: number) => (
    <Part key={index} part={part} entry={entry} context={context} />
  );
  return (
    <div ref={box} class="cw-parts">
      {parts.map((part, index) => {
        const after = entry.text.slice(part.at, parts[index + 1]?.at);
        return [
          !isQuestion(part) && draw(part, index),
          after.trim() && <Prose key={`text ${index}`} {...prose} text={after.trimStart()} />,
        ];
      })}
      {parts.map((part, index) => isQuestion(part) && draw(part, index))}
    </div>
  );
}
