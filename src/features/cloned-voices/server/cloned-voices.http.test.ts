import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { recordedVoice } from '#tests/support/models/voice-recordings.ts';
import type { ClonedVoice } from '../cloned-voices.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let vendor: SpeechStandIn;
let app: TestApp;
let vera: Person;
let bert: Person;
/** Each test begins an hour after the one before: tries are counted by the hour. */
let now = Date.parse('2026-11-29T00:00Z');
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  app = await startTestApp({
    speechBaseUrls: vendor.baseUrls,
    clock: { now: () => new Date(now) },
  });
  [vera, bert] = [await app.register('Vera'), await app.register('Bert')];
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});
beforeEach(() => {
  vendor.asked = [];
  vendor.fault = null;
});
afterEach(async () => {
  vendor.fault = null;
  now += 3_600_000;
  for (const { id } of await voices()) await vera.request('DELETE', `/api/cloned-voices/${id}?onlyHere=yes`);
});

const input = {
  provider: 'elevenlabs',
  name: 'Our Vera',
  speaker: 'Vera de Vries',
  company: 'Bakery Van Dijk',
  language: 'en',
};
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();
const voices = async (person = vera) =>
  (await person.get<{ voices: ClonedVoice[] }>('/api/cloned-voices')).voices;
const begin = (change: object = {}, person = vera) =>
  person.post<ClonedVoice>('/api/cloned-voices', { ...input, ...change });
let mark = 0;
const sendTo = (step: string, id: string, bytes: Uint8Array<ArrayBuffer>, person = vera) => {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'audio/wav' }), 'voice.wav');
  return person.request('POST', `/api/cloned-voices/${id}/${step}`, { raw: form });
};
/** Reads a sentence aloud, as the stand-in understands it. */
function agree(id: string, said: string, bytes = recordedVoice(4, (mark += 1)), person = vera) {
  vendor.heard = [said];
  return sendTo('consent', id, bytes, person);
}
async function agreed(change: object = {}): Promise<ClonedVoice> {
  const { id, sentence } = await begin(change);
  expect((await agree(id, sentence)).status).toBe(200);
  return (await voices()).find((voice) => voice.id === id)!;
}
const sample = recordedVoice(61);
async function ended(id: string, state: string): Promise<ClonedVoice> {
  await expect
    .poll(async () => (await voices()).find((voice) => voice.id === id)?.state ?? 'gone')
    .toBe(state);
  return (await voices()).find((voice) => voice.id === id)!;
}
const connect = (provider: string, person = vera) =>
  person.request('PUT', `/api/integrations/${provider}`, { body: { apiKey: speechKey } });

describe('without a vendor that understands', () => {
  test('nobody’s consent is taken, and the way out is said', async () => {
    const { id, sentence } = await begin();
    expect(sentence).toBe(
      'I, Vera de Vries, agree that Bakery Van Dijk makes a copy of my voice and uses it for its AI agents. Today is November 29, 2026.',
    );
    const refused = await agree(id, sentence);
    expect(codeOf(refused)).toBe('409 cloned-voices.nobody_hears');
    expect(refused.text).toContain('Integrations');
    await connect('resemble');
    expect(codeOf(await agree(id, sentence))).toBe('409 cloned-voices.nobody_hears');
    await vera.request('DELETE', '/api/integrations/resemble');
  });

  test('names are names', async () => {
    for (const speaker of ['<b>Vera</b>', '{{date}}', '12', 'V', 'Vera\nBert', 'x'.repeat(81)])
      expect(
        codeOf(await vera.request('POST', '/api/cloned-voices', { body: { ...input, speaker } })),
        speaker,
      ).toBe('400 common.invalid_input');
    expect(
      (await begin({ speaker: 'Věra O’Brien-D’Angelo', company: 'Smith & Sons (UK)' })).sentence,
    ).toContain('I, Věra O’Brien-D’Angelo, agree that Smith & Sons (UK)');
  });
});

describe('a voice', () => {
  beforeAll(async () => {
    await connect('elevenlabs');
  });

  test('is not copied before its owner has read the right sentence', async () => {
    const { id, sentence } = await begin();
    expect(codeOf(await sendTo('sample', id, sample))).toBe('409 cloned-voices.not_now');
    for (const [said, problem] of [
      ['', 'silent'],
      ['Good day, when are you open?', 'words'],
      [sentence.replace('agree', 'do not agree'), 'refused'],
      [sentence.replace('Vera de Vries', 'Bert'), 'name'],
      [sentence.replace('Bakery Van Dijk', 'somebody else'), 'company'],
      [sentence.replace('29', '28'), 'day'],
    ] as const) {
      const refused = await agree(id, said);
      expect(codeOf(refused), problem).toBe('422 cloned-voices.not_agreed');
      expect(refused.body, problem).toMatchObject({ details: { problem, heard: said } });
    }
    expect(codeOf(await sendTo('sample', id, sample))).toBe('409 cloned-voices.not_now');
    expect((await vera.request('GET', `/api/cloned-voices/${id}/consent`)).status).toBe(404);
    expect(vendor.copies.size).toBe(0);
  });

  test('is copied once they have, with the consent kept, sealed and to be heard', async () => {
    const { id, sentence } = await begin();
    const recording = recordedVoice(4, 99);
    expect(
      (await agree(id, `${sentence.toLowerCase().replace('vries', 'fries')}`, recording)).body,
    ).toMatchObject({
      state: 'sample',
      heard: expect.stringContaining('fries') as string,
      consentedAt: expect.stringMatching(/^2026-11-29T/) as string,
    });
    expect((await sendTo('sample', id, sample)).body).toMatchObject({ state: 'making' });
    const { voice } = await ended(id, 'ready');
    expect([...vendor.copies]).toEqual([[voice, 'Our Vera']]);
    const sent = vendor.asked.find(({ path }) => path.endsWith('/voices/add'));
    expect(sent?.body).toContain('agree that Bakery Van Dijk');
    expect(sent?.headers['xi-api-key']).toBe(speechKey);

    const heard = await vera.request('GET', `/api/cloned-voices/${id}/consent`);
    expect(heard.headers.get('content-type')).toBe('audio/wav');
    expect(heard.text.length).toBeGreaterThan(1_000);
    const { rows } = await app.server.services.database.direct.execute<{ sealed: Buffer; sample: null }>(
      `SELECT sealed_consent AS sealed, sealed_sample AS sample FROM cloned_voices WHERE id = '${id}'`,
    );
    expect(rows[0]?.sample).toBeNull();
    expect(rows[0]?.sealed.includes(Buffer.from(recording.slice(1_000, 1_040)))).toBe(false);

    expect(await vera.get('/api/speech/elevenlabs/voices')).toMatchObject({
      voices: expect.arrayContaining([
        { id: voice, label: 'Our Vera', about: '', isOwn: true },
        { id: 'v1', label: 'Anna', about: 'dutch, young', isOwn: false },
      ]) as unknown,
    });
    const { entries } = await vera.get<{ entries: { action: string }[] }>('/api/audit');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['providers.voice_agreed', 'providers.voice_copied']),
    );

    // Another try with the same recording agrees to nothing.
    const other = await begin({ name: 'A second one' });
    expect(codeOf(await agree(other.id, other.sentence, recording))).toBe('409 cloned-voices.consent_used');
    // Nor does it in another account that got hold of it.
    await connect('elevenlabs', bert);
    const stolen = await begin({}, bert);
    expect(codeOf(await agree(stolen.id, stolen.sentence, recording, bert))).toBe(
      '409 cloned-voices.consent_used',
    );
    await bert.request('DELETE', `/api/cloned-voices/${stolen.id}`);
  });

  test('is nobody else’s', async () => {
    const { id, sentence } = await agreed();
    expect(await voices(bert)).toEqual([]);
    for (const asked of [
      await bert.request('GET', `/api/cloned-voices/${id}/consent`),
      await bert.request('DELETE', `/api/cloned-voices/${id}`),
      await bert.request('POST', `/api/cloned-voices/${id}/retry`),
      await sendTo('sample', id, sample, bert),
      await agree(id, sentence, recordedVoice(4, 500), bert),
    ])
      expect(codeOf(asked)).toBe('404 cloned-voices.not_found');
  });

  test('is copied out of nothing but a good recording', async () => {
    const { id } = await agreed();
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, ...new Uint8Array(5_000)]);
    const bomb = Uint8Array.from([
      0x49,
      0x44,
      0x33,
      4,
      0,
      0,
      0x7f,
      0x7f,
      0x7f,
      0x7f,
      ...new Uint8Array(5_000),
    ]);
    const liar = sample.slice(0, 100_000);
    for (const bytes of [zip, bomb, liar, new Uint8Array()])
      expect(codeOf(await sendTo('sample', id, bytes))).toBe('415 cloned-voices.unsupported');
    const short = await sendTo('sample', id, recordedVoice(30));
    expect(codeOf(short)).toBe('422 cloned-voices.unfit');
    expect(short.body).toMatchObject({ details: { problems: ['short'] } });
    expect((await sendTo('sample', id, recordedVoice(200))).status).toBe(413);
    expect(
      codeOf(await vera.request('POST', `/api/cloned-voices/${id}/sample`, { raw: new FormData() })),
    ).toBe('400 cloned-voices.missing');
    expect((await voices())[0]?.state).toBe('sample');
  });

  test('that the vendor refuses is told why, and tried again with the same recording', async () => {
    const { id } = await agreed();
    const body = JSON.stringify({ detail: { status: 'can_not_use_instant_voice_cloning' } });
    vendor.fault = { status: 401, body, where: /voices\/add/ };
    await sendTo('sample', id, sample);
    expect((await ended(id, 'failed')).failure).toBe('plan');
    vendor.fault = null;
    expect((await vera.request('POST', `/api/cloned-voices/${id}/retry`)).status).toBe(200);
    expect((await ended(id, 'ready')).failure).toBeNull();
  });

  test('is deleted at the vendor, too, as soon as that answers', async () => {
    const { id } = await agreed();
    await sendTo('sample', id, sample);
    const { voice } = await ended(id, 'ready');
    vendor.fault = { status: 401, where: new RegExp(`voices/${voice}`) };
    await vera.request('DELETE', `/api/cloned-voices/${id}`);
    await expect.poll(async () => (await voices())[0]?.failure).toBe('unauthorized');
    expect((await voices())[0]).toMatchObject({ state: 'deleting', heard: null });
    expect((await vera.request('GET', `/api/cloned-voices/${id}/consent`)).status).toBe(404);
    expect(vendor.copies.has(voice!)).toBe(true);
    vendor.fault = null;
    await app.server.services.clonesAtVendors.sweep();
    await expect.poll(async () => (await voices()).length).toBe(0);
    expect(vendor.copies.has(voice!)).toBe(false);
  });

  test('goes to a vendor that wants pieces with what is said in each', async () => {
    await connect('resemble');
    const { id } = await agreed({ provider: 'resemble' });
    vendor.heard = ['What was read.'];
    await sendTo('sample', id, sample);
    await ended(id, 'ready');
    const pieces = vendor.asked.filter(({ path }) => path.endsWith('/recordings'));
    expect(pieces).toHaveLength(6);
    for (const { body } of pieces) expect(body).toContain('What was read.');
    expect(vendor.asked.some(({ path }) => path.endsWith('/build'))).toBe(true);
  });

  test('whose making a server did not live to tell is not made twice', async () => {
    const { id } = await agreed();
    await sendTo('sample', id, sample);
    await ended(id, 'ready');
    await app.server.services.database.direct.execute(
      `UPDATE cloned_voices SET state = 'making', tried_at = '2026-11-28T12:00Z' WHERE id = '${id}'`,
    );
    await app.server.services.clonesAtVendors.sweep();
    expect((await voices())[0]).toMatchObject({ state: 'failed', failure: 'lost' });
  });

  test('that nobody went on with is forgotten after a day, and ten are enough', async () => {
    for (let at = 0; at < 10; at += 1) await begin();
    expect(codeOf(await vera.request('POST', '/api/cloned-voices', { body: input }))).toBe(
      '409 cloned-voices.too_many',
    );
    now += 25 * 3_600_000;
    await app.server.services.clonesAtVendors.sweep();
    expect(await voices()).toEqual([]);
  });
});

test('with the account, its voices go from the vendor', async () => {
  const { id } = await agreed();
  await sendTo('sample', id, sample);
  await ended(id, 'ready');
  const before = vendor.copies.size;
  await app.server.services.clonedVoices.removeAtVendors(vera.user.accountId);
  expect(vendor.copies.size).toBe(before - 1);
});
