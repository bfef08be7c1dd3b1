import { shopPartText, type ShopContent } from './shop-parts.ts';

/**
 * What a message may hold besides its text: pictures, videos, cards, buttons, a form, a file. `at` is the
 * place in the message's text after which a part stands. Every address is https; everything has words of its
 * own for those who see no pictures.
 */

/** Sends a text as the visitor, or opens a page. */
export type PartButton =
  | { label: string; action: 'send'; text: string }
  | { label: string; action: 'open'; url: string };
export type PartPicture = {
  url: string;
  alt: string;
};
export type PartCard = {
  title: string;
  text: string;
  image: PartPicture | null;
  url: string | null;
  buttons: PartButton[];
};

export const videoHosts = ['youtube', 'vimeo', 'loom', 'wistia'] as const;
export type VideoHost = (typeof videoHosts)[number];

export const formFieldKinds = [
  'text',
  'long',
  'email',
  'phone',
  'number',
  'date',
  'choice',
  'checkbox',
] as const;
export type PartFormField = {
  label: string;
  kind: (typeof formFieldKinds)[number];
  required: boolean;
  options: string[];
};

export type ImageContent = {
  type: 'image';
  url: string;
  alt: string;
  caption: string;
};
/** A file by its address, or a video of a host by its id there. */
export type VideoContent = {
  type: 'video';
  host: 'file' | VideoHost;
  source: string;
  title: string;
  image: PartPicture | null;
};
export type CardContent = { type: 'card' } & PartCard;
export type CarouselContent = {
  type: 'carousel';
  title: string;
  cards: PartCard[];
};
export type ButtonsContent = {
  type: 'buttons';
  text: string;
  buttons: PartButton[];
};
/** `amount` in the smallest unit of the currency. */
export type ProductContent = {
  type: 'product';
  name: string;
  text: string;
  amount: number | null;
  currency: string;
  image: PartPicture | null;
  url: string | null;
};
export type FormContent = {
  type: 'form';
  title: string;
  text: string;
  fields: PartFormField[];
  submit: string;
};
export type FileContent = {
  type: 'file';
  name: string;
  url: string;
};

/**
 * One of the account's own forms, filled in the chat; `filled` says when it was sent. The address is for
 * those who read the message elsewhere.
 */
export type OwnFormContent = {
  type: 'own_form';
  formId: string;
  title: string;
  text: string;
  url: string;
  filled: { at: string; submissionId: string } | null;
};

/** Offers to go on with another agent. */
export type AgentContent = {
  type: 'agent';
  number: number;
  name: string;
};

/**
 * Asks before something is done: the visitor, or the business's own people. `details` are what it is done
 * with, `cost` the messages that it takes besides the answer's own.
 */
export type ApprovalContent = {
  type: 'approval';
  id: string;
  title: string;
  details: { name: string; value: string }[];
  cost: number;
  approver: 'visitor' | 'team';
  state: 'waiting' | 'approved' | 'declined';
};

export type PartContent =
  | ShopContent
  | ImageContent
  | VideoContent
  | CardContent
  | CarouselContent
  | ButtonsContent
  | ProductContent
  | FormContent
  | FileContent
  | OwnFormContent
  | AgentContent
  | ApprovalContent;
export type MessagePart = PartContent & { at: number };

/** Where a video of a host is watched, and where its player is. */
export function videoAddresses(host: VideoHost, id: string): { watch: string; player: string } {
  switch (host) {
    case 'youtube':
      return {
        watch: `https://www.youtube.com/watch?v=${id}`,
        player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
      };
    case 'vimeo': {
      const [number = '', secret] = id.split('/');
      return {
        watch: `https://vimeo.com/${id}`,
        player: `https://player.vimeo.com/video/${number}?autoplay=1&dnt=1${secret ? `&h=${secret}` : ''}`,
      };
    }
    case 'loom':
      return {
        watch: `https://www.loom.com/share/${id}`,
        player: `https://www.loom.com/embed/${id}?autoplay=1`,
      };
    case 'wistia':
      return {
        watch: `https://fast.wistia.net/embed/iframe/${id}`,
        player: `https://fast.wistia.net/embed/iframe/${id}?autoPlay=true`,
      };
  }
}

/** The video's own address, for those who watch it elsewhere. */
export const videoAddress = (part: Pick<VideoContent, 'host' | 'source'>): string =>
  part.host === 'file' ? part.source : videoAddresses(part.host, part.source).watch;

const knownDigits = new Map<string, number>();

/** How many digits follow the point in amounts of a currency. */
export function currencyDigits(currency: string): number {
  const known = knownDigits.get(currency);
  if (known !== undefined) return known;
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    // A feed asks for each of its products; making a format takes longer than reading the product.
    knownDigits.set(currency, digits);
    return digits;
  } catch {
    return 2;
  }
}

/** A price in the words of a language: "€ 4,20". */
export function formatPrice(amount: number, currency: string, language: string): string {
  const value = amount / 10 ** currencyDigits(currency);
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency }).format(value);
  } catch {
    return `${value}\u00a0${currency}`;
  }
}

const line = (...words: (string | null | undefined)[]): string => words.filter((word) => word).join(' ');
const buttonText = (button: PartButton): string =>
  button.action === 'open' ? `${button.label} (${button.url})` : button.label;
const cardText = (card: PartCard): string =>
  [
    line(card.title, card.url && `(${card.url})`),
    card.text,
    ...card.buttons.map((button) => `- ${buttonText(button)}`),
  ]
    .filter((text) => text !== '')
    .join('\n');

/** A part in words alone: for mails, lists, transcripts, exports, the model's memory and screen readers. */
export function partText(part: PartContent, language = 'en'): string {
  switch (part.type) {
    case 'image':
      return line(part.caption || part.alt, `(${part.url})`);
    case 'video':
      return line(part.title, `(${videoAddress(part)})`);
    case 'card':
      return cardText(part);
    case 'carousel':
      return [part.title, ...part.cards.map(cardText)].filter((text) => text !== '').join('\n\n');
    case 'buttons':
      return [part.text, ...part.buttons.map((button) => `- ${buttonText(button)}`)]
        .filter((text) => text !== '')
        .join('\n');
    case 'product':
      return [
        line(
          part.name,
          part.amount === null ? '' : `· ${formatPrice(part.amount, part.currency, language)}`,
          part.url && `(${part.url})`,
        ),
        part.text,
      ]
        .filter((text) => text !== '')
        .join('\n');
    case 'form':
      return [part.title, part.text, ...part.fields.map((field) => `- ${field.label}`)]
        .filter((text) => text !== '')
        .join('\n');
    case 'file':
      return line(part.name, `(${part.url})`);
    case 'own_form':
      return part.filled ? `✓ ${part.title}` : line(part.title, `(${part.url})`);
    case 'agent':
      return `→ ${part.name}`;
    case 'products':
    case 'cart':
    case 'order':
      return shopPartText(part, (amount, currency) => formatPrice(amount, currency, language));
    case 'approval':
      return `${{ waiting: '?', approved: '✓', declined: '✗' }[part.state]} ${part.title}`;
  }
}

/** A message's text with its parts in words, each where it stands. */
export function messageInWords(text: string, parts: readonly MessagePart[], language = 'en'): string {
  if (parts.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const part of parts.toSorted((a, b) => a.at - b.at)) {
    pieces.push(text.slice(from, part.at), partText(part, language));
    from = Math.max(from, part.at);
  }
  pieces.push(text.slice(from));
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .join('\n\n');
}
