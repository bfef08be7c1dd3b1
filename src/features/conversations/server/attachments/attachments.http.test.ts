import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, docxParts, docxXml, pdf, zip } from '#platform/documents/__fixtures__/made-files.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Conversation } from '../../conversations.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let reader: Agent;
let menu: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  reader = await publishAgent(vera, (draft) => void (draft.appearance.uploads = true));
  menu = await pdf((document) => {
    document.fontSize(20).text('Summer menu').moveDown();
    document
      .fontSize(12)
      .text(
        'The lemon tart costs 7 euros. The terrace is open until eleven in the evening. Dogs are welcome in the garden.',
      );
  });
});
afterAll(() => app.close());

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#b4532a' } });
const codeOf = async (visitor: ChatVisitor, name: string, bytes: Uint8Array | string, type?: string) => {
  const { status, body } = await visitor.upload(name, bytes, type);
  return `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();
};
const stored = async () =>
  Number(
    (
      await app.database.database.direct.execute<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM conversation_attachments`,
      )
    ).rows[0]?.count,
  );

describe('what a visitor may upload', () => {
  test('is nothing at all when the owner did not allow files', async () => {
    const closed = await publishAgent(vera, () => undefined);
    const visitor = await openChat(app, closed.number);
    expect(await codeOf(visitor, 'menu.pdf', menu)).toBe('403 attachments.off');
    expect(await visitor.say('Hello', { attachments: ['att_0'] })).toMatchObject({
      status: 403,
      code: 'attachments.off',
    });
    expect(
      (await app.browser().request('POST', '/api/visitor/uploads', { raw: new FormData() })).status,
    ).toBe(401);
  });

  test('is a picture, drawn anew without the place where it was taken', async () => {
    const visitor = await openChat(app, reader.number);
    const withPlace = await picture(3_000, 1_000)
      .withExif({
        IFD0: { Copyright: 'SECRET-OWNER' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '49/1 11/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(withPlace.includes('SECRET-OWNER')).toBe(true);
    const attachment = await visitor.attach('holiday photo.jpeg', withPlace);
    expect(attachment).toMatchObject({
      kind: 'image',
      name: 'holiday photo.jpg',
      type: 'image/jpeg',
      width: 2_048,
      height: 683,
    });
    const shown = await fetch(app.url + attachment.url);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.includes('SECRET-OWNER')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'x-content-type-options',
          'content-security-policy',
          'referrer-policy',
        ].map((name) => [name, shown.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="holiday photo.jpg"; filename*=UTF-8''holiday%20photo.jpg`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    });
  });

  test('keeps what is transparent, takes the first frame of a moving picture and turns pictures upright', async () => {
    const visitor = await openChat(app, reader.number);
    const glass = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.4 } },
    })
      .webp()
      .toBuffer();
    expect(await visitor.attach('glass.webp', glass)).toMatchObject({ type: 'image/png', name: 'glass.png' });
    expect(await visitor.attach('moving.gif', await picture().gif().toBuffer())).toMatchObject({
      type: 'image/jpeg',
    });
    expect(
      await visitor.attach(
        'sideways.jpg',
        await picture(80, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      ),
    ).toMatchObject({ width: 20, height: 80 });
  });

  test('is a PDF, a text or a Word file, which are saved and never shown when opened', async () => {
    const visitor = await openChat(app, reader.number);
    expect(await visitor.attach('menu.pdf', menu)).toMatchObject({
      kind: 'document',
      type: 'application/pdf',
      name: 'menu.pdf',
      size: menu.length,
    });
    expect(await visitor.attach('price list.docx', await docx())).toMatchObject({
      kind: 'document',
      name: 'price list.docx',
    });
    const note = await visitor.attach('note.txt', '<script>alert(1)</script> Room 12 has a balcony.');
    const opened = await fetch(app.url + note.url);
    expect(opened.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test.each([
    [
      'a drawing that could run',
      'logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '415 attachments.unsupported',
    ],
    [
      'a drawing called a picture',
      'logo.png',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '415 attachments.unsupported',
    ],
    [
      'a page called a picture',
      'photo.png',
      '<!doctype html><script>alert(1)</script>',
      '415 attachments.unsupported',
    ],
    ['a page', 'page.html', '<!doctype html><p>Hello</p>', '415 attachments.unsupported'],
    ['a program', 'setup.exe', 'MZ\u0090\u0000', '415 attachments.unsupported'],
    ['a picture called a document', 'menu.pdf', 'GIF89a', '415 attachments.unsupported'],
    [
      'the beginning of a picture',
      'photo.png',
      Buffer.from('\u0089PNG\r\n\u001a\n0000', 'latin1'),
      '422 attachments.unreadable',
    ],
    [
      'a script that begins like a picture',
      'photo.gif',
      'GIF89a/*\u0001\u0001*/=1;alert(document.cookie)//',
      '422 attachments.unreadable',
    ],
    ['nothing', 'empty.txt', '', '422 attachments.no_text'],
    [
      'an archive called a Word file',
      'archive.docx',
      zip([{ name: 'virus.exe', data: 'MZ' }]),
      '415 attachments.unsupported',
    ],
    ['text called a PDF', 'text.pdf', 'only text', '415 attachments.unsupported'],
    ['a torn PDF', 'torn.pdf', '%PDF-1.7\n1 0 obj', '422 attachments.unreadable'],
  ])('is not %s', async (_what, name, bytes, code) => {
    const visitor = await openChat(app, reader.number);
    const before = await stored();
    expect(await codeOf(visitor, name, bytes, 'image/png')).toBe(code);
    expect(await stored()).toBe(before);
  });

  test('is no bomb: neither a picture of too many pixels nor a Word file that unpacks to more than a hundred megabytes', async () => {
    const visitor = await openChat(app, reader.number);
    const bomb = await sharp({
      create: { width: 7_000, height: 7_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(await codeOf(visitor, 'huge.png', bomb)).toBe('422 attachments.unreadable');
    const text = Buffer.alloc(140_000_000, 0x20);
    expect(
      await codeOf(
        visitor,
        'bomb.docx',
        zip(docxParts({ data: Buffer.concat([Buffer.from(docxXml('a')), text]) })),
      ),
    ).toBe('422 attachments.unreadable');
    expect(await codeOf(visitor, 'big.txt', Buffer.alloc(11 * 1_048_576, 0x61))).toBe('413 common.too_large');
  });

  test('has a name that is only a name', async () => {
    const visitor = await openChat(app, reader.number);
    const names = [
      '../../etc/passwd.txt',
      'C:\\secret\\plan.txt',
      'a\u202Etxt.exe.txt',
      `${'long '.repeat(80)}.txt`,
      '.txt',
    ];
    const shown = [];
    for (const name of names) shown.push((await visitor.attach(name, 'Some words.')).name);
    expect(shown.slice(0, 3)).toEqual(['passwd.txt', 'plan.txt', 'a txt.exe.txt']);
    expect(shown[3]?.length).toBeLessThanOrEqual(104);
    expect(shown[4]).toBe('file.txt');
  });
});

describe('an attachment', () => {
  test('belongs to its visitor alone until it is sent, and can be taken back', async () => {
    const [ann, ben] = [await openChat(app, reader.number), await openChat(app, reader.number)];
    const file = await ann.attach('note.txt', 'Room 12 has a balcony.');
    expect(await ben.say('Mine?', { attachments: [file.id] })).toMatchObject({
      status: 409,
      code: 'attachments.gone',
    });
    expect((await ben.request('GET', `/api/visitor/uploads/${file.id}`)).status).toBe(404);
    expect((await ben.request('DELETE', `/api/visitor/uploads/${file.id}`)).status).toBe(404);
    expect((await ann.request('DELETE', `/api/visitor/uploads/${file.id}`)).status).toBe(200);
    expect(await ann.say('And now?', { attachments: [file.id] })).toMatchObject({
      status: 409,
      code: 'attachments.gone',
    });
    expect((await fetch(app.url + file.url)).status).toBe(404);
  });

  test('is sent once, stays when the message is sent again, and can not be taken back then', async () => {
    const visitor = await openChat(app, reader.number);
    await visitor.say('Hello');
    const file = await visitor.attach('note.txt', 'Room 12 has a balcony.');
    const clientMessageId = randomUUID();
    const [first, again] = [
      await visitor.say('', { attachments: [file.id], clientMessageId }),
      await visitor.say('', { attachments: [file.id], clientMessageId }),
    ];
    expect(first).toMatchObject({
      status: 200,
      question: { text: '', attachments: [{ id: file.id, name: 'note.txt', size: 22 }] },
    });
    expect(again.question.id).toBe(first.question.id);
    expect((await visitor.request('DELETE', `/api/visitor/uploads/${file.id}`)).status).toBe(404);
    expect(await visitor.say('Once more', { attachments: [file.id] })).toMatchObject({
      status: 409,
      code: 'attachments.gone',
    });
    const { conversation } = (await visitor.request('GET', '/api/visitor/conversation')).body as {
      conversation: { messages: { attachments?: unknown[] }[] };
    };
    expect(conversation.messages.map(({ attachments }) => attachments?.length ?? 0)).toEqual([0, 0, 1, 0]);
  });

  test('is needed where there is no text, and four are too many', async () => {
    const visitor = await openChat(app, reader.number);
    expect((await visitor.say('   ')).status).toBe(400);
    expect((await visitor.say('Look', { attachments: ['att_1', 'att_2', 'att_3', 'att_4'] })).status).toBe(
      400,
    );
  });

  test("is opened by the account's people and by nobody else's", async () => {
    const visitor = await openChat(app, reader.number);
    const file = await visitor.attach('menu.pdf', menu);
    const { conversationId } = await visitor.say('What does the tart cost?', { attachments: [file.id] });
    const { contacts } = await vera.get<{ contacts: { id: string }[] }>('/api/contacts');
    const all = await Promise.all(
      contacts.map(({ id }) =>
        vera.get<{ conversations: Conversation[] }>(`/api/contacts/${id}/conversations`),
      ),
    );
    const [question] =
      all.flatMap(({ conversations }) => conversations).find(({ id }) => id === conversationId)?.messages ??
      [];
    expect(question?.attachments).toMatchObject([{ name: 'menu.pdf', url: `/api/attachments/${file.id}` }]);
    expect((await vera.request('GET', `/api/attachments/${file.id}`)).headers.get('content-type')).toBe(
      'application/pdf',
    );
    const olga = await app.register('Olga');
    expect((await olga.request('GET', `/api/attachments/${file.id}`)).status).toBe(404);
    expect((await app.browser().request('GET', `/api/attachments/${file.id}`)).status).toBe(401);
    expect((await fetch(`${app.url}${file.url.slice(0, -4)}AAAA`)).status).toBe(404);
  });

  test('that was never sent is forgotten after a day', async () => {
    const visitor = await openChat(app, reader.number);
    const [old, fresh] = [
      await visitor.attach('old.txt', 'Old words.'),
      await visitor.attach('fresh.txt', 'Fresh words.'),
    ];
    const { database } = app.database;
    await database.direct.execute(
      sql`UPDATE conversation_attachments SET created_at = now() - interval '25 hours'
        WHERE id = ${old.id} OR message_id IS NOT NULL`,
    );
    const sent = await database.direct.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM conversation_attachments WHERE message_id IS NOT NULL`,
    );
    await app.server.services.attachments.sweep();
    const left = await database.direct.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM conversation_attachments WHERE message_id IS NOT NULL`,
    );
    expect(left.rows).toEqual(sent.rows);
    expect((await visitor.request('GET', `/api/visitor/uploads/${old.id}`)).status).toBe(404);
    expect((await visitor.request('GET', `/api/visitor/uploads/${fresh.id}`)).status).toBe(200);
  });
});
