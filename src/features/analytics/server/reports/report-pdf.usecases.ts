import { chartHeight, drawChart } from './paper-charts.usecases.ts';
import { paperColors } from '#platform/documents/pdf-sheets.ts';
import { inner, openPaper, page, type Look, type Paper } from './paper.usecases.ts';
import type { Cell, Report, ReportCard, ReportPart } from './report.models.ts';
import { reportWords, type ReportText } from './words.models.ts';

/** In whose name a report is made. `logo` is a picture that PDF knows: PNG or JPEG. */
export type ReportBrand = {
  name: string;
  color: string;
  ink: string;
  logo: Buffer | null;
};

/** Rows of a table on paper; the workbook has all of them. */
const mostRows = 15;
const quiet = { size: 7.5, color: paperColors.muted } as const;

/** A report as a PDF of as many pages as it takes. */
export async function reportPdf(
  report: Report,
  brand: ReportBrand,
  text: ReportText,
  madeAt: Date,
): Promise<Buffer> {
  const { language } = report;
  const words = reportWords(language, text, { zone: 'UTC', unit: 'day' });
  const shown = (cell: Cell): string => {
    if (cell === null) return '–';
    if (typeof cell === 'number') return words.number(cell);
    if (typeof cell === 'string') return cell;
    return 'currency' in cell ? words.money(cell) : words.day(cell.local);
  };
  const paper = await openPaper({
    language,
    title: `${report.title} – ${report.subject}`,
    author: brand.name,
    madeAt,
  });
  drawHead(paper, report, brand);
  drawCards(paper, report.cards, shown, (before) => text('analytics-report:before', { value: before }));
  for (const { title, parts } of report.sections) {
    const [first] = parts;
    if (!first) continue;
    paper.ensure(44 + neededBy(paper, first));
    paper.y += 12;
    paper.y = paper.write(title, page.side, paper.y, inner, { font: 'strong', size: 14 }) + 8;
    for (const part of parts) drawPart(paper, part, title, { color: brand.color, shown, text });
  }
  paper.numberPages((number, all) =>
    [
      brand.name,
      report.subject,
      report.period,
      text('analytics-report:page', { page: number, pages: all }),
    ].join('  ·  '),
  );
  return paper.close();
}

function drawHead(paper: Paper, report: Report, brand: ReportBrand): void {
  const { document } = paper;
  document.rect(0, 0, page.width, 6).fill(brand.color);
  const side = 26;
  let x = page.side;
  if (brand.logo) {
    document.image(brand.logo, x, paper.y, { fit: [120, side], valign: 'center' });
    x += 128;
  } else {
    document.roundedRect(x, paper.y, side, side, 6).fill(brand.color);
    paper.line([...brand.name][0]?.toUpperCase() ?? '', x, paper.y + 6, side, {
      font: 'strong',
      size: 13,
      color: brand.ink,
      align: 'center',
    });
    x += side + 8;
  }
  paper.line(brand.name, x, paper.y + 7, inner - (x - page.side), { font: 'strong', size: 11 });
  paper.y += side + 20;
  paper.y = paper.write(report.title, page.side, paper.y, inner, { font: 'strong', size: 22 }) + 3;
  paper.y = paper.write(`${report.subject} · ${report.period}`, page.side, paper.y, inner, {
    size: 12,
    color: paperColors.muted,
    most: 34,
  });
  if (report.test !== null)
    paper.y = paper.write(report.test, page.side, paper.y + 8, inner, {
      font: 'strong',
      color: paperColors.warning,
    });
  paper.y = paper.write(report.notes.join(' '), page.side, paper.y + 6, inner, {
    size: 8.5,
    color: paperColors.muted,
  });
  paper.y += 14;
}

/** Figures, three in a row, each with what it counts below. */
function drawCards(
  paper: Paper,
  cards: readonly ReportCard[],
  shown: (cell: Cell) => string,
  beside: (before: string) => string,
): void {
  const gap = 12;
  const width = (inner - gap * 2) / 3;
  const within = width - 20;
  const looks = {
    name: { size: 8.5, color: paperColors.muted, most: 24 },
    value: { font: 'strong', size: 16, most: 21 },
    change: { size: 8, most: 22 },
    formula: { ...quiet, size: 7, most: 66 },
  } as const satisfies Record<string, Look>;
  for (let from = 0; from < cards.length; from += 3) {
    const row = cards.slice(from, from + 3).map((card) => ({
      ...card,
      value: shown(card.value),
      compared:
        card.before === null ? '' : [card.change, beside(shown(card.before))].filter(Boolean).join(' · '),
    }));
    const height = Math.max(
      ...row.map(
        ({ name, value, compared, formula }) =>
          paper.heightOf(name, within, looks.name) +
          paper.heightOf(value, within, looks.value) +
          paper.heightOf(compared, within, looks.change) +
          paper.heightOf(formula, within, looks.formula) +
          26,
      ),
    );
    paper.ensure(height + gap);
    row.forEach(({ name, value, compared, formula }, place) => {
      const left = page.side + place * (width + gap);
      paper.document.roundedRect(left, paper.y, width, height, 5).lineWidth(0.75).stroke(paperColors.line);
      let y = paper.write(name, left + 10, paper.y + 9, within, looks.name);
      y = paper.write(value, left + 10, y + 2, within, looks.value);
      y = paper.write(compared, left + 10, y, within, looks.change);
      paper.write(formula, left + 10, y + 4, within, looks.formula);
    });
    paper.y += height + gap;
  }
}

type Drawing = {
  color: string;
  shown(cell: Cell): string;
  text: ReportText;
};

/** The room that a part takes before it can go on on another page. */
function neededBy(paper: Paper, { chart, empty, formula }: ReportPart): number {
  const head = 22 + paper.heightOf(formula, inner, quiet);
  return head + (empty !== null || !chart ? 40 : chartHeight(chart) + 12);
}

function drawPart(paper: Paper, part: ReportPart, sectionTitle: string, drawing: Drawing): void {
  const { chart, empty, formula, table, title } = part;
  paper.ensure(neededBy(paper, part));
  if (title !== sectionTitle)
    paper.y = paper.write(title, page.side, paper.y, inner, { font: 'strong', size: 10.5 }) + 6;
  if (empty !== null)
    paper.y = paper.write(empty, page.side, paper.y, inner, { color: paperColors.muted }) + 2;
  else if (chart)
    drawChart(paper, chart, drawing.color, (value) =>
      drawing.shown(
        chart.kind === 'curve' && chart.currency !== null
          ? { amount: value, currency: chart.currency }
          : value,
      ),
    );
  else drawTable(paper, table, drawing);
  const { length } = table.rows;
  const cut = empty === null && !chart ? mostRows : chart?.kind === 'bars' ? chart.bars.length : length;
  const rest =
    length > cut && empty === null
      ? `${drawing.text('analytics-report:more', { number: length - cut })} `
      : '';
  paper.y = paper.write(`${rest}${formula}`, page.side, paper.y + 4, inner, quiet) + 16;
}

function drawTable(paper: Paper, { columns, rows }: ReportPart['table'], { shown }: Drawing): void {
  // The first column says what the row is; the others are numbers.
  const others = Math.max(1, columns.length - 1);
  const widest = Math.max(0, ...columns.slice(1).map((column) => paper.widestWord(column, { size: 8 })));
  // No word of a heading is broken, unless nothing is left for the rows' names.
  const number = Math.min(
    Math.max(Math.min(72, (inner * 0.6) / others), widest + 6),
    (inner * 0.75) / others,
  );
  const first = inner - number * (columns.length - 1);
  const isText = typeof rows[0]?.[0] === 'string';
  const columnAt = (place: number) =>
    isText
      ? place === 0
        ? { x: page.side, width: first - 8, align: 'left' as const }
        : { x: page.side + first + number * (place - 1), width: number - 4, align: 'right' as const }
      : {
          x: page.side + (inner / columns.length) * place,
          width: inner / columns.length - 6,
          align: 'left' as const,
        };
  const head = Math.max(
    ...columns.map((column, place) => paper.heightOf(column, columnAt(place).width, { size: 8, most: 30 })),
  );
  columns.forEach((column, place) => {
    const { x, width, align } = columnAt(place);
    paper.write(column, x, paper.y, width, { size: 8, color: paperColors.muted, align, most: 30 });
  });
  paper.y += head + 3;
  for (const row of rows.slice(0, mostRows)) {
    paper.ensure(16);
    paper.rule(paper.y);
    row.forEach((cell, place) => {
      const { x, width, align } = columnAt(place);
      paper.line(shown(cell), x, paper.y + 3.5, width, { size: 8.5, align });
    });
    paper.y += 16;
  }
}
