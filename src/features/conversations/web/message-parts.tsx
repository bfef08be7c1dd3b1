import {
  ArrowRightLeft,
  ClipboardList,
  FileText,
  GalleryHorizontalEnd,
  Image,
  MousePointerClick,
  ShieldQuestionMark,
  PackageSearch,
  ShoppingBag,
  ShoppingCart,
  SquarePlay,
  TextCursorInput,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatPrice,
  videoAddress,
  type MessagePart,
  type PartButton,
  type PartCard,
} from '#shared/chat/message-parts.ts';
import { AnswerText } from './answer-text.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { OutsideLink } from './outside-link.tsx';
import { OwnFormCard } from './own-form-card.tsx';
import { CartLines, OrderFacts, ProductList } from './shop-parts.tsx';

const icons: Record<MessagePart['type'], LucideIcon> = {
  image: Image,
  video: SquarePlay,
  card: GalleryHorizontalEnd,
  carousel: GalleryHorizontalEnd,
  buttons: MousePointerClick,
  product: ShoppingBag,
  products: ShoppingBag,
  cart: ShoppingCart,
  order: PackageSearch,
  form: TextCursorInput,
  own_form: ClipboardList,
  file: FileText,
  agent: ArrowRightLeft,
  approval: ShieldQuestionMark,
};

type Props = {
  text: string;
  parts: readonly MessagePart[];
  isStreaming: boolean;
  cite: (number: number) => ReactNode;
};

/**
 * An answer's text with its parts where they stand. Pictures and videos of other servers are links here: none
 * of them hears of the owner's reading.
 */
export function AnswerWithParts({ text, parts, isStreaming, cite }: Props) {
  const sorted = parts.toSorted((a, b) => a.at - b.at);
  const pieces = [
    text.slice(0, sorted[0]?.at),
    ...sorted.map((part, index) => text.slice(part.at, sorted[index + 1]?.at)),
  ];
  return (
    <div className="grid gap-2.5">
      {pieces.map((piece, index) => {
        const part = sorted[index - 1];
        return [
          part && <Part key={`part ${index}`} part={part} />,
          piece.trim() !== '' && (
            <AnswerText
              key={`text ${index}`}
              text={piece.trimStart()}
              isStreaming={isStreaming}
              cite={cite}
            />
          ),
        ];
      })}
    </div>
  );
}

function Part({ part }: { part: MessagePart }) {
  const { t } = useTranslation(['rich-media', 'agent-access']);
  const Icon = icons[part.type];
  if (!Icon) return null;
  return (
    <figure className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-card border border-line bg-sunken px-3.5 py-3 dark:bg-transparent">
      <Icon size={18} className="mt-0.5 text-muted" aria-hidden="true" />
      <div className="grid min-w-0 gap-2 break-words">
        <figcaption className="text-sm text-muted">
          {part.type === 'agent'
            ? t('agent-access:part.agent')
            : t(`kind.${part.type === 'own_form' ? 'form' : part.type}`)}
        </figcaption>
        <Content part={part} />
      </div>
    </figure>
  );
}

function Content({ part }: { part: MessagePart }) {
  const { t, i18n } = useTranslation('rich-media');
  switch (part.type) {
    case 'image':
      return <OutsideLink url={part.url}>{part.caption || part.alt || part.url}</OutsideLink>;
    case 'video':
      return <OutsideLink url={videoAddress(part)}>{part.title || videoAddress(part)}</OutsideLink>;
    case 'file':
      return <OutsideLink url={part.url}>{part.name}</OutsideLink>;
    case 'own_form':
      return <OwnFormCard part={part} />;
    case 'approval':
      return <ApprovalCard part={part} />;
    case 'products':
      return <ProductList part={part} />;
    case 'cart':
      return <CartLines part={part} />;
    case 'order':
      return <OrderFacts part={part} />;
    case 'agent':
      return <p className="font-medium">{part.name}</p>;
    case 'card':
      return <Card card={part} />;
    case 'carousel':
      return (
        <ul className="grid gap-3 sm:grid-cols-2">
          {part.cards.map((card, index) => (
            <li key={index} className="min-w-0 rounded-control border border-line bg-surface px-3 py-2">
              <Card card={card} />
            </li>
          ))}
        </ul>
      );
    case 'buttons':
      return (
        <>
          {part.text && <p>{part.text}</p>}
          <Buttons buttons={part.buttons} />
        </>
      );
    case 'product':
      return (
        <>
          <p className="font-medium">
            {part.url ? <OutsideLink url={part.url}>{part.name}</OutsideLink> : part.name}
            {part.amount !== null && (
              <span className="tabular ml-2">{formatPrice(part.amount, part.currency, i18n.language)}</span>
            )}
          </p>
          {part.text && <p className="text-muted">{part.text}</p>}
        </>
      );
    case 'form':
      return (
        <>
          {part.title && <p className="font-medium">{part.title}</p>}
          {part.text && <p className="text-muted">{part.text}</p>}
          <ul className="list-disc pl-5">
            {part.fields.map((field) => (
              <li key={field.label}>
                {field.label}
                {field.required && <span className="text-muted"> ({t('thread.required')})</span>}
              </li>
            ))}
          </ul>
        </>
      );
  }
}

function Card({ card }: { card: PartCard }) {
  const { t } = useTranslation('rich-media');
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="font-medium">
        {card.url ? <OutsideLink url={card.url}>{card.title}</OutsideLink> : card.title}
      </p>
      {card.text && <p className="whitespace-pre-line text-muted">{card.text}</p>}
      {card.image && (
        <OutsideLink
          url={card.image.url}
        >{`${t('kind.image')}: ${card.image.alt || card.image.url}`}</OutsideLink>
      )}
      <Buttons buttons={card.buttons} />
    </div>
  );
}

function Buttons({ buttons }: { buttons: readonly PartButton[] }) {
  if (buttons.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {buttons.map((button, index) => (
        <li key={index} className="max-w-full rounded-full border border-line bg-surface px-3 py-1 text-sm">
          {button.action === 'open' ? (
            <OutsideLink url={button.url}>{button.label}</OutsideLink>
          ) : (
            button.label
          )}
        </li>
      ))}
    </ul>
  );
}
