import { getDocument } from 'unpdf/pdfjs';
import { runsOfPassage } from './pdf-passage.ts';

type TextItem = {
  str: string;
  width: number;
  height: number;
  transform: number[];
};

/** A page is drawn no sharper than this many dots for each CSS pixel: memory of phones is small. */
const mostDots = 2.5;

/**
 * Draws a page of a PDF into `view` with the passage marked, and lets people turn pages. The file, the page
 * and the passage stand in the element's data; the texts are there already. Where the file can't be shown, the
 * view goes and the text beside it stays.
 */
export async function showPdf(view: HTMLElement): Promise<void> {
  const { file = '', page: first = '1', passage = '', position = '' } = view.dataset;
  const pdf = await getDocument({ url: file, enableXfa: false }).promise.catch(() => null);
  if (!pdf) return view.remove();
  const [canvas, marks, status] = ['canvas', '.pdf-marks', '.pdf-position'].map((selector) =>
    view.querySelector<HTMLElement>(selector),
  );
  const [previous, next] = [...view.querySelectorAll('button')];
  if (!(canvas instanceof HTMLCanvasElement) || !marks || !status || !previous || !next) return;
  let shown = Math.min(Math.max(1, Number(first)), pdf.numPages);
  let drawing = 0;

  async function draw(isFirst: boolean): Promise<void> {
    const turn = ++drawing;
    const page = await pdf?.getPage(shown);
    if (!page || !pdf || turn !== drawing) return;
    const width = view.clientWidth;
    const natural = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: width / natural.width });
    const dots = Math.min(mostDots, devicePixelRatio || 1);
    const sheet = document.createElement('canvas');
    sheet.width = Math.round(viewport.width * dots);
    sheet.height = Math.round(viewport.height * dots);
    const context = sheet.getContext('2d');
    if (!context) return;
    await page.render({
      canvas: sheet,
      canvasContext: context,
      viewport,
      transform: [dots, 0, 0, dots, 0, 0],
    }).promise;
    const { items } = await page.getTextContent();
    if (turn !== drawing || !(canvas instanceof HTMLCanvasElement) || !marks || !status) return;
    canvas.width = sheet.width;
    canvas.height = sheet.height;
    canvas.getContext('2d')?.drawImage(sheet, 0, 0);
    canvas.hidden = false;
    const runs = items.filter((item): item is typeof item & TextItem => 'str' in item);
    const isPassage = runsOfPassage(runs, passage);
    marks.replaceChildren(
      ...runs.flatMap((run, index) => (isPassage.has(index) ? [markOf(run, viewport)] : [])),
    );
    status.textContent = position
      .replace('{{page}}', String(shown))
      .replace('{{count}}', String(pdf.numPages));
    if (previous && next) {
      previous.disabled = shown === 1;
      next.disabled = shown === pdf.numPages;
    }
    view.classList.add('pdf-drawn');
    if (isFirst && location.hash === '#passage')
      (marks.querySelector('.pdf-mark') ?? view).scrollIntoView({ block: 'center' });
  }

  const turnBy = (by: number): void => {
    shown = Math.min(Math.max(1, shown + by), pdf.numPages);
    void draw(false);
  };
  previous.addEventListener('click', () => turnBy(-1));
  next.addEventListener('click', () => turnBy(1));
  let width = view.clientWidth;
  new ResizeObserver(() => {
    if (Math.abs(view.clientWidth - width) < 8) return;
    width = view.clientWidth;
    void draw(false);
  }).observe(view);
  await draw(true);
}

/** A marked run of characters, in parts of the page so that it stays in place when the page is scaled. */
function markOf(
  run: TextItem,
  viewport: { width: number; height: number; convertToViewportPoint(x: number, y: number): number[] },
): HTMLElement {
  const [x = 0, y = 0] = run.transform.slice(4);
  const height = run.height || Math.hypot(run.transform[2] ?? 0, run.transform[3] ?? 0);
  const [left = 0, top = 0] = viewport.convertToViewportPoint(x, y + height);
  const [right = 0, bottom = 0] = viewport.convertToViewportPoint(x + run.width, y - height * 0.2);
  const box = document.createElement('span');
  box.className = 'pdf-mark';
  const part = (length: number, whole: number): string => `${((length / whole) * 100).toFixed(3)}%`;
  box.style.left = part(Math.min(left, right), viewport.width);
  box.style.top = part(Math.min(top, bottom), viewport.height);
  box.style.width = part(Math.abs(right - left), viewport.width);
  box.style.height = part(Math.abs(bottom - top), viewport.height);
  return box;
}
