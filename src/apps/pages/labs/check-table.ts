import type { CheckState } from '#shared/labs.ts';
import type { Check } from './checks/check.ts';
import { readTexts, readValues } from './lab-texts.ts';

/** Runs a diagnostic when its button is pressed, and fills the table with what it reports. */
export function startCheck(place: HTMLElement, check: Check): void {
  const text = readTexts();
  const values = readValues();
  const button = place.querySelector<HTMLButtonElement>('[data-run]');
  const table = place.querySelector('table');
  const body = place.querySelector('tbody');
  const summary = place.querySelector('[data-summary]');
  const area = place.querySelector<HTMLElement>('[data-area]');
  if (!button || !table || !body || !summary || !area) return;
  const number = place.dataset['number'] === undefined ? null : Number(place.dataset['number']);
  let stop = new AbortController();

  async function run(): Promise<void> {
    if (!button || !table || !body || !summary || !area) return;
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const states = new Map<string, CheckState>();
    const rows = new Map<string, HTMLTableRowElement>();
    button.disabled = true;
    button.textContent = text('running');
    summary.textContent = '';
    summary.removeAttribute('data-state');
    body.replaceChildren();
    area.replaceChildren();
    table.hidden = false;

    const report = (name: string, value: string, state: CheckState): void => {
      if (signal.aborted) return;
      const row = rows.get(name) ?? body.insertRow();
      rows.set(name, row);
      states.set(name, state);
      const head = document.createElement('th');
      head.scope = 'row';
      const known = text(`row.${name}`);
      // What has no words of its own is an address or a key.
      head.textContent = known === `row.${name}` ? name : known;
      const [found, verdict] = [document.createElement('td'), document.createElement('td')];
      found.textContent = value;
      verdict.textContent = text(state);
      verdict.className = `lab-${state}`;
      row.replaceChildren(head, found, verdict);
    };
    try {
      await check({ text, values, number, report, area, signal });
      const isGood = ![...states.values()].includes('bad');
      summary.textContent = text(isGood ? 'allGood' : 'someBad');
      summary.setAttribute('data-state', isGood ? 'good' : 'bad');
    } catch (error) {
      summary.textContent = `${text('failed')} ${error instanceof Error ? error.message : ''}`.trim();
      summary.setAttribute('data-state', 'bad');
    }
    button.disabled = false;
    button.textContent = text('again');
  }
  button.disabled = false;
  button.addEventListener('click', () => void run());
}
