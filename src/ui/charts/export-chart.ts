import { csvCell } from '#shared/text/csv.ts';

/** The rows behind a chart; the first holds the names of the columns. */
export type ChartRows = readonly (readonly (string | number)[])[];

/** What a spreadsheet reads: commas, lines after Windows' manner, and a mark that it is UTF-8. */
export function csvOf(rows: ChartRows): string {
  return `\uFEFF${rows.map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\r\n`).join('')}`;
}

/** A name that every system takes for a file. */
export function fileNameOf(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return name === '' ? 'chart' : name;
}

/** Hands a file to the person. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What of an element's look a picture of it needs: outside of the page no stylesheet reaches it. */
const lookOfPicture = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;
const scale = 2;
const margin = 24;
const heading = 36;
const font = '"Inter Variable", system-ui, sans-serif';

/** A drawing as a picture in twice its size, with its title, on the colour it stands on. */
export async function pngOf(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [drawing.querySelectorAll('*'), copy.querySelectorAll('*')];
  originals.forEach((original, index) => {
    const look = getComputedStyle(original);
    for (const name of lookOfPicture)
      (copies[index] as SVGElement | undefined)?.style.setProperty(name, look.getPropertyValue(name));
  });
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width * scale));
  copy.setAttribute('height', String(height * scale));
  copy.setAttribute('font-family', 'Inter Variable, system-ui, sans-serif');
  const { canvas, brush } = sheetOf(width, height, title);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  brush.drawImage(picture, margin * scale, (margin + heading) * scale);
  return blobOf(canvas);
}

/** A sheet of the page's colour with a title, for a drawing of that size. */
function sheetOf(
  width: number,
  height: number,
  title: string,
): { canvas: HTMLCanvasElement; brush: CanvasRenderingContext2D; page: CSSStyleDeclaration } {
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * margin) * scale;
  canvas.height = (height + 2 * margin + heading) * scale;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('This browser draws no pictures');
  const page = getComputedStyle(document.documentElement);
  brush.fillStyle = page.getPropertyValue('--surface');
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = page.getPropertyValue('--ink');
  brush.font = `600 ${16 * scale}px ${font}`;
  brush.fillText(title, margin * scale, (margin + 14) * scale);
  return { canvas, brush, page };
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))));
  });

/** A bar of a list, as it is drawn into a picture. */
export type PictureBar = {
  label: string;
  /** What stands at its end. */
  written: string;
  /** How long it is, as a part of the longest. */
  part: number;
};

/** Bars one under the other as a picture, in the colours of the page. */
export async function pngOfBars(bars: readonly PictureBar[], title: string): Promise<Blob> {
  const [width, line, inset] = [720, 36, 10];
  const { canvas, brush, page } = sheetOf(width, bars.length * line, title);
  brush.scale(scale, scale);
  brush.translate(margin, margin + heading);
  brush.font = `14px ${font}`;
  brush.textBaseline = 'middle';
  const accent = page.getPropertyValue('--accent-tint');
  const ink = page.getPropertyValue('--ink');
  for (const [place, { label, written, part }] of bars.entries()) {
    const [top, middle] = [place * line, place * line + line / 2];
    brush.fillStyle = accent;
    brush.fillRect(0, top + 2, Math.max(4, part * width), line - 4);
    brush.fillStyle = ink;
    brush.textAlign = 'right';
    brush.fillText(written, width - inset, middle);
    brush.textAlign = 'left';
    brush.fillText(
      shortened(brush, label, width - brush.measureText(written).width - 4 * inset),
      inset,
      middle,
    );
  }
  return blobOf(canvas);
}

/** As much of a text as fits. */
function shortened(brush: CanvasRenderingContext2D, text: string, width: number): string {
  if (brush.measureText(text).width <= width) return text;
  let kept = text;
  while (kept !== '' && brush.measureText(`${kept}…`).width > width) kept = kept.slice(0, -1);
  return `${kept.toWellFormed()}…`;
}
