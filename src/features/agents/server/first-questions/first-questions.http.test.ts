import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { TemplateDetail } from '#features/templates/templates.contract.ts';
import type { PublicAgent } from '../../agents-public.contract.ts';
import type { Agent } from '../../agents.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let site: Server;

const topics = ['dumping', 'restoring', 'vacuuming', 'indexing', 'locking', 'logging'];
const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;

beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  site = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (name === '')
      return void response.end(
        html(
          'Elk Manual',
          `<p>The manual of the Elk database for developers.</p>${topics.map((topic) => `<a href="/${topic}">${topic}</a> `).join('')}<a href="/contact-points">Contact points</a> <a href="/returns">Return values</a>`,
        ),
      );
    if (topics.includes(name))
      return void response.end(
        html(
          `elk_${name}`,
          `<p>elk_${name} is a program that does the ${name} of one database while others work on it. Each call returns an item for the caller, and opens a file for it.</p>`,
        ),
      );
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await app.close();
  site.close();
});

async function trained(agent: Agent): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await vera.get<{ sources: { status: string }[] }>(`/api/knowledge/${agent.collectionId}/sources`)
        ).sources.map(({ status }) => status),
      { timeout: 30_000 },
    )
    .toEqual(['ready']);
}
const questionsOf = async (agent: Agent): Promise<string[]> =>
  (await vera.get<Agent>(`/api/agents/${agent.id}`)).draft.prompt.iceBreakers;

describe('an agent made of a sentence', () => {
  it.each([
    [
      'en',
      'Linden Bakery in Utrecht, open Tuesday to Friday. A loaf costs € 4.20.',
      'When are you open?',
      'Tuesday',
    ],
    [
      'nl',
      'Bakkerij Linde in Utrecht, open van dinsdag tot vrijdag. Een brood kost € 4,20.',
      'Wanneer zijn jullie open?',
      'dinsdag',
    ],
    [
      'es',
      'Somos Casa Luz, una panadería abierta de martes a viernes. Una barra cuesta 4,20 €.',
      '¿Cuál es el horario?',
      'martes',
    ],
    [
      'pt',
      'Padaria chamada Pão de Ouro, aberta de terça a sexta. Um pão custa R$ 4,20.',
      'Qual é o horário de funcionamento?',
      'terça',
    ],
    [
      'fr',
      'Nous sommes Boulangerie Tilleul, ouverte du mardi au vendredi. Un pain coûte 4,20 €.',
      'Quels sont vos horaires\u00a0?',
      'mardi',
    ],
    [
      'cs',
      'Jsme Pekárna Lípa, otevřeno máme od úterý do pátku. Chléb stojí 89 Kč.',
      'Kdy máte otevřeno?',
      'úterý',
    ],
  ])('knows what it says, in its language: %s', async (language, input, question, answer) => {
    // The screen is in another language than the sentence.
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'description',
      input,
      language: language === 'en' ? 'nl' : 'en',
    });
    expect(agent.name).not.toMatch(/New agent|Nieuwe agent/);
    expect(agent.draft.prompt.iceBreakers).toContain(question);
    await trained(agent);
    const { hits } = await vera.post<{ hits: { text: string; passes: boolean }[] }>(
      `/api/knowledge/${agent.collectionId}/search`,
      { query: question },
    );
    expect(hits[0]).toMatchObject({ passes: true });
    expect(hits[0]?.text).toContain(answer);
    expect(await questionsOf(agent)).toContain(question);
  });
});

describe('first questions of a live agent', () => {
  /** What visitors of each language are asked first by an agent with these questions. */
  async function askedBy(made: Agent, questions: readonly string[]): Promise<Record<string, string[]>> {
    made.draft.prompt.iceBreakers = [...questions];
    const saved = await vera.request('PUT', `/api/agents/${made.id}/draft`, {
      body: { revision: made.draftRevision, configuration: made.draft },
    });
    const { draftRevision: revision } = saved.body as Agent;
    const { number } = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision });
    const asked: Record<string, string[]> = {};
    for (const language of ['en', 'nl', 'cs']) {
      const visit = { agent: number, preview: null, language };
      const { agent } = await app.browser().post<{ agent: PublicAgent }>('/api/visitor/session', visit);
      asked[language] = agent.iceBreakers;
    }
    return asked;
  }

  it('are in each visitor’s language where everybody asks them, and else as their owner wrote them', async () => {
    const made = await vera.post<Agent>('/api/agents', {
      from: 'description',
      input: 'Bakkerij Linde in Utrecht, open van dinsdag tot vrijdag. Een brood kost € 4,20.',
      language: 'nl',
    });
    const own = 'Wanneer ligt het zuurdesem in de winkel?';
    expect(await askedBy(made, ['Wanneer zijn jullie open?', own])).toMatchObject({
      en: ['When are you open?', own],
      nl: ['Wanneer zijn jullie open?', own],
    });
  });

  it('are in each visitor’s language where they come from a template', async () => {
    const textsOf = (language: string) =>
      vera.get<TemplateDetail>(`/api/templates/tutor-packs?language=${language}`);
    const [english, czech] = [await textsOf('en'), await textsOf('cs')];
    const { agentId } = await vera.post<{ agentId: string }>('/api/templates/tutor-packs/use', {
      key: randomUUID(),
      language: 'en',
    });
    const made = await vera.get<Agent>(`/api/agents/${agentId}`);
    expect(await askedBy(made, english.iceBreakers)).toMatchObject({
      en: english.iceBreakers,
      cs: czech.iceBreakers,
    });
  });
});

describe('an agent made of a manual', () => {
  it('asks first what its pages answer, and nothing of a shop', async () => {
    const { port } = site.address() as AddressInfo;
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'website',
      input: `http://127.0.0.1:${port}/`,
    });
    expect(agent.draft.prompt.iceBreakers).toEqual([]);
    await trained(agent);
    await expect.poll(() => questionsOf(agent), { timeout: 20_000 }).toHaveLength(4);
    const questions = await questionsOf(agent);
    for (const question of questions) expect(question).toMatch(/elk_\w+|Elk/);

    // Whoever typed meanwhile, on what they had read before, is not refused, and the questions stay.
    agent.draft.basic.name = 'Elk';
    const saved = await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: agent.draftRevision, configuration: agent.draft },
    });
    expect(saved.status).toBe(200);
    expect(await vera.get<Agent>(`/api/agents/${agent.id}`)).toMatchObject({ name: 'Elk' });
    expect(await questionsOf(agent)).toEqual(questions);
  });

  it('is published by whoever read it before its questions came', async () => {
    const { port } = site.address() as AddressInfo;
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'website',
      input: `http://127.0.0.1:${port}/`,
    });
    await trained(agent);
    await expect.poll(() => questionsOf(agent), { timeout: 20_000 }).toHaveLength(4);
    const published = await vera.request('POST', `/api/agents/${agent.id}/publish`, {
      body: { revision: agent.draftRevision, name: '' },
    });
    expect(published.status).toBe(200);
    expect(await vera.get<Agent>(`/api/agents/${agent.id}`)).toMatchObject({ status: 'live' });
  });

  it('keeps the questions that its owner wrote', async () => {
    const { port } = site.address() as AddressInfo;
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'website',
      input: `http://127.0.0.1:${port}/`,
    });
    agent.draft.prompt.iceBreakers = ['What is an elk?'];
    await vera.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: agent.draftRevision, configuration: agent.draft },
    });
    await trained(agent);
    // Another source ends, and the questions are looked at once more.
    await vera.post(`/api/knowledge/${agent.collectionId}/sources/text`, {
      title: 'Elk',
      body: 'An elk is an animal.',
    });
    await expect
      .poll(
        async () =>
          (
            await vera.get<{ sources: { status: string }[] }>(`/api/knowledge/${agent.collectionId}/sources`)
          ).sources.every(({ status }) => status === 'ready'),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect(await questionsOf(agent)).toEqual(['What is an elk?']);
  });
});
