import type { LlmTool } from '#providers/llm/llm.port.ts';

/**
 * The tools by which a model shows something, and what they tell it. Their arguments are read by
 * `readContent`.
 */

const text = (description: string) => ({ type: 'string', description });
const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const button = object(
  {
    label: text('Words on the button.'),
    text: text('What the visitor says by pressing it. Leave out when it opens a page.'),
    url: text('https address that it opens. Leave out when it sends a text.'),
  },
  ['label'],
);
const cardFields = {
  title: text('Short title.'),
  text: text('One or two sentences.'),
  image: text('https address of a picture, as it stands in your instructions or the passages.'),
  url: text('https address that the card leads to.'),
  buttons: { type: 'array', items: button, maxItems: 3 },
};
const field = object(
  {
    label: text('What is asked for.'),
    kind: {
      type: 'string',
      enum: ['text', 'long', 'email', 'phone', 'number', 'date', 'choice', 'checkbox'],
    },
    required: { type: 'boolean' },
    options: {
      type: 'array',
      items: { type: 'string' },
      description: 'With kind "choice": 2 to 12 options.',
    },
  },
  ['label', 'kind'],
);

export const showTools: readonly LlmTool[] = [
  {
    name: 'show_image',
    description: 'Shows a picture. Use only addresses that stand in your instructions or the passages.',
    parameters: object(
      {
        url: text('https address.'),
        alt: text('What it shows, for those who can not see it.'),
        caption: text('Words under it.'),
      },
      ['url', 'alt'],
    ),
  },
  {
    name: 'show_video',
    description: 'Shows a video of YouTube, Vimeo, Loom or Wistia, or a video file.',
    parameters: object({ url: text('https address of the video.'), title: text('Its title.') }, [
      'url',
      'title',
    ]),
  },
  {
    name: 'show_card',
    description: 'Shows one card with title, text, picture and up to three buttons.',
    parameters: object(cardFields, ['title']),
  },
  {
    name: 'show_carousel',
    description: 'Shows 2 to 10 cards side by side, to choose from.',
    parameters: object(
      {
        title: text('What the cards are.'),
        cards: { type: 'array', items: object(cardFields, ['title']), minItems: 2, maxItems: 10 },
      },
      ['cards'],
    ),
  },
  {
    name: 'show_buttons',
    description: 'Shows up to six buttons: answers to choose from, or pages to open.',
    parameters: object(
      {
        text: text('The question above them.'),
        buttons: { type: 'array', items: button, minItems: 1, maxItems: 6 },
      },
      ['buttons'],
    ),
  },
  {
    name: 'show_product',
    description: 'Shows a product with its price.',
    parameters: object(
      {
        name: text('Name of the product.'),
        text: text('One sentence about it.'),
        price: { type: 'number', description: 'In whole units with decimals, like 4.2 for €4.20.' },
        currency: text('ISO 4217 code, like EUR.'),
        image: text('https address of a picture, as it stands in your instructions or the passages.'),
        url: text('https address of its page.'),
      },
      ['name'],
    ),
  },
  {
    name: 'show_form',
    description: 'Shows a small form. What the visitor enters comes back as their next message.',
    parameters: object(
      {
        title: text('What it is for.'),
        fields: { type: 'array', items: field, minItems: 1, maxItems: 8 },
        submit: text('Words on its button.'),
      },
      ['fields'],
    ),
  },
];

/** The kind of part that one of these tools shows. */
export const partKindOfTool = ({ name }: LlmTool): string => name.slice('show_'.length);

/** What the prompt says about showing things, with the owner's instructions. */
export function showRules(instructions: string, canUseTools: boolean): string {
  const how = canUseTools
    ? '- You can show pictures, videos, cards, carousels, buttons, products and forms with the show_ tools. Call one where it helps the visitor more than words, after the sentence that it belongs to. Do not repeat in words what it shows.'
    : '- You can show pictures, videos, cards, carousels, buttons, products and forms. Write a block like this one where it belongs: ```chatelier {"type":"card","title":"…","text":"…","image":"https://…","buttons":[{"label":"…","url":"https://…"}]}``` The types are image (url, alt, caption), video (url, title), card, carousel (cards), buttons (text, buttons with label and either text or url), product (name, price, currency, image, url) and form (title, fields with label and kind).';
  const owner = instructions.trim();
  return [
    '# What you can show',
    how,
    '- Use only addresses that stand in these instructions, the passages or results of tools; never make one up.',
    ...(owner ? ['When to show what, in the words of the owner:', owner] : []),
  ].join('\n');
}
