import { formatMoney } from '#shared/money/money.ts';
import { openPdf, paperColors, printable, sheetOfA4 } from '#platform/documents/pdf-sheets.ts';
import { numberText } from '../invoices.contract.ts';
import type { InvoiceRow } from './invoices.repository.ts';

type Text = (key: string, variables?: Record<string, string | number>) => string;
type Paper = Pick<
  InvoiceRow,
  'kind' | 'number' | 'isTest' | 'currency' | 'content' | 'buyer' | 'issuedAt' | 'subjectId'
>;

/** A page of A4 in points, and what is left free around it. */
const page = { ...sheetOfA4, side: 56, top: 56, bottom: 64 };
const inner = page.width - page.side * 2;
const half = inner / 2 - 12;
const { ink, muted, line, warning } = paperColors;

/** An invoice or a credit note as a PDF of one page, in the language that it was issued in. */
export async function invoicePdf(paper: Paper, text: Text): Promise<Buffer> {
  const { content, currency, kind } = paper;
  const { language, seller } = content;
  const number = numberText(paper);
  const money = (amount: number): string => formatMoney(amount, currency, language);
  const day = (date: Date): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  const country =
    seller.country === ''
      ? ''
      : (new Intl.DisplayNames([language], { type: 'region' }).of(seller.country) ?? seller.country);
  const title = text(`${kind}.title`);

  const { document, close } = await openPdf({
    language,
    title: `${title} ${number}`,
    author: seller.name,
    madeAt: paper.issuedAt,
    margins: { top: page.top, bottom: page.bottom, left: page.side, right: page.side },
  });

  type Look = { font?: 'plain' | 'strong'; size?: number; color?: string; align?: 'left' | 'right' };
  /**
   * Writes within a column and says where it ended. What is too long for the page is cut, never laid over
   * something else.
   */
  function write(
    words: string,
    x: number,
    y: number,
    width: number,
    { font = 'plain', size = 10, color = ink, align = 'left' }: Look = {},
    most = 320,
  ): number {
    if (words === '') return y;
    const said = printable(words);
    const options = { width, align, lineGap: 2 };
    document.font(font).fontSize(size).fillColor(color);
    const height = Math.min(most, document.heightOfString(said, options));
    document.text(said, x, y, { ...options, height: height + 1, ellipsis: true });
    return y + height;
  }
  const rule = (y: number): void =>
    void document
      .moveTo(page.side, y)
      .lineTo(page.side + inner, y)
      .lineWidth(0.75)
      .stroke(line);

  // Head: what it is, its number and dates, beside who sells.
  const right = page.side + inner - half;
  let left = write(title, page.side, page.top, half, { font: 'strong', size: 22 });
  left = write(number, page.side, left + 4, half, { size: 12, color: muted });
  if (paper.isTest)
    left = write(text('test'), page.side, left + 8, half, { font: 'strong', size: 10, color: warning });
  let other = write(seller.name, right, page.top + 4, half, { font: 'strong', size: 12 }, 60);
  other = write(seller.address, right, other + 3, half, {}, 105);
  other = write(country, right, other, half, {}, 30);
  if (seller.taxNumber)
    other = write(
      text('taxNumber', { number: seller.taxNumber }),
      right,
      other + 3,
      half,
      { color: muted },
      40,
    );

  // Whom it is for, and when.
  const second = Math.max(left, other) + 30;
  left = write(text('billedTo'), page.side, second, half, { size: 9, color: muted });
  left = write(paper.buyer, page.side, left + 3, half, {}, 105);
  other = second;
  const facts: [string, string][] = [
    [text('issued'), day(paper.issuedAt)],
    [text(kind === 'invoice' ? 'paidOn' : 'paymentOf'), day(new Date(content.paidAt))],
    ...(content.corrects === null ? [] : [[text('corrects'), content.corrects] as [string, string]]),
    ...(content.card === null
      ? []
      : [
          [
            text('card'),
            text('cardNumber', { brand: brandName(content.card.brand), lastFour: content.card.lastFour }),
          ] as [string, string],
        ]),
  ];
  for (const [label, value] of facts) {
    const ends = [
      write(label, right, other, half * 0.42, { color: muted }),
      write(value, right + half * 0.44, other, half * 0.56),
    ];
    other = Math.max(...ends) + 4;
  }

  // What was paid for.
  let y = Math.max(left, other) + 34;
  const column = 130;
  write(text('what'), page.side, y, inner - column, { size: 9, color: muted });
  write(text('amount'), page.side + inner - column, y, column, { size: 9, color: muted, align: 'right' });
  y += 18;
  rule(y);
  y += 12;
  write(money(content.base), page.side + inner - column, y, column, { align: 'right' });
  y = write(content.title, page.side, y, inner - column - 16, { font: 'strong' }, 90);
  y = write(content.detail, page.side, y + 2, inner - column - 16, { color: muted }, 60);
  if (content.coupon)
    y = write(
      text('coupon', { code: content.coupon }),
      page.side,
      y + 2,
      inner - column - 16,
      { color: muted },
      30,
    );
  y += 12;
  rule(y);
  y += 12;

  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(
    content.taxThousandths / 1_000,
  );
  const sums: [string, number, boolean][] = [
    [text('base'), content.base, false],
    [content.taxThousandths > 0 ? text('tax', { percent }) : text('noTax'), content.tax, false],
    [text(kind === 'invoice' ? 'paid' : 'givenBack'), content.total, true],
  ];
  for (const [label, amount, isTotal] of sums) {
    const look: Look = isTotal ? { font: 'strong', size: 13 } : {};
    const ends = [
      write(label, right, y, half - column, { ...look, ...(isTotal ? {} : { color: muted }) }),
      write(money(amount), page.side + inner - column, y, column, { ...look, align: 'right' }),
    ];
    y = Math.max(...ends) + 7;
  }
  if (content.total > 0 && kind === 'invoice')
    y = write(text('nothingDue'), page.side, y + 18, inner, { color: muted });

  document.page.margins.bottom = 0;
  write(
    text('about', { id: paper.subjectId }),
    page.side,
    page.height - page.bottom + 12,
    inner,
    { size: 8, color: muted },
    24,
  );
  return close();
}

/** A card's brand as people write it: providers say `visa`. */
function brandName(brand: string): string {
  return brand === '' ? '' : `${brand[0]?.toUpperCase()}${brand.slice(1)}`;
}
