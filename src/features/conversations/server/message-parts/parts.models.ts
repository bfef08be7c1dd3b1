import {
  currencyDigits,
  type MessagePart,
  type PartButton,
  type PartCard,
  type PartContent,
  type PartFormField,
  type PartPicture,
  type VideoContent,
} from '#shared/chat/message-parts.ts';
import { parseAmount, parsePrice } from '#shared/money/price.ts';
import { shownLine, shownWords } from '#shared/text/shown-words.ts';
import {
  contentSchemas,
  mostParts,
  mostPartsLength,
  partAddress,
} from '../../conversations-parts.contract.ts';

/**
 * Reads what a model or an owner wants to show. It is lenient with names and missing things and strict with
 * everything that a browser could load or run: addresses are https, kinds and fields that are not ours do not
 * get through.
 */

/** Whether the address of a picture may be loaded without a click. */
export type KnowsAddress = (url: string) => boolean;
export type ReadContent = { content: PartContent } | { problem: string };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The first of these fields that holds something. */
function first(fields: Fields, ...names: string[]): unknown {
  return names
    .map((name) => fields[name])
    .find((value) => value !== undefined && value !== null && value !== '');
}

function address(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  // Browsers leave out tabs and line ends inside an address.
  if (/[\s\p{Cc}<>"\\]/u.test(text) || !partAddress.safeParse(text).success) return null;
  const { href } = new URL(text);
  return href.length <= 2_048 ? href : null;
}

function picture(fields: Fields, knows: KnowsAddress, alt: string): PartPicture | null {
  const given = first(fields, 'image', 'image_url', 'imageUrl', 'picture', 'poster', 'thumbnail');
  const url = address(isFields(given) ? first(given, 'url', 'src', 'href') : given);
  if (!url || !knows(String(isFields(given) ? first(given, 'url', 'src', 'href') : given).trim()))
    return null;
  return {
    url,
    alt: shownLine(
      first(fields, 'image_alt', 'imageAlt', 'alt') ?? (isFields(given) ? given['alt'] : undefined) ?? alt,
      300,
    ),
  };
}

function button(value: unknown): PartButton | null {
  if (typeof value === 'string') {
    const label = shownLine(value, 80);
    return label ? { label, action: 'send', text: label } : null;
  }
  if (!isFields(value)) return null;
  const label = shownLine(first(value, 'label', 'title', 'name', 'caption'), 80);
  const given = first(value, 'url', 'href', 'link');
  if (given !== undefined) {
    const url = address(given);
    return url ? { label: label || new URL(url).hostname.slice(0, 80), action: 'open', url } : null;
  }
  const text = shownLine(first(value, 'text', 'message', 'send', 'value') ?? label, 500);
  return text ? { label: label || shownLine(text, 80), action: 'send', text } : null;
}
const buttons = (value: unknown, most: number): PartButton[] =>
  listOf(value)
    .slice(0, 40)
    .map(button)
    .filter((one) => one !== null)
    .slice(0, most);

function card(fields: Fields, knows: KnowsAddress): PartCard | null {
  const title = shownLine(first(fields, 'title', 'name', 'heading'), 120);
  if (!title) return null;
  return {
    title,
    text: shownWords(first(fields, 'text', 'subtitle', 'description', 'body'), 600),
    image: picture(fields, knows, title),
    url: address(first(fields, 'url', 'href', 'link')),
    buttons: buttons(fields['buttons'] ?? fields['actions'], 3),
  };
}

/**
 * Which video an address leads to: one of the hosts that we can play, or a video file; null for any other
 * page.
 */
export function readVideoAddress(value: unknown): Pick<VideoContent, 'host' | 'source'> | null {
  const href = address(value);
  if (!href) return null;
  const url = new URL(href);
  const host = url.hostname.replace(/^(www|m|music|player)\./, '');
  const [head = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const found = (
    name: VideoContent['host'],
    source: string,
  ): Pick<VideoContent, 'host' | 'source'> | null => {
    const isSound = contentSchemas.video.safeParse({
      type: 'video',
      host: name,
      source,
      title: '',
      image: null,
    }).success;
    return isSound ? { host: name, source } : null;
  };
  if (host === 'youtu.be') return found('youtube', head);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return found(
      'youtube',
      ['embed', 'shorts', 'live', 'v'].includes(head) ? second : (url.searchParams.get('v') ?? ''),
    );
  if (host === 'vimeo.com') {
    const number = url.pathname.match(/\/(\d{4,12})(?:\/([0-9a-f]{6,16}))?(?:\/|$)/);
    const secret = number?.[2] ?? url.searchParams.get('h');
    return number ? found('vimeo', secret ? `${number[1]}/${secret}` : (number[1] ?? '')) : null;
  }
  if (host === 'loom.com') return found('loom', second.match(/[0-9a-f]{32}$/)?.[0] ?? '');
  if (/(^|\.)wistia\.(com|net)$/.test(url.hostname))
    return found('wistia', url.pathname.match(/\/(?:medias|iframe)\/([a-z0-9]+)/)?.[1] ?? '');
  return /\.(mp4|webm|m4v|mov|ogv)$/i.test(url.pathname) ? { host: 'file', source: href } : null;
}

function formField(value: unknown): PartFormField | null {
  if (typeof value === 'string') return formField({ label: value });
  if (!isFields(value)) return null;
  const label = shownLine(first(value, 'label', 'name', 'title', 'key'), 120);
  if (!label) return null;
  const options = [
    ...new Set(
      listOf(value['options'] ?? value['choices'])
        .slice(0, 40)
        .map((option) => shownLine(isFields(option) ? first(option, 'label', 'value') : option, 80))
        .filter((option) => option !== ''),
    ),
  ].slice(0, 12);
  const wanted = String(
    first(value, 'kind', 'type') ?? (options.length > 1 ? 'choice' : 'text'),
  ).toLowerCase();
  const names: Record<string, PartFormField['kind']> = {
    tel: 'phone',
    textarea: 'long',
    long_text: 'long',
    select: 'choice',
    radio: 'choice',
    boolean: 'checkbox',
    email: 'email',
    phone: 'phone',
    long: 'long',
    number: 'number',
    date: 'date',
    choice: 'choice',
    checkbox: 'checkbox',
  };
  const named = names[wanted] ?? 'text';
  const kind = named === 'choice' && options.length < 2 ? 'text' : named;
  return { label, kind, required: value['required'] === true, options: kind === 'choice' ? options : [] };
}

function product(fields: Fields, knows: KnowsAddress): PartContent | null {
  const name = shownLine(first(fields, 'name', 'title'), 120);
  if (!name) return null;
  const given = first(fields, 'price', 'amount');
  const currency = shownLine(fields['currency'], 3).toUpperCase();
  const written =
    parsePrice(`${String(given ?? '')}`) ??
    (given === undefined ? null : parsePrice(`${String(given)} ${currency}`));
  const value =
    typeof given === 'number' && given >= 0 && given <= 1_000_000_000
      ? given
      : parseAmount(String(given ?? ''));
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const amount =
    written?.amount ??
    (value !== null && isCurrency ? Math.round(value * 10 ** currencyDigits(currency)) : null);
  return {
    type: 'product',
    name,
    text: shownWords(first(fields, 'text', 'description', 'subtitle'), 600),
    amount,
    currency: written?.currency ?? (isCurrency ? currency : 'EUR'),
    image: picture(fields, knows, name),
    url: address(first(fields, 'url', 'href', 'link')),
  };
}

type Kind = PartContent['type'];
const readers: Record<Kind, (fields: Fields, knows: KnowsAddress) => PartContent | string> = {
  image(fields, knows) {
    const url = address(first(fields, 'url', 'src', 'image'));
    if (!url) return 'The picture needs an https address.';
    if (!knows(String(first(fields, 'url', 'src', 'image')).trim()))
      return 'This address is not among those in the instructions, passages or results. Use only addresses that stand there.';
    const caption = shownLine(first(fields, 'caption', 'text', 'title'), 300);
    return {
      type: 'image',
      url,
      alt: shownLine(first(fields, 'alt', 'description') ?? caption, 300),
      caption,
    };
  },
  video(fields, knows) {
    const video = readVideoAddress(first(fields, 'url', 'src', 'video', 'link'));
    if (!video)
      return 'The video needs the https address of a video on YouTube, Vimeo, Loom or Wistia, or of an mp4 or webm file.';
    const title = shownLine(first(fields, 'title', 'name', 'caption'), 120);
    const poster = picture(fields, knows, title);
    // The host hears of a visitor with the click on play and not before.
    const isHosts =
      poster !== null &&
      /(^|\.)(ytimg\.com|youtube\.com|vimeocdn\.com|loom\.com|wistia\.(com|net))$/.test(
        new URL(poster.url).hostname,
      );
    return { type: 'video', ...video, title, image: isHosts ? null : poster };
  },
  card(fields, knows) {
    const read = card(fields, knows);
    return read ? { type: 'card', ...read } : 'A card needs a title.';
  },
  carousel(fields, knows) {
    const cards = listOf(first(fields, 'cards', 'items', 'slides'))
      .slice(0, 10)
      .map((item) => (isFields(item) ? card(item, knows) : null))
      .filter((one) => one !== null);
    const [only] = cards;
    if (!only) return 'A carousel needs 2 to 10 cards, each with a title.';
    return cards.length === 1
      ? { type: 'card', ...only }
      : { type: 'carousel', title: shownLine(first(fields, 'title', 'label'), 120), cards };
  },
  buttons(fields) {
    const read = buttons(first(fields, 'buttons', 'options', 'replies'), 6);
    return read.length > 0
      ? { type: 'buttons', text: shownLine(first(fields, 'text', 'title', 'question'), 300), buttons: read }
      : 'There must be 1 to 6 buttons, each with a label and either a text to send or an https address.';
  },
  product: (fields, knows) => product(fields, knows) ?? 'A product needs a name.',
  form(fields) {
    const read = listOf(fields['fields'])
      .slice(0, 20)
      .map(formField)
      .filter((one) => one !== null);
    const labels = new Set<string>();
    const different = read.filter(({ label }) => !labels.has(label) && labels.add(label)).slice(0, 8);
    return different.length > 0
      ? {
          type: 'form',
          title: shownLine(first(fields, 'title', 'name'), 120),
          text: shownLine(first(fields, 'text', 'description'), 300),
          fields: different,
          submit: shownLine(first(fields, 'submit', 'submit_label', 'button'), 40),
        }
      : 'A form needs 1 to 8 fields, each with a label.';
  },
  file(fields) {
    const url = address(first(fields, 'url', 'href', 'link'));
    if (!url) return 'The file needs an https address.';
    return {
      type: 'file',
      name:
        shownLine(
          first(fields, 'name', 'title') ?? safeDecode(new URL(url).pathname.split('/').at(-1) ?? ''),
          160,
        ) || new URL(url).hostname,
      url,
    };
  },
  // Which forms are offered is the owner's to say.
  own_form: () => 'Forms of the business are shown by offer_form.',
  // Whom a visitor may go on with is not a model's to make up.
  agent: () => 'Other assistants are offered by switch_agent.',
  // Prices, stock and orders are the store's to say.
  products: () => 'Products of the store are shown by search_products.',
  cart: () => 'The cart is shown by add_to_cart.',
  order: () => 'Orders are shown by order_status.',
  // Who is asked before something is done is not a model's to make up.
  approval: () => 'Tools ask by themselves before they act.',
};

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(readers, value);

/** One part of unknown origin, by its `type`. */
export function readContent(value: unknown, knows: KnowsAddress): ReadContent {
  if (!isFields(value)) return { problem: 'The arguments are no object.' };
  const type = first(value, 'type', 'kind');
  if (!isKind(type)) return { problem: 'There is no such kind of content.' };
  const read = readers[type](value, knows);
  if (typeof read === 'string') return { problem: read };
  const sound = contentSchemas[read.type].safeParse(read);
  return sound.success ? { content: sound.data } : { problem: 'The arguments are not usable.' };
}

/**
 * What a model's block of JSON stands for, in order; what can't be read is left out. Texts among the parts
 * stay texts.
 */
export function readBlock(
  body: string,
  knows: KnowsAddress,
): (PartContent | { type: 'text'; text: string })[] {
  let value: unknown;
  try {
    value = JSON.parse(body.replace(/^json\s+/i, ''));
  } catch {
    return [];
  }
  const list = Array.isArray(value)
    ? value
    : isFields(value) && Array.isArray(value['parts'])
      ? value['parts']
      : [value];
  return list
    .slice(0, mostParts * 2)
    .flatMap((item: unknown): (PartContent | { type: 'text'; text: string })[] => {
      if (isFields(item) && item['type'] === 'text') {
        const text = shownWords(item['text'], 4_000);
        return text ? [{ type: 'text', text }] : [];
      }
      const read = readContent(item, knows);
      return 'content' in read ? [read.content] : [];
    });
}

/** Whether there is room for one more, and it is not there already. */
export function hasRoomFor(parts: readonly MessagePart[], content: PartContent): boolean {
  const added = JSON.stringify(content);
  const known = parts.map(({ at: _at, ...rest }) => JSON.stringify(rest));
  return (
    parts.length < mostParts &&
    !known.includes(added) &&
    known.reduce((sum, text) => sum + text.length, added.length) <= mostPartsLength
  );
}
