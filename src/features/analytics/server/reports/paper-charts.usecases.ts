import { paperColors } from '#platform/documents/pdf-sheets.ts';
import { inner, page, type Paper } from './paper.usecases.ts';
import type { ReportChart } from './report.models.ts';

type Of<K extends ReportChart['kind']> = Extract<ReportChart, { kind: K }>;
type Shown = (value: number) => string;

const curveHeight = 92;
const barHeight = 15;
const heatCell = 11;

/** How much room a chart takes, in points. */
export function chartHeight(chart: ReportChart): number {
  if (chart.kind === 'curve') return curveHeight + 18;
  if (chart.kind === 'bars') return chart.bars.length * barHeight;
  return chart.rows.length * heatCell + 16;
}

/** Draws a chart as vectors at the paper's place and moves it on. */
export function drawChart(paper: Paper, chart: ReportChart, color: string, shown: Shown): void {
  if (chart.kind === 'curve') drawCurve(paper, chart, color, shown);
  else if (chart.kind === 'bars') drawBars(paper, chart, color);
  else drawHeat(paper, chart, color);
  paper.y += chartHeight(chart);
}

/** A round number that is not below the highest value. */
function topOf(highest: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return Math.max(1, [1, 2, 5, 10].map((times) => times * step).find((top) => top >= highest) ?? highest);
}

function drawCurve(paper: Paper, { values, before, labels }: Of<'curve'>, color: string, shown: Shown): void {
  const { document, y } = paper;
  const left = page.side + 44;
  const width = inner - 44;
  const top = topOf(Math.max(...values, ...(before ?? [])));
  const heightOf = (value: number): number => (Math.max(0, value) / top) * curveHeight;
  const count = Math.max(values.length, 1);
  const slot = width / count;
  for (const share of [0, 0.5, 1]) {
    const at = y + curveHeight * (1 - share);
    document
      .moveTo(left, at)
      .lineTo(left + width, at)
      .lineWidth(0.5)
      .stroke(paperColors.line);
    if (top * share === Math.round(top * share))
      paper.line(shown(top * share), page.side, at - 4, 38, {
        size: 7,
        color: paperColors.muted,
        align: 'right',
      });
  }
  // Few points are bars of their own: a line between them would tell of times that nobody counted.
  const isLine = values.length > 45;
  if (isLine) {
    values.forEach((value, place) => {
      const x = left + slot * (place + 0.5);
      const at = y + curveHeight - heightOf(value);
      if (place === 0) document.moveTo(x, at);
      else document.lineTo(x, at);
    });
    document.lineWidth(1.4).lineJoin('round').stroke(color);
  } else
    values.forEach((value, place) => {
      const height = heightOf(value);
      const wide = Math.min(slot * 0.72, 26);
      if (height > 0)
        document
          .rect(left + slot * (place + 0.5) - wide / 2, y + curveHeight - height, wide, height)
          .fill(color);
    });
  if (before && before.length > 0) {
    before.slice(0, values.length).forEach((value, place) => {
      const x = left + slot * (place + 0.5);
      const at = y + curveHeight - heightOf(value);
      if (place === 0) document.moveTo(x, at);
      else document.lineTo(x, at);
    });
    document.lineWidth(1).dash(2, { space: 2 }).stroke(paperColors.muted).undash();
  }
  const words = [0, Math.floor((labels.length - 1) / 2), labels.length - 1];
  for (const [place, at] of [...new Set(words)].entries()) {
    const wide = 90;
    const x = left + slot * (at + 0.5);
    const align =
      labels.length === 1 ? 'center' : place === 0 ? 'left' : at === labels.length - 1 ? 'right' : 'center';
    const from = align === 'left' ? x - slot / 2 : align === 'right' ? x + slot / 2 - wide : x - wide / 2;
    paper.line(labels[at] ?? '', from, y + curveHeight + 4, wide, {
      size: 7,
      color: paperColors.muted,
      align,
    });
  }
}

function drawBars(paper: Paper, { bars }: Of<'bars'>, color: string): void {
  const { document, y } = paper;
  const labelWidth = 150;
  const numberWidth = 70;
  const left = page.side + labelWidth + 8;
  const width = inner - labelWidth - numberWidth - 16;
  const top = Math.max(1, ...bars.map(({ value }) => value));
  bars.forEach(({ label, value, shown }, place) => {
    const at = y + place * barHeight;
    paper.line(label, page.side, at + 1, labelWidth, { size: 8.5 });
    document.rect(left, at + 1.5, width, 9).fill(paperColors.soft);
    if (value > 0) document.rect(left, at + 1.5, Math.max(1, (value / top) * width), 9).fill(color);
    paper.line(shown, left + width + 8, at + 1, numberWidth, { size: 8.5, align: 'right' });
  });
}

function drawHeat(paper: Paper, { rows }: Of<'heat'>, color: string): void {
  const { document, y } = paper;
  const left = page.side + 76;
  const cell = (inner - 76) / 24;
  const top = Math.max(1, ...rows.flatMap(({ values }) => values));
  rows.forEach(({ label, values }, row) => {
    paper.line(label, page.side, y + row * heatCell + 0.5, 72, { size: 7.5, color: paperColors.muted });
    values.forEach((value, hour) => {
      document
        .rect(left + hour * cell + 0.5, y + row * heatCell + 0.5, cell - 1, heatCell - 1)
        .fill(paperColors.soft);
      if (value > 0)
        document
          .rect(left + hour * cell + 0.5, y + row * heatCell + 0.5, cell - 1, heatCell - 1)
          .fillOpacity(0.15 + 0.85 * (value / top))
          .fill(color)
          .fillOpacity(1);
    });
  });
  for (const hour of [0, 6, 12, 18])
    paper.line(String(hour), left + hour * cell, y + rows.length * heatCell + 3, 30, {
      size: 7,
      color: paperColors.muted,
    });
}
