import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent, AgentSummary } from '#features/agents/agents.contract.ts';
import type { Run, SuiteSummary } from '#features/simulator/simulator.contract.ts';
import type { Result } from '#features/simulator/simulator-results.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { usualPrices } from '#features/billing/billing.contract.ts';
import { languages } from '#shared/languages.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { republish } from '#tests/support/visitors/visitor-chat.ts';
import type { TemplateDetail, TemplatePreview, TemplateSummary } from '../templates.contract.ts';
import { readTemplates } from './templates-catalogue.usecases.ts';
import { withPlanTerms, type Template } from './templates.models.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let templates: Template[];
const listed = (): Template[] => templates.filter(({ isListed }) => isListed);
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  const written = await readTemplates(path.join(import.meta.dirname, '../../../../content/templates'));
  templates = written.map((each) => withPlanTerms(each, { prices: usualPrices, trialDays: null }));
});
afterAll(() => app.close());

const slugs = async (search: string, language = 'en'): Promise<string[]> =>
  (
    await vera.get<{ templates: TemplateSummary[] }>(
      `/api/templates?language=${language}&search=${encodeURIComponent(search)}`,
    )
  ).templates.map(({ slug }) => slug);

async function openPreview(browser: TestBrowser, slug: string): Promise<TemplatePreview> {
  const opened = await browser.post<TemplatePreview>(`/api/templates/${slug}/preview`, { language: 'en' });
  return opened.ready ? opened : openPreview(browser, slug);
}

/**
 * A chat as the preview's frame opens it, or a visitor of a published agent; each question begins a
 * conversation of its own.
 */
async function openChat({
  number,
  previewUrl,
}: {
  number: number;
  previewUrl?: string;
}): Promise<(question: string, language?: string) => Promise<string>> {
  const ticket = previewUrl && new URL(previewUrl, app.url).searchParams.get('ticket');
  return async (question, language = 'en') => {
    const visitor = app.browser();
    const { token, agent } = await visitor.post<{
      token: string;
      agent: { consent: { version: string } | null };
    }>('/api/visitor/session', { agent: number, ...(ticket ? { preview: ticket } : {}), language });
    const headers = { authorization: `Bearer ${token}` };
    if (agent.consent)
      await visitor.request('POST', '/api/visitor/consent', {
        headers,
        body: { version: agent.consent.version },
      });
    const { text } = await visitor.request('POST', '/api/visitor/messages', {
      headers,
      body: { conversationId: null, clientMessageId: randomUUID(), text: question },
    });
    const [, done] = /event: done\nid: \d+\ndata: (.*)\n/.exec(text) ?? [];
    return done
      ? (JSON.parse(done) as { message: { text: string } }).message.text
      : `no answer: ${text.slice(0, 300)}`;
  };
}

/** Signs of French keep a space to their word that no line is broken at; passages have plain ones. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What each template has to say to its own first ice breaker, in English. */
const firstAnswers: Record<string, string> = {
  'product-guide': '29 dollars per month',
  'website-support': '24 euros per month',
  'faq-documents': 'call 0113 555 0182',
  'lead-qualifier': 'between 9,800 euros and 18,500 euros',
  'appointment-booker': 'Friday: 7:30 to 15:00',
  'store-assistant': 'Night Train',
  'order-status': 'waits to be collected by the carrier',
  'paid-coach': 'start with walking',
  'document-expert': 'the one with the wind on its port side gives way',
  'tutor-packs': 'the same denominator',
  'real-estate-guide': 'Rua das Flores has three bedrooms',
  restaurant: 'Tuesday to Saturday: 18:00 to 22:30',
  'fitness-planner': '12 squats, 8 push-ups',
  'hr-onboarding': 'Come to the reception at 9:00',
  'voice-receptionist': 'Check-in is from 15:00',
  'quiz-lead-magnet': 'six questions',
  'rich-showroom': 'Volta Duo',
};

describe('the gallery', () => {
  test('shows every template in the asked language, each with its picture', async () => {
    const shown = await vera.get<{ templates: TemplateSummary[] }>('/api/templates?language=nl');
    expect(shown.templates.map(({ slug, title }) => [slug, title])).toEqual(
      listed().map(({ slug, texts }) => [slug, texts.nl.title]),
    );
    for (const { slug, pictureUrl } of shown.templates) {
      expect(pictureUrl, slug).not.toBeNull();
      const picture = await app.browser().request('GET', pictureUrl ?? '');
      expect([picture.status, picture.headers.get('content-type')], slug).toEqual([200, 'image/webp']);
    }
  });

  test('is searched by words of every language, whatever language is shown', async () => {
    for (const word of ['handbook', 'handboek', 'manual', 'příručka', 'prirucka'])
      expect(await slugs(word), word).toContain('faq-documents');
    for (const language of languages)
      expect(await slugs('questions fréquentes', language), language).toContain('website-support');
    expect(await slugs('zzzz')).toEqual([]);
  });

  test('knows no other names', async () => {
    expect(await vera.request('GET', '/api/templates/..%2F..%2Fpackage')).toMatchObject({
      status: 404,
      body: { code: 'templates.not_found' },
    });
  });
});

describe('a template', () => {
  test('becomes an agent with its texts in the owner’s language and its knowledge, once for each key', async () => {
    const key = randomUUID();
    const use = () =>
      vera.request('POST', '/api/templates/website-support/use', { body: { key, language: 'fr' } });
    const answers = await Promise.all([use(), use(), use()]);
    const made = new Set(answers.map(({ body }) => (body as { agentId: string }).agentId));
    expect(made.size).toBe(1);
    const agent = await vera.get<Agent>(`/api/agents/${[...made][0]}`);
    const detail = await vera.get<TemplateDetail>('/api/templates/website-support?language=fr');
    expect(agent).toMatchObject({
      status: 'draft',
      draft: {
        basic: { name: detail.agentName },
        prompt: { welcomeMessage: detail.welcome, iceBreakers: detail.iceBreakers },
      },
    });
    const english = await vera.get<TemplateDetail>('/api/templates/website-support?language=en');
    expect(agent.draft.prompt.welcomes.find(({ language }) => language === 'en')?.text).toBe(english.welcome);
    expect(agent.draft.prompt.welcomes.map(({ language }) => language)).not.toContain('fr');
    await vi.waitFor(
      async () => {
        const { sources } = await vera.get<{ sources: KnowledgeSource[] }>(
          `/api/knowledge/${agent.collectionId}/sources`,
        );
        expect(sources).toHaveLength(detail.pages.length + detail.answers.length);
        expect(sources.every(({ status }) => status === 'ready')).toBe(true);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect((await vera.get<{ agents: AgentSummary[] }>('/api/agents')).agents).toHaveLength(1);
  });

  test('is previewed by several people at once with one demo agent, which nobody sees or counts', async () => {
    const adam = await app.register('Adam');
    const opened = await Promise.all([
      openPreview(vera, 'faq-documents'),
      openPreview(adam, 'faq-documents'),
      openPreview(adam, 'faq-documents'),
    ]);
    expect(new Set(opened.map(({ number }) => number)).size).toBe(1);
    const chat = await openChat(opened[0]!);
    expect(await chat('When is the rent due?')).toContain('first day of each month');
    expect((await adam.get<{ agents: AgentSummary[] }>('/api/agents')).agents).toEqual([]);
    expect((await adam.get<{ contacts: unknown[] }>('/api/contacts')).contacts).toEqual([]);
    // Without its ticket the demo agent is nobody's page.
    expect((await app.browser().request('GET', `/widgets/${opened[0]!.number}`)).status).toBe(404);
  });
});

/** The conversations of an agent's own suites that do not pass; of an agent that came without tests, that it did. */
async function failedTests(owner: Pick<TestBrowser, 'get' | 'post'>, agentId: string): Promise<string[]> {
  const { suites } = await owner.get<{ suites: SuiteSummary[] }>(`/api/simulator/suites?agent=${agentId}`);
  const [suite] = suites;
  if (!suite || suite.scenarioCount < 5) return [`${agentId} came with too few tests`];
  const { id } = await owner.post<Run>(`/api/simulator/suites/${suite.id}/runs`);
  return vi.waitFor(
    async () => {
      const { run, results } = await owner.get<{ run: Run; results: Result[] }>(`/api/simulator/runs/${id}`);
      expect(run.done).toBe(run.total);
      return results.filter(({ status }) => status !== 'passed').map(({ scenario }) => scenario);
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe('the built-in engine, with no key,', () => {
  test('answers the example questions of every template with the expected fact', async () => {
    const wrong: string[] = [];
    for (const { slug, examples } of templates) {
      const ask = await openChat(await openPreview(vera, slug));
      const answers = await Promise.all(examples.map(({ question, language }) => ask(question, language)));
      for (const [at, { question, expected }] of examples.entries())
        if (!answers[at]?.includes(expected)) wrong.push(`${slug}: ${question} → ${answers[at]}`);
    }
    expect(wrong).toEqual([]);
  });

  test('answers the visitors of an agent that was made of any of them, once it is published', async () => {
    const mia = await app.register('Mia');
    const wrong: string[] = [];
    for (const { slug, examples } of listed()) {
      const { agentId } = await mia.post<{ agentId: string }>(`/api/templates/${slug}/use`, {
        key: randomUUID(),
        language: 'en',
      });
      const agent = await mia.get<Agent>(`/api/agents/${agentId}`);
      await vi.waitFor(
        async () => {
          const { sources } = await mia.get<{ sources: KnowledgeSource[] }>(
            `/api/knowledge/${agent.collectionId}/sources`,
          );
          expect(new Set(sources.map(({ status }) => status))).toEqual(new Set(['ready']));
        },
        { timeout: 30_000, interval: 50 },
      );
      wrong.push(...(await failedTests(mia, agentId)));
      await republish(mia, agent, () => undefined);
      const [example] = examples.filter(({ language }) => language === 'en');
      const said = await (await openChat(agent))(example?.question ?? '');
      if (!said.includes(example?.expected ?? '?')) wrong.push(`${slug}: ${example?.question} → ${said}`);
    }
    expect(wrong).toEqual([]);
  });

  test('answers the first ice breaker of every template with the fact that it is about', async () => {
    const wrong: string[] = [];
    for (const { slug, texts } of templates) {
      const ask = await openChat(await openPreview(vera, slug));
      const said = plain(await ask(texts.en.iceBreakers[0] ?? ''));
      if (!said.includes(firstAnswers[slug] ?? 'an answer that is not written down here'))
        wrong.push(`${slug}: ${said}`);
    }
    expect(listed()).toHaveLength(16);
    expect(wrong).toEqual([]);
  });

  test('answers ice breakers in the language in which they are asked, with the whole answer that was written', async () => {
    const wrong: string[] = [];
    for (const [place, { slug, texts }] of templates.entries()) {
      const ask = await openChat(await openPreview(vera, slug));
      await Promise.all(
        languages
          .filter((each) => texts[each].answers)
          .map(async (language, at) => {
            // Another one of the four in each language and template.
            const chosen = (place + at) % 4;
            const said = plain(await ask(texts[language].iceBreakers[chosen] ?? '', language));
            if (!said.includes(plain(texts[language].answers?.[chosen]?.slice(0, 25) ?? '?')))
              wrong.push(`${slug} ${language}: ${texts[language].iceBreakers[chosen]} → ${said}`);
          }),
      );
    }
    expect(wrong).toEqual([]);
  });
});
