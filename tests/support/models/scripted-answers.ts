import type { Citation } from '#features/conversations/chat/store/visitor-types.ts';
import type { AnswerScript } from '../visitors/visitor-api-stand-in.ts';

const citation = (number: number, title: string, quote: string, more: Partial<Citation> = {}): Citation => ({
  number,
  title,
  quote,
  kind: 'page',
  url: 'https://linden-and-loaf.example/opening-hours',
  storedUrl: `/stored/${number}?passage=${number}`,
  page: null,
  ...more,
});

const hours = citation(
  1,
  'Opening hours',
  'We bake every day but Monday. On Sundays our doors open at 8:00 and close when the last loaf is sold, at the latest at 13:00.',
);
const allergens = citation(
  2,
  'Allergens and flours 2026.pdf',
  'The buckwheat loaf and the rice rolls are baked without gluten in a separate oven.',
  { kind: 'file', url: null, page: 4 },
);

const sentence = 'A slow dough needs time, flour, water and salt, and somebody who looks after it. ';

/** Markup and addresses that must never run or be loaded, in every place where an answer can hold text. */
export const hostilePieces = [
  '<script>window.__ran=1</script>',
  '<img src=x onerror="window.__ran=1">',
  '<svg onload="window.__ran=1"></svg>',
  '<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>',
  '<a href="javascript:window.__ran=1">x</a>',
  '<style>*{display:none}</style>',
  '<form action="https://canary.invalid/"><input name=a></form>',
  '<body onload=window.__ran=1>',
  '<details open ontoggle=window.__ran=1>',
  '<math><mtext></mtext><script>window.__ran=1</script></math>',
  '<video><source onerror="window.__ran=1"></video>',
  '<object data="javascript:window.__ran=1"></object>',
  '<embed src="javascript:window.__ran=1">',
  '<meta http-equiv="refresh" content="0;url=https://canary.invalid/">',
  '<link rel=stylesheet href="https://canary.invalid/a.css">',
  '<base href="https://canary.invalid/">',
  '[link](javascript:window.__ran=1)',
  '[link](JaVaScRiPt:window.__ran=1)',
  '[link](java\tscript:window.__ran=1)',
  '[link](&#106;avascript:window.__ran=1)',
  '[link](&#x6A;avascript&colon;window.__ran=1)',
  '[link]( javascript:window.__ran=1 )',
  '[link](<javascript:window.__ran=1>)',
  '[link](vbscript:window.__ran=1)',
  '[link](data:text/html;base64,PHNjcmlwdD5wYXJlbnQuX19yYW49MTwvc2NyaXB0Pg==)',
  '[link](blob:https://canary.invalid/1)',
  '[link](file:///etc/passwd)',
  '[link](//canary.invalid/x)',
  '[link](https://ok.example/"onmouseover="window.__ran=1)',
  '[<img src=x onerror=window.__ran=1>](https://ok.example/)',
  '![x](javascript:window.__ran=1)',
  '![x](https://canary.invalid/leak?d=1)',
  '![x](//canary.invalid/leak)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
  '![x" onerror="window.__ran=1](https://canary.invalid/a.png)',
  '<javascript:window.__ran=1>',
  '<https://ok.example/"><script>window.__ran=1</script>>',
  '```"><script>window.__ran=1</script>\ncode\n```',
  '`<script>window.__ran=1</script>`',
  '| <script>window.__ran=1</script> | b |\n| :-- | "onload="window.__ran=1 |\n| <img src=x onerror=window.__ran=1> | 2 |',
  '> <svg/onload=window.__ran=1>',
  '- [ ] <img src=x onerror=window.__ran=1>',
  '# <img src=x onerror=window.__ran=1>',
  '[1]: javascript:window.__ran=1',
  '[x][1]\n\n[1]: javascript:window.__ran=1 "title"',
  '&lt;script&gt;window.__ran=1&lt;/script&gt;',
  '<!--><script>window.__ran=1</script>-->',
  '<![CDATA[<script>window.__ran=1</script>]]>',
  '\u2028<script>window.__ran=1</script>\u2029',
  '{{constructor.constructor("window.__ran=1")()}}',
];

/**
 * What the agent answers to which question. The same questions can be scripted for a stand-in model behind
 * the real server.
 */
export const scriptedAnswers: Record<string, AnswerScript> = {
  'When do you open on Sunday?': {
    steps: [
      { wait: 20 },
      {
        say: 'On Sundays we open at **8:00** and close at 13:00, or earlier when the last loaf is sold. [1]\n\nOn Mondays the bakery is closed. [1] If you come from far, the buckwheat loaf can be put aside for you. [2]',
      },
    ],
    citations: [hours, allergens],
    engine: 'built-in',
  },
  'Which breads are free of gluten?': {
    steps: [
      {
        say: '## Two of our breads\n\nBoth are baked in an oven of their own: [2]\n\n| Bread | Weight | Price |\n| :-- | --: | --: |\n| Buckwheat loaf | 750 g | €6.40 |\n| Rice rolls, four | 320 g | €4.20 |\n\n1. Order until **18:00** the day before.\n2. Say *"separate bag"*, so that nothing touches.\n   - Traces can never be ruled out.\n\n> Baked without gluten is not the same as certified.\n\nHere is the line for your notes:\n\n```text\nbuckwheat-loaf  750g  vegan  no-gluten  contains: buckwheat, linseed, sunflower seeds\n```\n\nMore on [our allergen page](https://linden-and-loaf.example/allergens).',
      },
    ],
    citations: [allergens],
  },
  'Cut me off': {
    steps: [
      { say: 'The first half arrives, ' },
      { hold: 'cut' },
      { cut: true },
      { say: 'and the second half comes after the break.' },
    ],
  },
  'Cut me off for good': {
    steps: [
      { say: 'Only this much arrives' },
      { hold: 'cut for good' },
      { refuseJoins: 1000 },
      { cut: true },
    ],
  },
  'Answer in Arabic': {
    steps: [{ say: 'نخبز كل يوم ما عدا الاثنين:\n\n- خبز الجاودار **5.80 €**\n- Sourdough, one kilo' }],
  },
  'How is that computed?': {
    steps: [
      {
        say: String.raw`The dough for $n$ loaves at $5 each weighs \(m = n \cdot 1.12\,\text{kg}\):

$$\frac{\sum_{i=1}^{n} x_i^2}{\sqrt{2}} \leq \int_0^1 f(x)\,dx$$

- with \href{javascript:window.__ran=1}{x}: \(\href{javascript:window.__ran=1}{x}\)`,
      },
    ],
  },
  'Fail once': { steps: [{ say: 'Some words' }, { fail: 'answer.stalled', retryable: true }] },
  'Refuse once': { steps: [{ refuse: 429, code: 'rate_limited' }, { say: 'Now it works.' }] },
  'Write slowly': { steps: [{ say: 'First words. ' }, { hold: 'slow' }, { say: 'Last words.' }] },
  'Write slowly, please': { steps: [{ say: 'First words. ' }, { hold: 'slower' }, { say: 'Last words.' }] },
  'Look something up': {
    steps: [
      { tool: 'Searching the opening hours', state: 'running' },
      { hold: 'tool' },
      { tool: 'Searching the opening hours', state: 'done' },
      { say: 'Found it.' },
    ],
  },
  'Write a lot': {
    steps: [{ say: Array.from({ length: 40 }, (_, at) => `**${at + 1}.** ${sentence}`).join('\n\n') }],
  },
  'Write more and more': {
    steps: [
      { say: Array.from({ length: 20 }, () => sentence).join('\n\n') },
      { hold: 'more' },
      { say: `\n\n${Array.from({ length: 20 }, () => sentence).join('\n\n')}` },
    ],
  },
  'Say hostile things': {
    steps: [{ say: `${hostilePieces.join('\n\n')}\n\nThe end. [1] [2] [3] [4]` }],
    citations: [
      citation(1, '<img src=x onerror=window.__ran=1>', '<script>window.__ran=1</script>', {
        storedUrl: 'javascript:window.__ran=1',
      }),
      citation(2, '"><svg onload=window.__ran=1>', '<iframe srcdoc="<script>parent.__ran=1</script>">', {
        storedUrl: '/stored/2',
        url: 'javascript:window.__ran=1',
      }),
      citation(3, 'data', 'data', { storedUrl: 'data:text/html,<script>parent.__ran=1</script>' }),
      citation(4, 'fine', 'fine', { storedUrl: '/stored/4' }),
    ],
  },
};
