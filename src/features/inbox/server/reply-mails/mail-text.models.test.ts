import { describe, expect, it } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { ownWords } from './mail-text.models.ts';

describe('what somebody wrote in a mail', () => {
  it.each([
    ['plain', 'Thank you,\nsee you at 8.', 'Thank you,\nsee you at 8.'],
    [
      'English',
      'Yes please.\n\nOn Mon, 3 May 2026 at 10:00, Anna <a@x.test> wrote:\n> We open at 7:30.\n> Anna',
      'Yes please.',
    ],
    [
      'two lines',
      'Yes.\n\nOn Mon, 3 May 2026 at 10:00, Anna, Bakery Linden\n<replies@x.test> wrote:\n\n> Hi',
      'Yes.',
    ],
    [
      'two lines, broken behind the bracket',
      'Yes.\n\nOn Thu, 26 Nov 2026 at 01:15, Mira, Hollow Oak Furniture <\nreplies@x.test> wrote:\n\n> Hi',
      'Yes.',
    ],
    ['Dutch', 'Graag.\nOp ma 3 mei 2026 om 10:00 schreef Anna <a@x.test>:\n> Hoi', 'Graag.'],
    ['Spanish', 'Sí.\nEl lun, 3 may 2026 a las 10:00, Anna (<a@x.test>) escribió:\n> Hola', 'Sí.'],
    ['Portuguese', 'Sim.\nEm seg., 3 de mai. de 2026 às 10:00, Anna <a@x.test> escreveu:\n> Oi', 'Sim.'],
    ['French', 'Oui.\nLe lun. 3 mai 2026 à 10:00, Anna <a@x.test> a écrit :\n> Bonjour', 'Oui.'],
    ['Czech', 'Ano.\npo 3. 5. 2026 v 10:00 odesílatel Anna <a@x.test> napsal:\n> Dobrý den', 'Ano.'],
    ['Outlook', 'Fine.\n\n________________________________\nFrom: Anna\nSent: Monday\nTo: Ben', 'Fine.'],
    [
      'a head',
      'Fine.\n\nVan: Anna <a@x.test>\nVerzonden: maandag\nAan: Ben\nOnderwerp: Brood\n\nHoi',
      'Fine.',
    ],
    ['original', 'Fine.\n-----Original Message-----\nHi', 'Fine.'],
    ['a signature', 'Fine.\n-- \nBen Baker\n+31 20 123', 'Fine.'],
    ['a signature behind more spaces', 'Fine.\n--\u00a0 \nBen Baker', 'Fine.'],
    ['a telephone', 'Fine.\n\nSent from my iPhone', 'Fine.'],
    ['between the lines', 'On 3 May, Anna wrote:\n> When?\nAt eight.\n> Where?\nHere.', 'At eight.\nHere.'],
    ['only a quote', '> Hi', ''],
    [
      'a sentence with such words',
      'My boss wrote: come at 8.\nFrom: the shop',
      'My boss wrote: come at 8.\nFrom: the shop',
    ],
  ])('%s', (_name, text, own) => {
    expect(ownWords(text)).toBe(own);
  });
  it('takes no time over what is made to take it', async () => {
    const texts = [
      '> '.repeat(100_000),
      'from:\n'.repeat(50_000),
      `${'a '.repeat(100_000)}wrote:`,
      '\n'.repeat(200_000),
    ];
    expect(await processorMs(() => texts.forEach(ownWords))).toBeLessThan(1_000);
  });
});
