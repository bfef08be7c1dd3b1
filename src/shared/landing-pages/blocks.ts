import {
  agent,
  anchor,
  choice,
  form,
  htmlCode,
  link,
  list,
  longText,
  markdown,
  moment,
  number,
  offer,
  picture,
  slot,
  text,
  toggle,
  video,
  type Fields,
  type ValuesOf,
} from './fields.ts';

/** Small drawings that stand beside a feature. */
export const iconNames = [
  'check',
  'star',
  'heart',
  'bolt',
  'clock',
  'calendar',
  'chat',
  'mail',
  'phone',
  'map',
  'shield',
  'lock',
  'book',
  'target',
  'chart',
  'rocket',
  'sparkles',
  'users',
  'globe',
  'wallet',
  'wrench',
  'leaf',
  'gift',
  'mic',
] as const;
export type IconName = (typeof iconNames)[number];

/** The ground on which a section stands. */
const ground = choice(['plain', 'tint', 'brand', 'deep'], 'plain');
const air = choice(['tight', 'normal', 'roomy'], 'normal');
const align = choice(['start', 'center'], 'start');

/** Every kind of block with its fields. Limits: characters of a text, items of a list. */
export const blockFields = {
  nav: {
    brand: text(60),
    logo: picture('', true),
    links: list(8, { label: text(40), href: link() }),
    label: text(40),
    href: link(),
    isSticky: toggle(true),
  },
  hero: {
    layout: choice(['center', 'split', 'cover', 'agent'], 'split'),
    eyebrow: text(80),
    title: text(140),
    text: longText(500),
    label: text(40),
    href: link('#chat'),
    secondLabel: text(40),
    secondHref: link(),
    note: text(160),
    picture: picture('drawing:chat', true),
    agent: agent(),
    ground,
    anchor: anchor(),
  },
  features: {
    title: text(140),
    text: longText(500),
    columns: choice(['2', '3', '4'], '3'),
    items: list(12, {
      icon: choice(iconNames, 'check'),
      title: text(80),
      text: longText(300),
      href: link(),
    }),
    ground,
    anchor: anchor(),
  },
  logos: {
    title: text(140),
    items: list(16, { name: text(60), picture: picture(), href: link() }),
    ground,
    anchor: anchor(),
  },
  stats: {
    title: text(140),
    items: list(6, { value: text(20), label: text(80) }),
    ground,
    anchor: anchor(),
  },
  text: { text: markdown(10_000), align, ground, anchor: anchor() },
  image: {
    picture: picture(),
    caption: text(200),
    href: link(),
    width: choice(['text', 'wide', 'full'], 'wide'),
    ground,
    anchor: anchor(),
  },
  video: {
    href: video(),
    captions: link(),
    title: text(140),
    poster: picture('', true),
    caption: text(200),
    ground,
    anchor: anchor(),
  },
  columns: {
    layout: choice(['1', '1-1', '1-2', '2-1', '1-1-1', '1-1-1-1'], '1-1'),
    first: slot(),
    second: slot(),
    third: slot(),
    fourth: slot(),
    ground,
    anchor: anchor(),
  },
  gallery: {
    title: text(140),
    columns: choice(['2', '3', '4'], '3'),
    items: list(24, { picture: picture(), caption: text(120) }),
    ground,
    anchor: anchor(),
  },
  testimonials: {
    title: text(140),
    items: list(12, {
      quote: longText(500),
      name: text(80),
      role: text(80),
      picture: picture('', true),
      stars: number(0, 5, 5),
    }),
    ground,
    anchor: anchor(),
  },
  pricing: {
    title: text(140),
    text: longText(500),
    items: list(4, {
      name: text(60),
      price: text(30),
      per: text(40),
      text: longText(300),
      points: longText(1_000),
      label: text(40),
      href: link(),
      isBest: toggle(false),
    }),
    bestLabel: text(40),
    ground,
    anchor: anchor(),
  },
  agent: {
    agent: agent(),
    display: choice(['inline', 'bubble', 'page'], 'inline'),
    title: text(140),
    text: longText(500),
    size: choice(['small', 'medium', 'large'], 'medium'),
    ground,
    anchor: anchor(),
  },
  offer: {
    agent: agent(),
    offer: offer(),
    title: text(140),
    text: longText(500),
    points: longText(1_000),
    label: text(40),
    note: text(160),
    ground,
    anchor: anchor(),
  },
  form: { form: form(), title: text(140), text: longText(500), ground, anchor: anchor() },
  faq: {
    title: text(140),
    items: list(20, { question: text(200), answer: markdown(2_000) }),
    isFound: toggle(true),
    ground,
    anchor: anchor(),
  },
  cta: {
    title: text(140),
    text: longText(500),
    label: text(40),
    href: link('#chat'),
    secondLabel: text(40),
    secondHref: link(),
    ground: choice(['plain', 'tint', 'brand', 'deep'], 'brand'),
    anchor: anchor(),
  },
  countdown: {
    title: text(140),
    until: moment(),
    over: text(140),
    label: text(40),
    href: link(),
    ground,
    anchor: anchor(),
  },
  qr: { title: text(140), text: longText(300), href: link(), label: text(80), ground, anchor: anchor() },
  footer: {
    brand: text(60),
    text: longText(300),
    links: list(12, { label: text(40), href: link() }),
    small: text(200),
  },
  spacer: { size: choice(['small', 'medium', 'large'], 'medium') },
  divider: { look: choice(['line', 'dots', 'wave'], 'line'), air },
  html: {
    code: htmlCode(20_000),
    title: text(80),
    size: choice(['small', 'medium', 'large', 'tall'], 'medium'),
    ground,
  },
} as const satisfies Record<string, Fields>;

export type BlockType = keyof typeof blockFields;
/** What a block of this kind holds, beside its id. */
export type BlockValues<T extends BlockType> = ValuesOf<(typeof blockFields)[T]>;

/** All kinds, in the order of the palette. */
export const blockTypes = Object.keys(blockFields) as readonly BlockType[];

/** The groups of the palette. */
export const blockGroups: readonly {
  name: 'start' | 'sell' | 'tell' | 'show' | 'arrange';
  types: readonly BlockType[];
}[] = [
  { name: 'start', types: ['nav', 'hero', 'cta', 'footer'] },
  { name: 'sell', types: ['agent', 'offer', 'pricing', 'form', 'countdown', 'qr'] },
  { name: 'tell', types: ['features', 'text', 'faq', 'testimonials', 'stats'] },
  { name: 'show', types: ['image', 'video', 'gallery', 'logos'] },
  { name: 'arrange', types: ['columns', 'spacer', 'divider', 'html'] },
];

/** Whether a text names a kind of block. */
export const isBlockType = (type: unknown): type is BlockType =>
  typeof type === 'string' && Object.hasOwn(blockFields, type);

/** The fields of a kind, without what is known of it alone. */
export const fieldsOf = (type: BlockType): Fields => blockFields[type];
