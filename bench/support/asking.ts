import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { openSession, type Owner } from '#tests/reliability/people.ts';

const kinds = ['rye', 'wheat', 'spelt', 'oat', 'sesame', 'poppy', 'pumpkin', 'linden'];
const places = ['stone', 'wood', 'old', 'new', 'small'];
/** What a visitor asks, one after the other. */
export const questions = [
  'How long does the rye loaf stay fresh?',
  'What does the sesame loaf cost?',
  'Until when can I order a loaf for tomorrow?',
  'Which loaf is baked in the stone oven in the morning?',
  'Is there anything else in the poppy loaf?',
  'Do you have spelt?',
  'How heavy is the largest pumpkin loaf?',
  'Can oat bread be frozen?',
];

export type Outcome = {
  firstMs: number;
  text: string;
};
export type Target = {
  name: string;
  ask(): Promise<Outcome>;
  tokens(text: string): string;
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 });

/** Posts and reads the whole answer; notes when the first bytes of a token came. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  marker: string,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let firstMs = Number.NaN;
    const request = http.request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          if (Number.isNaN(firstMs) && chunk.includes(marker)) firstMs = performance.now() - started;
          chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode === 200) resolve({ firstMs, text });
          else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`));
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The tokens of an answer of the product. */
const ourTokens = (text: string): string =>
  [...text.matchAll(/event: delta\n[^\n]*\ndata: (.*)\n/g)]
    .map(([, data]) => (JSON.parse(data ?? '{}') as { text: string }).text)
    .join('');

/** So many askers at once; each asks again when their answer is over, until the time is up. */
export async function load(target: Target, streams: number, milliseconds: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const end = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: streams }, async (_, at) => {
      // Nobody starts at the same moment as everybody else.
      await new Promise((resolve) => setTimeout(resolve, (at / streams) * Math.min(2_000, milliseconds / 4)));
      while (performance.now() < end) outcomes.push(await target.ask());
    }),
  );
  // A connection that idles until the next part is closed by the server at the very moment of its next use.
  agent.destroy();
  return outcomes;
}

/** Visitors of an agent who ask what is above. */
export function visitorsOf(url: string, number: number): Target {
  type Talk = { token: string; conversationId: string | null; asked: number };
  const idle: Talk[] = [];
  return {
    name: 'Chatelier',
    tokens: ourTokens,
    async ask() {
      // Eight messages a talk: the history grows, and the limit of messages a minute is not met.
      const talk = idle.pop() ?? {
        token: (await openSession(url, number)).token,
        conversationId: null,
        asked: 0,
      };
      const body = JSON.stringify({
        conversationId: talk.conversationId,
        clientMessageId: randomUUID(),
        text: questions[talk.asked],
      });
      const outcome = await post(
        `${url}/api/visitor/messages`,
        { authorization: `Bearer ${talk.token}` },
        body,
        'event: delta',
      );
      talk.conversationId ??= /"conversationId":"(\w+)"/.exec(outcome.text)?.[1] ?? null;
      talk.asked += 1;
      if (talk.asked < 8) idle.unshift(talk);
      return outcome;
    },
  };
}

/** A small bakery's knowledge: some hundred chunks, so that there is something to find and to send. */
export async function teach(person: Owner, collectionId: string): Promise<void> {
  for (let part = 0; part < 4; part++) {
    const body = Array.from(
      { length: 60 },
      (_, at) =>
        `The ${kinds[(at + part) % kinds.length]} loaf number ${part * 60 + at} is baked at ${at % 24} o'clock in the ${places[at % places.length]} oven, weighs ${at * 10 + 200} grams, costs ${at + 2} euros and stays fresh for ${(at % 6) + 1} days. It is made of flour, water, salt and ${kinds[at % kinds.length]} seeds, and nothing else. Orders are taken until noon of the day before.`,
    ).join('\n\n');
    await person.post(`/api/knowledge/${collectionId}/sources/text`, {
      title: `Breads, part ${part + 1}`,
      body,
    });
  }
  for (;;) {
    const { sources } = await person.get<{ sources: { status: string }[] }>(
      `/api/knowledge/${collectionId}/sources`,
    );
    if (sources.every(({ status }) => status === 'ready')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
