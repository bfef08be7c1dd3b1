import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { query } from '#tests/reliability/checker.ts';
import {
  ask,
  connectModel,
  join,
  modelAgent,
  openSession,
  publishAgent,
  register,
  say,
  type Owner,
  type Reader,
  type Visitor,
} from '#tests/reliability/people.ts';
import { until } from '#tests/reliability/server-process.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { ChatMessage, Conversation } from '../../conversations.contract.ts';

const instructions = `Pictures: https://pictures.example/shop.jpg and https://pictures.example/rye.jpg
When asked about prices: card "Basic" | €20 a month | image https://pictures.example/shop.jpg | button "Book" https://shop.example/book
When asked about a tour: video "The bakery" | https://youtu.be/dQw4w9WgXcQ`;

let model: OpenAiStandIn;
let app: TestApp;
let owner: Owner;
let showing: { number: number; id: string };

beforeAll(async () => {
  model = await startOpenAiStandIn();
  app = await startTestApp({ llm: { timeouts: { firstByteMs: 2_000, stallMs: 10_000 } } });
  owner = await register(app.url);
  await connectModel(owner, model.baseUrl);
  showing = await modelAgent(owner, ({ dynamic }) => {
    dynamic.enabled = true;
    dynamic.instructions = instructions;
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

type Talk = Reader & {
  message: ChatMessage;
  visitor: Visitor;
};
async function talk(
  text: string,
  number = showing.number,
  given?: Visitor,
  conversationId?: string,
): Promise<Talk> {
  const visitor = given ?? (await openSession(app.url, number));
  const reader = await say(app.url, visitor, { text, ...(conversationId ? { conversationId } : {}) });
  await reader.ended;
  return {
    ...reader,
    visitor,
    message: reader.events.find(({ event }) => event === 'done')?.data['message'] as ChatMessage,
  };
}
const partsIn = (reader: Reader): MessagePart[] =>
  reader.events.filter(({ event }) => event === 'part').map(({ data }) => data['part'] as MessagePart);
const shownText = (reader: Reader): string =>
  reader.events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => String(data['text']))
    .join('');
const call = (name: string, given: unknown) => ({ name, arguments: given });

describe('a model with tools', () => {
  test('shows every kind, in order with its words; the visitor, a reload and the owner see the same', async () => {
    const { message, visitor, ...reader } = await (async () => {
      model.script(
        {
          kind: 'tool-calls',
          text: 'Look at our shop: ',
          calls: [
            call('show_image', { url: 'https://pictures.example/shop.jpg', alt: 'Our shop' }),
            call('show_video', { url: 'https://vimeo.com/76979871', title: 'Tour' }),
            call('show_card', {
              title: 'Rye',
              image: 'https://pictures.example/rye.jpg',
              buttons: [{ label: 'Order', url: 'https://shop.example/rye' }],
            }),
            call('show_carousel', { cards: [{ title: 'A' }, { title: 'B' }] }),
          ],
        },
        {
          kind: 'tool-calls',
          text: 'And then: ',
          calls: [
            call('show_buttons', {
              text: 'Which?',
              buttons: [{ label: 'Rye' }, { label: 'Wheat', text: 'I want wheat' }],
            }),
            call('show_product', { name: 'Rye', price: 4.2, currency: 'EUR' }),
            call('show_form', { title: 'Order', fields: [{ label: 'Name', kind: 'text', required: true }] }),
          ],
        },
        { kind: 'text', text: 'That is all.' },
      );
      return talk('Show me everything');
    })();
    expect(message.status).toBe('complete');
    expect(message.text).toBe('Look at our shop: And then: That is all.');
    expect(message.parts?.map(({ type, at }) => [type, at])).toEqual([
      ['image', 18],
      ['video', 18],
      ['card', 18],
      ['carousel', 18],
      ['buttons', 28],
      ['product', 28],
      ['form', 28],
    ]);
    expect(partsIn(reader)).toEqual(message.parts);
    expect(reader.events.map(({ event }) => event).filter((event) => event === 'tool')).toEqual([]);

    const again = await openSession(app.url, showing.number, visitor.token);
    expect(again.conversation?.messages.at(-1)?.parts).toEqual(message.parts);
    const [row] = await query<{ contact_id: string }>(
      app.database.url,
      'SELECT contact_id FROM conversations WHERE id = $1',
      [again.conversation?.id],
    );
    const { conversations } = await owner.get<{ conversations: Conversation[] }>(
      `/api/contacts/${row?.contact_id}/conversations`,
    );
    expect(conversations[0]?.messages.at(-1)?.parts).toEqual(message.parts);

    // The next question knows in words what was shown.
    model.script({ kind: 'text', text: 'Gladly.' });
    await talk('The first one', showing.number, visitor, again.conversation?.id);
    expect(JSON.stringify(model.chats.at(-1)?.messages)).toContain('Rye · €4.20');
  });

  test('is told what can not be shown, and nothing of it reaches anybody', async () => {
    const garbage: unknown[] = [
      '{"url": ',
      null,
      [],
      7,
      {},
      { url: 'javascript:alert(1)' },
      { url: 'https://evil.example/?said=secret', alt: 'x' },
      { title: { toString: 1 } },
      { cards: 'x' },
      { __proto__: { title: 'x' } },
    ];
    for (const name of [
      'show_image',
      'show_video',
      'show_carousel',
      'show_buttons',
      'show_form',
      'show_product',
      'show_card',
      'show_iframe',
      'show_',
      '__proto__',
    ]) {
      for (let at = 0; at < garbage.length; at += 4) {
        model.script(
          { kind: 'tool-calls', calls: garbage.slice(at, at + 4).map((given) => call(name, given)) },
          { kind: 'text', text: 'Sorry.' },
        );
        const { message, ...reader } = await talk('Show me something odd');
        expect([name, at, message.text, message.parts ?? [], partsIn(reader)]).toEqual([
          name,
          at,
          'Sorry.',
          [],
          [],
        ]);
        expect(
          model.chats
            .at(-1)
            ?.messages.filter(({ role }) => role === 'tool')
            .map(({ content }) => String(content))
            .join(),
        ).not.toContain('Shown to the visitor');
        await query(app.database.url, 'DELETE FROM rate_limits');
      }
    }
  });

  test('is offered the tools only where the owner allows it; there, blocks of its text vanish too', async () => {
    const plain = await modelAgent(owner);
    model.script({ kind: 'text', text: 'Here: ```chatelier {"type":"card","title":"A"}``` Done.' });
    const { message } = await talk('Hello', plain.number);
    expect([message.text, message.parts]).toEqual(['Here:  Done.', undefined]);
    expect(model.chats.at(-1)?.tools?.map((tool) => tool.function.name)).toEqual([
      'search_knowledge',
      'current_time',
      'calculate',
      'capture_contact',
      'hand_to_human',
    ]);
    expect(JSON.stringify(model.chats.at(-1)?.messages)).not.toContain('show_');
  });

  test('may answer by a picture alone', async () => {
    model.script(
      {
        kind: 'tool-calls',
        calls: [call('show_image', { url: 'https://pictures.example/shop.jpg', alt: 'Our shop' })],
      },
      { kind: 'text', tokens: [] },
    );
    const { message, visitor } = await talk('Just show me');
    expect([message.status, message.text, message.parts?.length]).toEqual(['complete', '', 1]);
    const { conversation } = await openSession(app.url, showing.number, visitor.token);
    const [row] = await query<{ last_message: string }>(
      app.database.url,
      'SELECT last_message FROM conversations WHERE id = $1',
      [conversation?.id],
    );
    expect(row?.last_message).toContain('Our shop');
  });
});

test('a block in the text becomes a part, letter by letter, and is never shown', async () => {
  const text =
    'Our bread:\n\n```chatelier\n{"type":"card","title":"Rye","image":"https://pictures.example/rye.jpg","text":"a ``` b"}\n```\n\nTasty [9].\n```chatelier {"type":"script","src":"x"}```';
  model.script({ kind: 'text', tokens: [...text] });
  const reader = await talk('Bread?');
  expect(reader.message.text).toMatch(/^Our bread:\n\n\n\nTasty\s?\.\n$/);
  expect(reader.message.parts).toMatchObject([{ type: 'card', title: 'Rye', text: 'a ``` b', at: 12 }]);
  expect(shownText(reader)).not.toMatch(/chatelier|[{}]/);
});

test('what is shown is saved while the answer goes on: another process joins with it, and a crash keeps it', async () => {
  model.script({
    kind: 'text',
    tokens: [
      'Look. ',
      '```chatelier {"type":"card","title":"Rye"}``` ',
      ...Array.from({ length: 400 }, () => 'more '),
    ],
    delayMs: 20,
  });
  const visitor = await openSession(app.url, showing.number);
  const reader = await say(app.url, visitor, { text: 'Slowly, please' });
  const part = (await reader.next('part')).data['part'];
  const { id } = reader.accepted()!.assistantMessage;
  const here = await join(app.url, visitor, id);
  expect((await here.next('snapshot')).data['parts']).toEqual([part]);
  await until(
    'the part is saved',
    async () =>
      (
        await query<{ parts: unknown[] }>(app.database.url, 'SELECT parts FROM messages WHERE id = $1', [id])
      )[0]?.parts.length === 1,
  );
  const other = await startTestApp({ database: { ...app.database, close: async () => undefined } });
  const there = await join(other.url, visitor, id);
  expect((await there.next('snapshot')).data['parts']).toEqual([part]);
  await ask('POST', `${app.url}/api/visitor/messages/${id}/stop`, {
    body: {},
    headers: { authorization: `Bearer ${visitor.token}` },
  });
  expect(await reader.ended).toBe('done');
  expect((await there.next('done')).data).toMatchObject({ message: { status: 'stopped', parts: [part] } });
  await other.close();
});

test('without any model the owner’s instructions show it', async () => {
  const agent = await publishAgent(owner, ({ dynamic }) => {
    dynamic.enabled = true;
    dynamic.instructions = instructions;
  });
  const prices = await talk('How much is it?', agent.number);
  expect(prices.message).toMatchObject({
    engine: 'built-in',
    text: 'Here is something that may help:',
    parts: [
      {
        type: 'card',
        title: 'Basic',
        text: '€20 a month',
        image: { url: 'https://pictures.example/shop.jpg' },
        buttons: [{ label: 'Book', action: 'open' }],
      },
    ],
  });
  const tour = await talk('Can I see a tour?', agent.number);
  expect(tour.message.parts).toMatchObject([{ type: 'video', host: 'youtube', source: 'dQw4w9WgXcQ' }]);
  expect((await talk('Who are you?', agent.number)).message.parts).toBeUndefined();
  const page = await ask('GET', `${app.url}/widgets/${agent.number}`);
  expect(page.headers['content-security-policy']).toMatch(
    /img-src 'self' data: https:; media-src 'self' https:; frame-src 'self' https:\/\/www\.youtube-nocookie\.com /,
  );
  expect(
    (await ask('GET', `${app.url}/widgets/${(await publishAgent(owner)).number}`)).headers[
      'content-security-policy'
    ],
  ).toContain("img-src 'self' data:; frame-src 'self'; font-src");
});

describe('what may be asked next', () => {
  test('is asked of the model once the answer is over, stored, and counted', async () => {
    const agent = await modelAgent(owner, ({ dynamic }) => void (dynamic.followUps = 2));
    model.script(
      { kind: 'text', text: 'We open at seven.', usage: { input: 40, output: 5 } },
      {
        kind: 'text',
        text: '["And on Sunday?", "Where are you?", "One too many?"]',
        usage: { input: 30, output: 9 },
      },
    );
    const reader = await talk('When do you open?', agent.number);
    const { data } = await reader.next('suggestions');
    expect(data['suggestions']).toEqual(['And on Sunday?', 'Where are you?']);
    expect(reader.events.map(({ event }) => event).slice(-2)).toEqual(['done', 'suggestions']);
    expect(
      (await openSession(app.url, agent.number, reader.visitor.token)).conversation?.messages.at(-1)
        ?.suggestions,
    ).toEqual(['And on Sunday?', 'Where are you?']);
    const [row] = await query<{ input_tokens: number; output_tokens: number }>(
      app.database.url,
      'SELECT input_tokens, output_tokens FROM messages WHERE id = $1',
      [reader.message.id],
    );
    expect(row).toEqual({ input_tokens: 70, output_tokens: 14 });
    expect(model.chats.at(-1)?.tools).toBeUndefined();
  });

  test('comes out of the knowledge where a model proposes nothing, and where there is none', async () => {
    const withModel = await modelAgent(owner, ({ dynamic }) => void (dynamic.followUps = 3));
    const without = await publishAgent(owner);
    for (const [agent, isModel] of [
      [withModel, true],
      [without, false],
    ] as const) {
      await owner.post(`/api/knowledge/${agent.collectionId}/sources/text`, {
        title: 'Our bakery',
        body: '# Opening hours\n\nThe bakery is open from seven in the morning.\n\n# Gift cards\n\nGift cards cost twenty euros and never run out.\n\n# Older news\n\n# Home delivery\n\nWe deliver bread to your door on Fridays.',
      });
      await until(
        'the text is read',
        async () =>
          (await owner.get<{ sources: { status: string }[] }>(`/api/knowledge/${agent.collectionId}/sources`))
            .sources[0]?.status === 'ready',
      );
      if (isModel)
        model.script({ kind: 'text', text: 'At seven [1].' }, { kind: 'text', text: 'I would rather not.' });
      const reader = await talk('What are the opening hours?', agent.number);
      const suggestions = isModel
        ? (await reader.next('suggestions')).data['suggestions']
        : reader.message.suggestions;
      // Nothing stands under "Older news".
      expect([isModel, suggestions]).toEqual([isModel, ['Gift cards', 'Home delivery']]);
    }
  });

  test('is never waited for: the next question ends the search', async () => {
    const agent = await modelAgent(owner, ({ dynamic }) => void (dynamic.followUps = 3));
    model.script(
      { kind: 'text', text: 'First.' },
      { kind: 'stall-before-headers' },
      { kind: 'text', text: 'Second.' },
      { kind: 'text', text: '["Third?"]' },
    );
    const before = model.chats.length;
    const first = await talk('One', agent.number);
    expect(first.message.text).toBe('First.');
    await until('the search has begun', async () => model.chats.length === before + 2);
    const second = await talk('Two', agent.number, first.visitor, first.accepted()?.conversationId);
    expect(second.message.text).toBe('Second.');
    expect((await first.next('suggestions')).data['suggestions']).toEqual([]);
    expect((await second.next('suggestions')).data['suggestions']).toEqual(['Third?']);
  });
});
