import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { apiProgram } from '#tests/support/programs/api-program.ts';
import { openChat, publishAgent, republish, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Call } from '#shared/voice/calls.ts';
import { webmHead } from './__fixtures__/made-webm.ts';

let now = new Date('2026-06-01T10:00:00Z');
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;

const recorded = ({ voice }: AgentConfiguration) =>
  void Object.assign(voice, {
    enabled: true,
    recording: true,
    recordingConsent: 'May we record it?',
  });

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  owner = await app.register('Vera');
  agent = await publishAgent(owner, recorded);
});
afterAll(() => app.close());
beforeEach(() => later(3_600));
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

const as = ({ token }: ChatVisitor) => ({ authorization: `Bearer ${token}` });
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();
const tell = (visitor: ChatVisitor, key: string, end: string | null = null) =>
  visitor.request('PUT', '/api/visitor/call', {
    body: { key, way: 'live', language: 'en', interruptions: 0, sounds: 1, soundMs: 500, end },
  });
const begin = async (visitor: ChatVisitor, call: string, key: string, change: object = {}) =>
  codeOf(
    await visitor.request('POST', '/api/visitor/call/recordings', {
      body: { key, call, consent: 'May we record it?', language: 'en', hasAgent: true, ...change },
    }),
  );
const pieces = [
  Buffer.concat([webmHead(), Buffer.from('first')]),
  Buffer.from('second'),
  Buffer.from('third'),
];
async function send(
  visitor: ChatVisitor,
  key: string,
  number: number,
  bytes: Uint8Array = pieces[number]!,
  ms = 4_000,
) {
  const form = new FormData();
  form.append('ms', String(ms * (number + 1)));
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'audio/webm' }), 'piece.webm');
  return codeOf(
    await app.browser().request('POST', `/api/visitor/call/recordings/${key}/pieces/${number}`, {
      raw: form,
      headers: as(visitor),
    }),
  );
}
const say = (visitor: ChatVisitor, text: string) =>
  visitor.request('POST', '/api/visitor/messages', {
    body: { conversationId: null, clientMessageId: randomUUID(), text, isSpoken: true },
  });
/** A visitor in a call that is recorded, before its first piece. */
async function inCall(of: Agent = agent) {
  const visitor = await openChat(app, of.number);
  const [call, key] = [randomUUID(), randomUUID()];
  await tell(visitor, call);
  expect(await begin(visitor, call, key)).toBe('200');
  return { visitor, call, key };
}
async function whole(of: Agent = agent) {
  const made = await inCall(of);
  later(2);
  await say(made.visitor, 'When do you open?');
  for (const number of pieces.keys()) {
    later(4);
    expect(await send(made.visitor, made.key, number)).toBe('200');
  }
  await tell(made.visitor, made.call, 'hungUp');
  const [record] = (await owner.get<{ calls: Call[] }>(`/api/calls?agentId=${of.id}&limit=1`)).calls;
  return { ...made, id: record!.id, record: record! };
}
const rows = async (table: string) =>
  Number(
    (
      await app.database.database.direct.execute<{ n: string }>(
        sql`SELECT count(*) n FROM ${sql.identifier(table)}`,
      )
    ).rows[0]?.n,
  );

describe('a recording', () => {
  test('is kept piece by piece as it comes, and heard and read by the team alone', async () => {
    const { id, record } = await whole();
    expect(record.recording).toMatchObject({ seconds: 12, type: 'audio/webm', hasAgent: true });
    expect(record.recording!.keptUntil).toBe(
      new Date(Date.parse(record.recording!.startedAt) + 30 * 86_400_000).toISOString(),
    );
    const answer = await fetch(`${app.url}/api/calls/${id}/recording`, {
      headers: { cookie: owner.cookie() },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(-16).toString()).toBe('firstsecondthird');
    expect(
      [
        'content-type',
        'x-content-type-options',
        'cache-control',
        'accept-ranges',
        'content-security-policy',
      ].map((name) => answer.headers.get(name)),
    ).toEqual(['audio/webm', 'nosniff', 'private, no-store', 'bytes', "default-src 'none'; sandbox"]);
    const part = await fetch(`${app.url}/api/calls/${id}/recording?download=1`, {
      headers: { cookie: owner.cookie(), range: `bytes=${bytes.length - 13}-${bytes.length - 4}` },
    });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes ${bytes.length - 13}-${bytes.length - 4}/${bytes.length}`,
      'stsecondth',
    ]);
    expect(part.headers.get('content-disposition')).toMatch(
      /^attachment; filename="call-2026-06-01-\d{4}\.webm"/,
    );
    const beyond = await owner.request('GET', `/api/calls/${id}/recording`, {
      headers: { range: 'bytes=999999-' },
    });
    expect(beyond.status).toBe(416);

    const captions = await owner.request('GET', `/api/calls/${id}/captions`);
    expect(captions.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(captions.text).toMatch(/^WEBVTT\n\nmsg_\w+\.0\n00:00:00\.895 --> 00:00:02\.000\n/);
    expect(captions.text).toContain('<v Visitor>When do you open?</v>');

    const stranger = await app.register('Stranger');
    for (const path of ['recording', 'captions']) {
      expect((await stranger.request('GET', `/api/calls/${id}/${path}`)).status).toBe(404);
      expect((await app.browser().request('GET', `/api/calls/${id}/${path}`)).status).toBe(401);
    }
    expect((await stranger.request('DELETE', `/api/calls/${id}/recording`)).status).toBe(404);
    // Nothing of it lies open in the database.
    const { rows: sealed } = await app.database.database.direct.execute<{ open: boolean }>(
      sql`SELECT position('first'::bytea in sealed) > 0 AS open FROM call_recording_pieces`,
    );
    expect(sealed.some(({ open }) => open)).toBe(false);
  });

  test('is deleted by a member, which is written down; the call and its words stay', async () => {
    const { id } = await whole();
    expect((await owner.request('DELETE', `/api/calls/${id}/recording`)).status).toBe(200);
    expect((await owner.request('GET', `/api/calls/${id}/recording`)).status).toBe(404);
    const { calls } = await owner.get<{ calls: Call[] }>(`/api/calls?agentId=${agent.id}&limit=1`);
    expect(calls[0]).toMatchObject({ id, turns: 1, recording: null });
    const { rows: written } = await app.database.database.direct.execute(
      sql`SELECT action, target_id FROM audit_entries WHERE target_id = ${id}`,
    );
    expect(written).toEqual([{ action: 'contacts.recording_deleted', target_id: id }]);
  });

  test('is taken back by the visitor, in the call and after it; what comes then is refused', async () => {
    const { visitor, call, key } = await inCall();
    await send(visitor, key, 0);
    const withdraw = () => visitor.request('DELETE', `/api/visitor/call/recordings/${key}`);
    const before = await rows('call_recording_pieces');
    expect((await withdraw()).status).toBe(200);
    expect(await rows('call_recording_pieces')).toBe(before - 1);
    expect(await send(visitor, key, 1)).toBe('404 recordings.not_found');
    expect((await withdraw()).status).toBe(404);
    // They may change their mind once more.
    expect(await begin(visitor, call, randomUUID())).toBe('200');

    const done = await whole();
    await done.visitor.request('DELETE', `/api/visitor/call/recordings/${done.key}`);
    expect((await owner.request('GET', `/api/calls/${done.id}/recording`)).status).toBe(404);
  });

  test('goes with what the visitor deletes, and when its time is over, which may get shorter', async () => {
    const first = await whole();
    const before = await rows('call_recordings');
    await first.visitor.request('DELETE', '/api/visitor/data');
    expect(await rows('call_recordings')).toBe(before - 1);

    const other = await publishAgent(owner, recorded);
    const { id } = await whole(other);
    later(8 * 86_400);
    await app.server.services.recordings.forget();
    expect((await owner.request('GET', `/api/calls/${id}/recording`)).status).toBe(200);
    await republish(owner, other, ({ voice }) => void (voice.recordingDays = 7));
    await app.server.services.recordings.forget();
    expect((await owner.request('GET', `/api/calls/${id}/recording`)).status).toBe(404);
    expect(await rows('call_recording_pieces')).toBeLessThan(before * 3);
  });

  test('is fetched by a program that may read conversations, and by no other', async () => {
    const { id } = await whole();
    const program = apiProgram(app, owner);
    const fetched = async (scopes: ['conversations.read'] | ['contacts.read'], what: string) =>
      program.call('GET', `/calls/${id}/${what}`, { key: await program.key({ scopes }) });
    const { headers, text } = await fetched(['conversations.read'], 'recording');
    expect([headers.get('content-type'), text.endsWith('firstsecondthird')]).toEqual(['audio/webm', true]);
    expect((await fetched(['conversations.read'], 'captions')).text).toContain('When do you open?');
    for (const what of ['recording', 'captions'])
      expect((await fetched(['contacts.read'], what)).status).toBe(403);
  });

  test('is in the export of the account, open', async () => {
    const { id } = await whole();
    const files: string[] = [];
    await app.database.database.account(owner.user.accountId, async (tx) => {
      for await (const { name, bytes } of app.server.services.recordings.files(tx))
        if (name.includes(id)) files.push(name, bytes.subarray(-16).toString());
    });
    expect(files).toEqual([`call_recordings/${id}.webm`, 'firstsecondthird']);
  });
});

describe('nothing is recorded', () => {
  test('where the owner did not choose it, or asks in other words by now', async () => {
    const silent = await publishAgent(owner, ({ voice }) => void (voice.enabled = true));
    const visitor = await openChat(app, silent.number);
    const call = randomUUID();
    await tell(visitor, call);
    expect(await begin(visitor, call, randomUUID())).toBe('409 recordings.off');
    const { visitor: other, call: running } = await inCall();
    expect(await begin(other, running, randomUUID(), { consent: 'Yes' })).toBe('409 recordings.off');
  });

  test('of a call that is over, another visitor’s, or recorded already', async () => {
    const { visitor, call, key } = await inCall();
    expect(await begin(visitor, call, key)).toBe('200');
    expect(await begin(visitor, call, randomUUID())).toBe('409 recordings.twice');
    const stranger = await openChat(app, agent.number);
    expect(await begin(stranger, call, randomUUID())).toBe('409 recordings.call_over');
    expect(await send(stranger, key, 0)).toBe('404 recordings.not_found');
    await stranger.request('DELETE', `/api/visitor/call/recordings/${key}`);
    expect(await send(visitor, key, 0)).toBe('200');

    await tell(visitor, call, 'hungUp');
    expect(await send(visitor, key, 1)).toBe('200');
    later(61);
    expect(await send(visitor, key, 2)).toBe('409 recordings.call_over');
    expect(await begin(visitor, call, randomUUID())).toBe('409 recordings.call_over');
  });

  test('out of order, twice, or more than can have been said', async () => {
    const { visitor, key } = await inCall();
    expect(await send(visitor, key, 1)).toBe('409 recordings.gap');
    expect(await send(visitor, key, 0)).toBe('200');
    const before = await rows('call_recording_pieces');
    expect(await Promise.all([send(visitor, key, 1), send(visitor, key, 1), send(visitor, key, 0)])).toEqual(
      Array(3).fill('200'),
    );
    expect(await rows('call_recording_pieces')).toBe(before + 1);
    expect(await send(visitor, key, 2, Buffer.alloc(600_000))).toBe('413 common.too_large');
    expect(await send(visitor, key, 2, Buffer.alloc(500_000))).toBe('200');
    expect(await send(visitor, key, 3, Buffer.alloc(500_000))).toBe('200');
    expect(await send(visitor, key, 4, Buffer.alloc(500_000))).toBe('413 recordings.too_much');
    expect(await send(visitor, key, 4, Buffer.alloc(0))).toBe('400 recordings.missing');
  });

  test('that no browser records', async () => {
    const { visitor, key } = await inCall();
    for (const bytes of [
      Buffer.from(`<!doctype html><title>A_OPUS webm</title>${' '.repeat(100)}`),
      webmHead({ codec: 'V_VP8' }),
      Buffer.from(`RIFF0000WAVEfmt ${' '.repeat(100)}`),
    ])
      expect(await send(visitor, key, 0, bytes)).toBe('415 recordings.unsupported');
    expect(await send(visitor, key, 0)).toBe('200');
  });

  test('faster than anybody talks', async () => {
    const { visitor, key } = await inCall();
    for (let sent = 0; sent < 60; sent++) await send(visitor, key, 9, pieces[0]);
    expect(await send(visitor, key, 0)).toBe('429 recordings.too_many');
  });

  test('once the owner switched it off, the call lasted too long, or the agent is gone', async () => {
    const own = await publishAgent(owner, recorded);
    const { visitor, call, key } = await inCall(own);
    expect(await send(visitor, key, 0)).toBe('200');
    await republish(owner, own, ({ voice }) => void (voice.recording = false));
    expect(await send(visitor, key, 1)).toBe('409 recordings.off');
    await republish(owner, own, recorded);
    for (let told = 0; told < 10; told++) {
      later(75);
      await tell(visitor, call);
    }
    expect(await send(visitor, key, 1)).toBe('409 recordings.call_over');

    const gone = await inCall(own);
    expect(await send(gone.visitor, gone.key, 0)).toBe('200');
    await owner.request('DELETE', `/api/agents/${own.id}`);
    expect((await send(gone.visitor, gone.key, 1)).slice(0, 1)).toBe('4');
  });
});
