import { addAgent, buttonOf, launchers, removeAgents } from './agents-on-page.ts';
import { pause, type Check } from './check.ts';

/** What style sheets of real sites do to everything on a page, exaggerated. */
const sheets = {
  reset: '*, *::before, *::after { all: unset !important }',
  size: 'html { font-size: 400% !important } button, div, iframe { width: 7px !important; height: 7px !important; max-width: 7px !important; padding: 90px !important }',
  layer: 'body > *, main { position: relative !important; z-index: 2147482000 !important }',
  transform: 'html, body { transform: rotate(0.0001deg) scale(1) !important; perspective: 1px !important }',
  filter: 'body { filter: invert(1) hue-rotate(180deg) !important; contain: layout !important }',
  direction:
    'html, body, * { direction: rtl !important; writing-mode: vertical-rl !important; text-transform: uppercase !important }',
  hidden:
    'iframe, button, div, html > :last-child, body > :last-child { display: none !important; visibility: hidden !important; opacity: 0 !important }',
} as const;

/** The launcher under one hostile style sheet after the other: is it there, is it whole, can it be pressed? */
export const check: Check = async ({ values, report }) => {
  removeAgents();
  await addAgent(Number(values['guide']));
  await pause(300);
  const [launcher] = launchers();
  const button = launcher && buttonOf(launcher);
  if (!launcher || !button) throw new Error('launcher');
  const before = button.getBoundingClientRect();
  report('ready', sizeOf(before), before.width >= 44 && before.height >= 44 ? 'good' : 'bad');
  for (const [name, css] of Object.entries(sheets)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await pause(120);
    const box = button.getBoundingClientRect();
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isWhole = Math.abs(box.width - before.width) < 2 && Math.abs(box.height - before.height) < 2;
    const isInside =
      box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    report(name, sizeOf(box), isWhole && isInside && middle === launcher ? 'good' : 'bad');
  }
  removeAgents();
};

const sizeOf = ({ width, height }: DOMRect): string => `${Math.round(width)} × ${Math.round(height)} px`;
