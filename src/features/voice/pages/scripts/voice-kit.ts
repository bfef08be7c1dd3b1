import type { CheckState } from '#shared/labs.ts';
import type { Language } from '#shared/languages.ts';
import type { VoiceCheckAgent, VoiceHint, VoiceStep } from '#shared/voice-checks.ts';
import { reportText, type ReportPart, type ReportRow } from '../check-report.ts';

/** A part of the page while its script runs. */
export type StepTools = {
  place: HTMLElement;
  area: HTMLElement;
  button(name: string): HTMLButtonElement;
  /** What is being done; nothing once it is over. */
  doing(text: string): void;
  /** Adds a row of the table, or replaces the one with the same name. */
  report(row: string, value: string, state: CheckState): void;
  /** Says what can be done about it; a topic has one hint or, with null, none. */
  advise(topic: string, hint: VoiceHint | null): void;
  /** A failure in somebody else's words, in place of a hint. */
  fail(message: string): void;
  /** Forgets rows and hints of an earlier try. */
  clear(): void;
};

/** What the server tells the script. */
export type VoiceValues = {
  language: Language;
  /** What is said, read aloud and understood. */
  sentence: string;
  agent: VoiceCheckAgent | null;
};

export type VoicePage = VoiceValues & {
  place: HTMLElement;
  text(name: string): string;
  step(name: VoiceStep): StepTools | null;
};

/** The parts of this page. */
export function createVoicePage(
  place: HTMLElement,
  text: (name: string) => string,
  values: VoiceValues,
): VoicePage {
  const { language } = values;
  const found = new Map<string, Map<string, ReportRow>>();
  const steps = new Map<VoiceStep, StepTools>();
  const shown = place.querySelector<HTMLElement>('[data-report="text"]');

  function showReport(): void {
    if (!shown) return;
    const facts = [
      ['page', location.origin + location.pathname],
      ['browser', navigator.userAgent],
      ['language', `${language} (${navigator.languages.slice(0, 3).join(', ')})`],
      ['time', new Date().toISOString()],
    ] as const;
    const parts: ReportPart[] = [...found].map(([step, rows]) => ({
      title: text(`step.${step}`),
      rows: [...rows.values()],
    }));
    shown.textContent = reportText(
      text('check.title'),
      facts.map(([name, value]) => [text(`report.${name}`), value]),
      parts,
    );
  }

  function makeStep(name: VoiceStep, section: HTMLElement): StepTools {
    const within = <E extends HTMLElement>(selector: string): E => section.querySelector<E>(selector)!;
    const [table, body] = [within<HTMLTableElement>('table'), within<HTMLTableSectionElement>('tbody')];
    const hints = within('[data-hints]');
    const rows = new Map<string, HTMLTableRowElement>();
    const advice = new Map<string, HTMLParagraphElement>();
    found.set(name, new Map());
    const say = (topic: string, words: string | null): void => {
      const item = advice.get(topic) ?? document.createElement('p');
      if (words === null) {
        item.remove();
        advice.delete(topic);
      } else if (item.textContent !== words || !item.isConnected) {
        item.textContent = words;
        advice.set(topic, item);
        hints.append(item);
      }
    };
    return {
      place: section,
      area: within('[data-area]'),
      button: (which) => within(`[data-do="${which}"]`),
      doing: (words) => {
        within('[data-doing]').textContent = words;
      },
      report(row, value, state) {
        const line =
          rows.get(row) ?? body.querySelector<HTMLTableRowElement>(`[data-row="${row}"]`) ?? body.insertRow();
        rows.set(row, line);
        const head = document.createElement('th');
        head.scope = 'row';
        head.textContent = text(`${name}.${row}`);
        const [cell, verdict] = [document.createElement('td'), document.createElement('td')];
        cell.textContent = value;
        cell.dir = 'auto';
        verdict.textContent = text(`report.${state}`);
        verdict.className = `lab-${state}`;
        line.replaceChildren(head, cell, verdict);
        table.hidden = false;
        found.get(name)!.set(row, { label: head.textContent, value, verdict: verdict.textContent });
        showReport();
      },
      advise: (topic, hint) => say(topic, hint && text(`hint.${hint}`)),
      fail: (message) => say('failure', message || text('ui.failed')),
      clear() {
        body.replaceChildren();
        rows.clear();
        found.get(name)!.clear();
        table.hidden = true;
        for (const topic of advice.keys()) say(topic, null);
        showReport();
      },
    };
  }

  for (const section of place.querySelectorAll<HTMLElement>('[data-step]'))
    steps.set(section.dataset['step'] as VoiceStep, makeStep(section.dataset['step'] as VoiceStep, section));
  startReport(place, shown, text);
  showReport();
  return { ...values, place, text, step: (name) => steps.get(name) ?? null };
}

function startReport(place: HTMLElement, shown: HTMLElement | null, text: (name: string) => string): void {
  const said = place.querySelector<HTMLElement>('[data-report-said]');
  const [copy, download] = ['copy', 'download'].map((name) =>
    place.querySelector<HTMLButtonElement>(`[data-report="${name}"]`),
  );
  if (!shown || !said || !copy || !download) return;
  copy.disabled = download.disabled = false;
  copy.addEventListener('click', () => {
    const copied = navigator.clipboard?.writeText(shown.textContent ?? '') ?? Promise.reject(new Error());
    copied.then(
      () => (said.textContent = text('report.copied')),
      () => {
        said.textContent = text('report.notCopied');
        getSelection()?.selectAllChildren(shown);
      },
    );
  });
  download.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([shown.textContent ?? ''], { type: 'text/plain' }));
    link.download = `voice-report-${new Date().toISOString().slice(0, 10)}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

/** Why a step can't be done, in the reader's language. Browsers' own messages are not. */
export class StepProblem extends Error {}

/**
 * Does something when a button is pressed. Meanwhile it can't be pressed again, and what goes wrong is said below; the
 * focus stays where it is.
 */
export function onPress(
  step: StepTools,
  name: string,
  doing: string,
  work: (tools: StepTools) => Promise<void>,
): void {
  const button = step.button(name);
  let isBusy = false;
  button.disabled = false;
  button.addEventListener('click', () => {
    if (isBusy) return;
    isBusy = true;
    // A disabled button would lose the focus of whoever pressed it by keyboard.
    button.setAttribute('aria-disabled', 'true');
    step.doing(doing);
    step.advise('failure', null);
    void work(step)
      .catch((error: unknown) => step.fail(error instanceof StepProblem ? error.message : ''))
      .finally(() => {
        isBusy = false;
        button.removeAttribute('aria-disabled');
        step.doing('');
      });
  });
}

export const seconds = (ms: number, text: (name: string) => string): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} ${text('words.seconds')}`;
