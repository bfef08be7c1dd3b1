import { z } from 'zod';
import {
  formFieldKinds,
  videoHosts,
  type MessagePart,
  type PartContent,
} from '#shared/chat/message-parts.ts';
import { orderStates, stockStates } from '#shared/store-kinds.ts';

/** Most parts in one message, and most characters of them all as JSON. */
export const mostParts = 12;
export const mostPartsLength = 32_000;
/** Most products that are shown side by side, and most variants of one of them. */
export const mostShownProducts = 8;
export const mostShownVariants = 20;

const words = (longest: number) => z.string().max(longest);
const name = (longest: number) => z.string().min(1).max(longest);

/** An https address without a name and password in it; anything that a browser could run is none. */
export const partAddress = z
  .string()
  .max(2_048)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return (
      url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.')
    );
  });

const picture = z.object({ url: partAddress, alt: words(300) });

/** What the built-in store shows lies on this server. */
const ownShopPath = /^\/demo-store\/[A-Za-z0-9/_-]{1,4000}(\.svg)?$/;
export const shopAddress = z.union([partAddress, z.string().regex(ownShopPath)]);
const shopPicture = z.object({ url: shopAddress, alt: words(300) });
const amount = z.number().int().min(0).max(100_000_000_000);
const currency = z.string().regex(/^[A-Z]{3}$/);
const shopId = name(300);
const quantity = z.number().int().min(1).max(9_999);
const shopProduct = z.object({
  id: shopId,
  name: name(160),
  text: words(600),
  image: shopPicture.nullable(),
  url: shopAddress.nullable(),
  currency,
  option: words(80),
  variants: z
    .array(
      z.object({
        id: shopId,
        name: words(120),
        amount,
        before: amount.nullable(),
        stock: z.enum(stockStates),
        left: z.number().int().min(0).nullable(),
      }),
    )
    .min(1)
    .max(mostShownVariants),
});
/** A browser writes these in the visitor's language: what is no date would break the chat. */
const day = z.iso.date();
const moment = z.union([z.iso.datetime({ offset: true, local: true }).max(40), day]);
const shopOrder = z.object({
  number: name(60),
  placedAt: moment,
  state: z.enum(orderStates),
  lines: z.array(z.object({ name: name(160), quantity })).max(50),
  total: amount,
  currency,
  carrier: words(80),
  tracking: words(120),
  trackingUrl: partAddress.nullable(),
  expectedOn: day.nullable(),
});
const button = z.discriminatedUnion('action', [
  z.object({ label: name(80), action: z.literal('send'), text: name(500) }),
  z.object({ label: name(80), action: z.literal('open'), url: partAddress }),
]);
const card = z.object({
  title: name(120),
  text: words(600),
  image: picture.nullable(),
  url: partAddress.nullable(),
  buttons: z.array(button).max(3),
});
const formField = z
  .object({
    label: name(120),
    kind: z.enum(formFieldKinds),
    required: z.boolean(),
    options: z.array(name(80)).max(12),
  })
  .refine((field) => field.kind !== 'choice' || field.options.length >= 2);

/** Ids as the hosts give them; nothing else is put into a player's address. */
const videoIds = {
  youtube: /^[\w-]{11}$/,
  vimeo: /^\d{4,12}(\/[0-9a-f]{6,16})?$/,
  loom: /^[0-9a-f]{32}$/,
  wistia: /^[a-z0-9]{8,14}$/,
};

export const contentSchemas = {
  image: z.object({ type: z.literal('image'), url: partAddress, alt: words(300), caption: words(300) }),
  video: z
    .object({
      type: z.literal('video'),
      host: z.enum(['file', ...videoHosts]),
      source: words(2_048),
      title: words(120),
      image: picture.nullable(),
    })
    .refine((video) =>
      video.host === 'file'
        ? partAddress.safeParse(video.source).success
        : videoIds[video.host].test(video.source),
    ),
  card: card.extend({ type: z.literal('card') }),
  carousel: z.object({ type: z.literal('carousel'), title: words(120), cards: z.array(card).min(2).max(10) }),
  buttons: z.object({ type: z.literal('buttons'), text: words(300), buttons: z.array(button).min(1).max(6) }),
  product: z.object({
    type: z.literal('product'),
    name: name(120),
    text: words(600),
    amount: amount.nullable(),
    currency,
    image: picture.nullable(),
    url: partAddress.nullable(),
  }),
  products: z.object({
    type: z.literal('products'),
    title: words(120),
    canAdd: z.boolean(),
    products: z.array(shopProduct).min(1).max(mostShownProducts),
  }),
  cart: z.object({
    type: z.literal('cart'),
    currency,
    lines: z
      .array(
        z.object({
          productId: shopId,
          variantId: shopId,
          name: name(160),
          variant: words(120),
          quantity,
          amount,
          total: amount,
          image: shopPicture.nullable(),
          url: shopAddress.nullable(),
        }),
      )
      .max(50),
    total: amount,
    checkoutUrl: shopAddress.nullable(),
  }),
  order: z.object({ type: z.literal('order'), number: words(60), order: shopOrder.nullable() }),
  form: z.object({
    type: z.literal('form'),
    title: words(120),
    text: words(300),
    fields: z.array(formField).min(1).max(8),
    submit: words(40),
  }),
  file: z.object({ type: z.literal('file'), name: name(160), url: partAddress }),
  own_form: z.object({
    type: z.literal('own_form'),
    formId: z.string().regex(/^frm_[a-z0-9]{1,40}$/),
    title: name(80),
    text: words(300),
    url: z.url({ protocol: /^https?$/ }).max(2_048),
    filled: z.object({ at: z.string(), submissionId: z.string() }).nullable(),
  }),
  approval: z.object({
    type: z.literal('approval'),
    id: z.string().max(60),
    title: name(120),
    details: z.array(z.object({ name: z.string().max(64), value: z.string().max(300) })).max(12),
    cost: z.number().int().min(0),
    approver: z.enum(['visitor', 'team']),
    state: z.enum(['waiting', 'approved', 'declined']),
  }),
  agent: z.object({ type: z.literal('agent'), number: z.number().int().min(1), name: name(80) }),
} satisfies Record<PartContent['type'], z.ZodType<PartContent>>;

const at = { at: z.number().int().min(0) };

/** What stands in a message besides its text. */
export const messagePartSchema: z.ZodType<MessagePart> = z
  .discriminatedUnion('type', [
    contentSchemas.image.extend(at),
    contentSchemas.video.safeExtend(at),
    contentSchemas.card.extend(at),
    contentSchemas.carousel.extend(at),
    contentSchemas.buttons.extend(at),
    contentSchemas.product.extend(at),
    contentSchemas.products.extend(at),
    contentSchemas.cart.extend(at),
    contentSchemas.order.extend(at),
    contentSchemas.form.extend(at),
    contentSchemas.file.extend(at),
    contentSchemas.own_form.extend(at),
    contentSchemas.agent.extend(at),
    contentSchemas.approval.extend(at),
  ])
  .meta({ id: 'MessagePart' });
