import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Suite } from '#features/agents/agents-tests.contract.ts';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { soundOf, textOf } from '#tests/support/models/spoken-texts.ts';
import { publishAgent, republish } from '#tests/support/visitors/visitor-chat.ts';
import type { Gate, Run } from '../simulator.contract.ts';
import type { Result, SpeechSum, Transcript } from '../simulator-results.contract.ts';

let vendor: SpeechStandIn;
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
/** In which language the vendor was told that something was said. */
let languages: string[];
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls });
  owner = await app.register('Vera');
  agent = await publishAgent(owner, (draft) => {
    Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs', voice: 'v7' });
  });
  await teach(owner, agent, boatHire);
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});
beforeEach(() => {
  languages = [];
  Object.assign(vendor, { asked: [], fault: null, mouth: soundOf });
  hears((text) => text);
});

/** What the vendor makes of what was said. */
function hears(mishear: (text: string) => string): void {
  vendor.ears = (sound, language) => {
    languages.push(language);
    return mishear(textOf(sound));
  };
}
const question = 'What does a rowing boat cost?';
const costs = { kind: 'contains' as const, text: '12', expected: true };

const begin = async (suite: Partial<Suite>, of: Agent = agent) => {
  const { id } = await owner.post<{ id: string }>('/api/simulator/suites', {
    agentId: of.id,
    suite: { name: 'Boats', ...suite },
  });
  return {
    id,
    start: (body: object = { isSpoken: true }) =>
      owner.request('POST', `/api/simulator/suites/${id}/runs`, { body }),
  };
};
type Held = {
  run: Run;
  results: Result[];
  speech: SpeechSum | null;
};
const ended = (id: string): Promise<Held> =>
  vi.waitFor(
    async () => {
      const held = await owner.get<Held>(`/api/simulator/runs/${id}`);
      expect(held.run.endedAt).not.toBeNull();
      return held;
    },
    { timeout: 60_000, interval: 100 },
  );
async function spoken(turns: object[], more: object = {}): Promise<Held & { transcript: Transcript }> {
  const scenarios = [{ name: 'Price', turns, ...more }] as unknown as Suite['scenarios'];
  const { body } = await (await begin({ scenarios })).start();
  const held = await ended((body as Run).id);
  const transcript = await owner.get<Transcript>(`/api/simulator/runs/${held.run.id}/results/0`);
  return { ...held, transcript };
}

test('without a vendor that understands the visitors nothing is spoken, and it is said what to do', async () => {
  const { start } = await begin({ scenarios: [{ name: 'Price', turns: [{ text: question }] }] as never });
  expect(await start()).toMatchObject({ status: 409, body: { code: 'simulator.no_speech' } });
  const read = await publishAgent(owner, (draft) => void (draft.voice.enabled = true));
  const own = await begin({ scenarios: [{ name: 'Price', turns: [{ text: question }] }] as never }, read);
  const refused = await own.start();
  expect(refused).toMatchObject({ status: 409, body: { code: 'simulator.no_speech' } });
  expect((refused.body as { message: string }).message).toMatch(/Voice section/);
  expect(vendor.asked).toEqual([]);
  await owner.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey: speechKey } });
});

test('what visitors say is spoken and understood by the vendor, and what was understood is answered', async () => {
  const { run, results, speech, transcript } = await spoken([{ text: question, checks: [costs] }]);
  expect(run).toMatchObject({ status: 'passed', isSpoken: true });
  expect(languages).toEqual(['en']);
  const said = vendor.asked.find(({ path }) => path.includes('/text-to-speech/v7'));
  expect(said?.body).toContain(question);
  const [turn] = transcript.turns;
  expect(turn).toMatchObject({
    said: question,
    speech: { outcome: 'understood', heard: question, words: 6, wrong: 0 },
  });
  expect(turn?.answer?.text).toContain('12 €');
  // 29 letters of 900 a minute, said for 45,000 and understood for 6,700 millionths a minute.
  const costMicros = Math.ceil((45_000 * 29) / 900) + Math.ceil((6_700 * 29) / 900);
  expect(speech).toMatchObject({ turns: 1, words: 6, wrong: 0, costMicros });
  expect(speech!.sayMs + speech!.hearMs).toBeGreaterThan(0);
  expect(results[0]).toMatchObject({ costMicros, speech });
  expect(run.costMicros).toBe(costMicros);
});

test('words that are misheard are counted, and answered as they were heard', async () => {
  hears((text) => text.replace('rowing boat', 'flying goat'));
  const { run, speech, transcript } = await spoken([{ text: question, checks: [costs] }, { text: 'Thanks' }]);
  expect(run.status).toBe('failed');
  expect(speech).toMatchObject({ turns: 2, words: 7, wrong: 2 });
  expect(transcript.turns[0]?.speech).toMatchObject({ heard: 'What does a flying goat cost?', wrong: 2 });
  const { text } = await owner.request('GET', `/api/simulator/runs/${run.id}/export?format=json`);
  expect(text).toContain('flying goat');
  const junit = await owner.request('GET', `/api/simulator/runs/${run.id}/export`);
  expect(junit.text).toContain('(understood: What does a flying goat cost?)');
});

test('the visitor’s language is the vendor’s, for saying and for understanding', async () => {
  await spoken([{ text: 'Kolik stojí loďka?' }], { language: 'cs' });
  expect(languages).toEqual(['cs']);
  const said = vendor.asked.find(({ path }) => path.includes('/text-to-speech/'));
  expect(JSON.parse(said!.body)).toMatchObject({ language_code: 'cs' });
});

test('where nothing is understood nobody answers, and the visitor goes on', async () => {
  hears((text) => (text === question ? '' : text));
  const { run, transcript } = await spoken([{ text: question }, { text: 'When does the boat house open?' }]);
  expect(run.status).toBe('failed');
  expect(transcript.turns.map(({ speech, answer }) => [speech?.outcome, answer !== null])).toEqual([
    ['nothing', false],
    ['understood', true],
  ]);
});

test('a vendor that fails in the middle ends the conversation, with what was said and why', async () => {
  for (const fault of [
    { status: 503, where: /speech-to-text/ },
    { status: 401, where: /text-to-speech/ },
    { body: 'no sound', where: /text-to-speech/ },
  ]) {
    hears((text) => {
      vendor.fault = fault;
      return text;
    });
    const { run, speech, transcript } = await spoken([
      { text: question },
      { text: 'And a day?' },
      { text: 'Thanks' },
    ]);
    expect(run.status).toBe('failed');
    expect(transcript).toMatchObject({
      status: 'broken',
      turns: [{ speech: { outcome: 'understood' } }, {}],
    });
    expect(transcript.turns[1]).toMatchObject({
      said: 'And a day?',
      answer: null,
      speech: { outcome: 'failed' },
    });
    // It says nothing of how the vendor understands.
    expect(speech).toMatchObject({ turns: 1, words: 6, wrong: 0 });
    vendor.fault = null;
  }
});

test('what stands before publishing is what was written: a vendor’s bad day holds no draft up', async () => {
  const own = await republish(owner, agent, (draft) => void (draft.footer.text = 'Boats'));
  const { id, start } = await begin({
    isRequired: true,
    scenarios: [{ name: 'Price', turns: [{ text: question, checks: [costs] }] }] as never,
  });
  const written = (await start({})).body as Run;
  expect((await ended(written.id)).speech).toBeNull();
  vendor.fault = { status: 503 };
  const said = (await start()).body as Run;
  expect((await ended(said.id)).run.status).toBe('failed');
  const { suites } = await owner.get<Gate>(`/api/simulator/agents/${own.id}/gate`);
  expect(suites).toMatchObject([{ id, state: 'passed', runId: written.id }]);
});
