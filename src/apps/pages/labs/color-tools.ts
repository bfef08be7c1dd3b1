/** A whole logo is drawn this small: its colours are what is looked for. */
const side = 96;
const mostColors = 60;

/** Reads colours out of a logo in this browser, and gives the chosen one to an agent of whoever is signed in. */
export function startColorTools(text: (name: string) => string): void {
  const logo = document.querySelector<HTMLFormElement>('[data-lab="logo"]');
  const apply = document.querySelector<HTMLElement>('[data-lab="apply"]');
  if (logo) readLogos(logo, text);
  if (apply) void offerAgents(apply, text);
}

function readLogos(form: HTMLFormElement, text: (name: string) => string): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  const read = (): void => {
    const file = input?.files?.[0];
    if (!file) return;
    form.querySelector('[role="alert"]')?.remove();
    countColors(file).then(
      (counts) => {
        const query = new URLSearchParams(location.search);
        const language = query.get('lang');
        location.href = `/color-analyzer?${new URLSearchParams({
          logo: counts.map(([color, amount]) => `${color.slice(1)}:${amount}`).join(','),
          ...(language ? { lang: language } : {}),
        }).toString()}`;
      },
      () => {
        const problem = document.createElement('p');
        problem.className = 'lab-problem';
        problem.setAttribute('role', 'alert');
        problem.textContent = text('logoFailed');
        form.append(problem);
      },
    );
  };
  input?.addEventListener('change', read);
  // One may have been chosen before this script was there.
  read();
}

/** The file as a `data:` address, which this page may show. */
const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error(file.name)));
    reader.readAsDataURL(file);
  });

async function countColors(file: File): Promise<[string, number][]> {
  const picture = new Image();
  picture.src = await addressOf(file);
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('canvas');
  context.drawImage(picture, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  // Neighbours within a step are one colour, as they are on screen: the one of them that there is most of.
  const steps = new Map<number, Map<string, number>>();
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4);
    if (opacity < 200) continue;
    const step = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const color = `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
    const exact = steps.get(step) ?? new Map<string, number>();
    steps.set(step, exact.set(color, (exact.get(color) ?? 0) + 1));
  }
  const counts = new Map(
    [...steps.values()].map((exact) => {
      const [most = ''] = [...exact].toSorted((a, b) => b[1] - a[1])[0] ?? [];
      return [most, [...exact.values()].reduce((sum, amount) => sum + amount, 0)] as const;
    }),
  );
  if (counts.size === 0) throw new Error('empty');
  return [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, mostColors);
}

type Listed = {
  agents: { id: string; name: string }[];
};
type Draft = {
  draft: { appearance: { color: string } };
  draftRevision: number;
};

async function offerAgents(place: HTMLElement, text: (name: string) => string): Promise<void> {
  const color = place.dataset['color'] ?? '';
  const answer = await fetch('/api/agents', { headers: { accept: 'application/json' } });
  if (!answer.ok) return;
  const { agents } = (await answer.json()) as Listed;
  const sentence = place.querySelector('p');
  if (!sentence) return;
  if (agents.length === 0) {
    sentence.textContent = text('noAgents');
    return;
  }
  const form = document.createElement('form');
  const label = document.createElement('label');
  label.htmlFor = 'color-agent';
  label.textContent = text('choose');
  const select = document.createElement('select');
  select.id = 'color-agent';
  for (const { id, name } of agents) select.append(new Option(name, id));
  const button = document.createElement('button');
  button.className = 'button small';
  button.textContent = text('apply');
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  form.append(label, select, button, said);
  sentence.replaceWith(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    void give(select.value, color)
      .then(
        () => {
          said.textContent = `${text('applied')} `;
          const link = document.createElement('a');
          link.href = `/dashboard/agents/edit/${select.value}?section=appearance`;
          link.textContent = text('editor');
          said.append(link);
        },
        (error: Error) => {
          said.textContent = error.message || text('applyFailed');
        },
      )
      .finally(() => {
        button.disabled = false;
      });
  });
}

/** Puts the colour into the agent's draft; nothing is published. */
async function give(id: string, color: string): Promise<void> {
  const read = await fetch(`/api/agents/${id}`);
  if (!read.ok) throw new Error('');
  const { draft, draftRevision } = (await read.json()) as Draft;
  const written = await fetch(`/api/agents/${id}/draft`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      revision: draftRevision,
      configuration: { ...draft, appearance: { ...draft.appearance, color } },
    }),
  });
  if (written.ok) return;
  const { message } = (await written.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? '');
}
