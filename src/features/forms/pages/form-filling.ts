import { zoneHeaders } from '#shared/time-zone.ts';
import { formEndings, type Outcome } from './form-endings.ts';
import type { AnswerProblem } from '#shared/forms/answers.ts';
import { pagesOf, takesAnswer } from '#shared/forms/document.ts';
import { checkAnswers, dueOf, type CheckedAnswers } from '#shared/forms/logic.ts';
import { leastFillMs, proofBits, type FormPageDocument } from '#shared/forms/page.ts';
import { filled, fillings } from '#shared/forms/placeholders.ts';
import { formatPrice } from '#shared/chat/message-parts.ts';
import { findProof } from '#shared/chat/proof-of-work.ts';
import { moveRank, readBlock, writeBlock, type RawAnswer } from './form-inputs.ts';
import { formMemory } from './form-memory.ts';
import { takeFiles } from './form-uploads.ts';

type Data = {
  document: FormPageDocument;
  token: string;
  publicId: string;
  tag: string;
  isPreview: boolean;
  isInChat: boolean;
  isEmbedded: boolean;
  language: string;
  texts: Record<string, string>;
};
const progressMs = 1_500;

/**
 * Makes the form of this page show pages, rules and complaints as somebody fills it. The server checks all of
 * it again.
 */
export function startForm(): void {
  const box = document.querySelector<HTMLFormElement>('.ff-form');
  const data = JSON.parse(box?.dataset['form'] ?? 'null') as Data | null;
  if (box && data) fill(box, data);
  // Back from a payment that was made: what this tab kept is sent.
  const sent = document.querySelector<HTMLElement>('[data-sent]')?.dataset['sent'];
  if (sent) formMemory(sent).forget();
}

function fill(box: HTMLFormElement, data: Data): void {
  const { document: form } = data;
  const began = performance.now();
  const blocks = new Map(form.blocks.map((block) => [block.key, block]));
  const pages = pagesOf(form);
  const touched = new Set<string>();
  const memory = formMemory(data.publicId);
  /** The token that this very page was given out with. */
  const given = data.token;
  let page = 0;
  let isSending = false;
  let isPressed = false;
  let timer = 0;
  let lastField = '';
  const text = (key: string, variables: Record<string, string | number> = {}): string =>
    (data.texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_whole, name: string) =>
      String(variables[name] ?? ''),
    );
  const find = <E extends HTMLElement>(selector: string): E | null => box.querySelector<E>(selector);
  const fieldOf = (key: string): HTMLElement | null => find(`[data-key="${key}"]`);
  const address = (rest: string): string => `/api/form-pages/${encodeURIComponent(data.publicId)}/${rest}`;

  function collect(): Record<string, RawAnswer> {
    return Object.fromEntries(
      form.blocks.filter(takesAnswer).map((block) => [block.key, readBlock(box, block)]),
    );
  }
  const check = (upTo?: number) => checkAnswers(form, collect(), upTo === undefined ? {} : { upTo });
  const wordsOf = ({ answers, evaluation }: Pick<CheckedAnswers, 'answers' | 'evaluation'>) =>
    fillings(form, { answers, variables: evaluation.variables }, 'page');

  function say(problem: AnswerProblem): string {
    const { value } = problem;
    const shown =
      typeof value === 'string' && /^\d{4}-/.test(value)
        ? new Intl.DateTimeFormat(data.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
            new Date(value),
          )
        : value;
    return text(`problem.${problem.problem}`, shown === undefined ? {} : { value: shown });
  }
  function complain(key: string, words: string): void {
    const field = fieldOf(key);
    const note = field?.querySelector<HTMLElement>('.ff-problem');
    if (!field || !note) return;
    note.textContent = words;
    note.hidden = words === '';
    const target =
      field instanceof HTMLFieldSetElement
        ? field
        : (field.querySelector('input, textarea, select') ?? field);
    if (words === '') target.removeAttribute('aria-invalid');
    else target.setAttribute('aria-invalid', 'true');
  }
  function notice(words: string): void {
    const place = find('.ff-notice');
    if (!place) return;
    place.textContent = words;
    place.hidden = words === '';
  }

  /** Shows what is to be seen with the answers of this moment. */
  function show({ answers, evaluation }: Pick<CheckedAnswers, 'answers' | 'evaluation'>): void {
    const words = wordsOf({ answers, evaluation });
    for (const [key, block] of blocks) {
      const field = fieldOf(key);
      if (!field) continue;
      field.hidden = !evaluation.visible.has(key);
      const optional = field.querySelector<HTMLElement>('.ff-optional');
      if (optional) optional.hidden = evaluation.required.has(key);
      if (block.type === 'heading' || block.type === 'paragraph')
        field.textContent = filled(block.label, words);
    }
    const due = dueOf(form, evaluation);
    for (const price of box.querySelectorAll<HTMLElement>('[data-price]'))
      price.textContent = due ? formatPrice(due.amount, due.currency, data.language) : text('free');
    box.querySelectorAll<HTMLElement>('.ff-page').forEach((section, at) => (section.hidden = at !== page));
    const place = evaluation.path.indexOf(page);
    const isLast = place === evaluation.path.length - 1;
    const back = find<HTMLButtonElement>('[data-back]');
    if (back) back.hidden = place <= 0;
    const button = find<HTMLButtonElement>('[data-submit]');
    if (button) button.textContent = (isLast ? button.dataset['submit'] : button.dataset['next']) ?? '';
    const bar = find('.ff-progress');
    if (!bar || pages.length < 2) return;
    bar.setAttribute('aria-valuemax', String(evaluation.path.length));
    bar.setAttribute('aria-valuenow', String(place + 1));
    const line = bar.querySelector('progress');
    if (line) [line.max, line.value] = [evaluation.path.length, place + 1];
    const step = bar.querySelector('.ff-step');
    if (step) step.textContent = text('step', { page: place + 1, most: evaluation.path.length });
  }

  function refresh(): void {
    const { problems, ...checked } = check();
    show(checked);
    // A complaint goes as soon as it is answered; a new one waits until the field is left.
    for (const key of touched) if (!problems[key]) complain(key, '');
  }

  function remember(): void {
    memory.keep({ answers: collect() });
    clearTimeout(timer);
    timer = window.setTimeout(tellProgress, progressMs);
  }
  function tellProgress(): void {
    clearTimeout(timer);
    if (data.isPreview || isSending) return;
    void fetch(address('progress'), {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', ...zoneHeaders() },
      body: JSON.stringify({ token: data.token, answers: collect(), page, field: lastField }),
    }).catch(() => undefined);
  }

  function goTo(next: number): void {
    page = next;
    refresh();
    notice('');
    (
      find(`.ff-page[data-page="${page}"] :is(input:not([type="hidden"]), textarea, select, button)`) ??
      document.querySelector('h1')
    )?.focus({ preventScroll: true });
    document.querySelector('.ff-card')?.scrollIntoView({ block: 'start' });
    tellFrame({ isTop: true });
    tellProgress();
  }

  /** Shows complaints and leads to the first of them. */
  function refuse(problems: Record<string, string>): void {
    const keys = form.blocks.map(({ key }) => key).filter((key) => problems[key]);
    for (const key of keys) {
      touched.add(key);
      complain(key, problems[key] ?? '');
    }
    const first = keys[0];
    if (first === undefined) return;
    const place = pages.findIndex((entry) => entry.blocks.some(({ key }) => key === first));
    if (place !== page) {
      page = place;
      refresh();
    }
    const field = fieldOf(first);
    (
      field?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button') ?? field
    )?.focus();
  }

  const isInside = window.top !== window;
  const { end, awaitConfirmation, offerPayment, tellFrame } = formEndings({
    data,
    text,
    address,
    forget: memory.forget,
    askAgain: () =>
      void submit().then(
        ({ next, ...outcome }) => next !== 'pay' && follow({ next, ...outcome }),
        () => undefined,
      ),
  });

  /** Sends the answers; the same page's answers again are answered as the first time. */
  async function submit(proof = ''): Promise<Outcome> {
    const utm = Object.fromEntries(
      [...new URLSearchParams(location.search)]
        .filter(([name]) => /^utm_(source|medium|campaign|term|content)$/.test(name))
        .map(([name, value]) => [name, value.slice(0, 200)]),
    );
    const response = await fetch(address('submissions'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...zoneHeaders() },
      body: JSON.stringify({
        token: data.token,
        answers: collect(),
        website: find<HTMLInputElement>('[name="_website"]')?.value ?? '',
        proof,
        tag: data.tag,
        utm,
        referrer: referrerAround(),
      }),
    });
    const answer = (await response.json()) as Outcome & Refusal['answer'];
    if (response.ok) return answer;
    // The way back from a payment may take longer than its page was good for.
    if (answer.code !== 'form-page.expired' || data.token === given) throw new Refusal(answer);
    data.token = given;
    return submit(proof);
  }

  async function send(): Promise<void> {
    if (data.isPreview) {
      const checked = check();
      const screen = form.screens.find(({ id }) => id === checked.evaluation.screen);
      const words = wordsOf(checked);
      end({
        title: filled(screen?.title ?? '', words),
        text: filled(screen?.text ?? '', words),
      });
      return;
    }
    isSending = true;
    clearTimeout(timer);
    box.setAttribute('aria-busy', 'true');
    notice('');
    try {
      const proof =
        form.settings.spam === 'proof-of-work'
          ? await findProof(
              challengeOf(data.token),
              proofBits,
              () => new Promise((resume) => setTimeout(resume)),
            )
          : '';
      const rest = form.settings.spam === 'none' ? 0 : leastFillMs + 300 - (performance.now() - began);
      if (rest > 0) await new Promise((resume) => setTimeout(resume, rest));
      return follow(await submit(proof));
    } catch (error) {
      const refusal = error instanceof Refusal ? error.answer : {};
      notice(refusal.message ?? text('failed'));
      if (refusal.fields) refuse(refusal.fields);
    } finally {
      isSending = false;
      box.removeAttribute('aria-busy');
    }
  }

  function follow(outcome: Outcome): void {
    if (outcome.next === 'screen') return end(outcome);
    if (outcome.next === 'confirm') return awaitConfirmation(outcome);
    // Neither a shop nor a bank lets itself be shown inside another page, and that page is not left for it.
    if (outcome.next === 'pay' && (data.isInChat || isInside)) return offerPayment(outcome.url);
    if (data.isInChat) return end(outcome);
    // Whoever comes back without having paid goes on with the same answers, in the same submission.
    if (outcome.next === 'pay') memory.keep({ answers: collect(), token: data.token });
    else memory.forget();
    if (isInside) window.open(outcome.url, '_top');
    else location.assign(outcome.url);
  }

  for (const block of form.blocks) {
    if (block.type !== 'hidden') continue;
    const input = find<HTMLInputElement>(`input[name="${block.key}"]`);
    const value = new URLSearchParams(location.search).get(block.source);
    if (input && value !== null) input.value = value.slice(0, 255);
  }
  const kept = data.isPreview ? null : memory.read();
  if (kept?.token) data.token = kept.token;
  for (const block of form.blocks)
    if (kept?.answers[block.key] !== undefined) writeBlock(box, block, kept.answers[block.key] ?? '');

  box.addEventListener('input', (event) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key) lastField = key;
    refresh();
    remember();
  });
  box.addEventListener('focusout', (event) => {
    const field = (event.target as HTMLElement).closest<HTMLElement>('[data-key]');
    const key = field?.dataset['key'];
    // Inside of a group of inputs nothing is finished yet.
    if (!key || field.contains(event.relatedTarget as Node | null)) return;
    const tell = (): void => {
      const problem = check().problems[key];
      if (!problem || problem.problem === 'required' || problem.problem === 'consent') return;
      touched.add(key);
      complain(key, say(problem));
    };
    // A complaint moves what stands below it; under a pointer that is being pressed, the click would miss its
    // target.
    if (isPressed) document.addEventListener('pointerup', () => setTimeout(tell), { once: true });
    else tell();
  });
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, () => (isPressed = false), true);
  box.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-move], [data-back]');
    if (button?.dataset['move']) {
      moveRank(button);
      refresh();
      remember();
    } else if (button) {
      const { path } = check().evaluation;
      goTo(path[Math.max(0, path.indexOf(page) - 1)] ?? 0);
    }
  });
  box.addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement;
    const block = blocks.get(input.dataset['file'] ?? '');
    if (!block) return;
    if (data.isPreview) return complain(block.key, text('file.preview'));
    takeFiles(input, block, {
      address: address(`files/${block.key}?token=${encodeURIComponent(data.token)}`),
      text,
      tell: (problem) => complain(block.key, problem),
      changed: remember,
    });
  });
  box.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    if (find('.ff-files [aria-busy]')) return notice(text('file.waiting'));
    const { problems, evaluation } = check(page);
    if (Object.keys(problems).length > 0)
      return refuse(
        Object.fromEntries(Object.entries(problems).map(([key, problem]) => [key, say(problem)])),
      );
    const next = evaluation.path[evaluation.path.indexOf(page) + 1];
    if (next === undefined) void send();
    else goTo(next);
  });
  if (data.isInChat || data.isEmbedded) {
    const tellHeight = (): void => tellFrame({ height: document.body.offsetHeight });
    new ResizeObserver(tellHeight).observe(document.body);
    addEventListener('message', ({ data: asked }: MessageEvent<{ to?: string } | null>) => {
      if (asked?.to === 'chatelier-form') tellHeight();
    });
  }
  refresh();
  box.dataset['ready'] = '';
}

/** What the server says against an answer. */
class Refusal extends Error {
  readonly answer: { message?: string; code?: string; fields?: Record<string, string> };
  constructor(answer: Refusal['answer']) {
    super(answer.message ?? '');
    this.answer = answer;
  }
}

/** Where whoever reads the page around this one came from, where that page is of this server and may be asked. */
function referrerAround(): string {
  try {
    return parent.document.referrer.slice(0, 2_048);
  } catch {
    return '';
  }
}

/** The submission's id, which the server wrote into the token. */
function challengeOf(token: string): string {
  const body = (token.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return (JSON.parse(atob(body)) as { i: string }).i;
}
