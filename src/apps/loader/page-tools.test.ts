import { expect, test } from 'vitest';
import type { EmbedValues } from '#shared/embed/protocol.ts';
import type { Panel } from './panel.ts';
import { createPageTools } from './page-tools.ts';

/** What the page says came of a call whose handler gives `value`. */
function resultOf(value: unknown): Promise<EmbedValues['tool-result']> {
  return new Promise((resolve) => {
    const send = (kind: string, result: unknown) =>
      kind === 'tool-result' && resolve(result as EmbedValues['tool-result']);
    const tools = createPageTools({ send, signal: new AbortController().signal } as unknown as Panel);
    tools.register('look', () => value);
    tools.hear({
      chatelier: 1,
      frame: 'f',
      kind: 'tool-call',
      value: { id: 'pgc_1', name: 'look', arguments: {}, milliseconds: 1_000 },
    });
  });
}

test('a long text is cut; a JSON that is too long is left out as a whole, and said to be done', async () => {
  expect((await resultOf('x'.repeat(70_000))).text).toBe('x'.repeat(60_000));
  const cart = { token: 'secret-token', lines: 'x'.repeat(70_000) };
  for (const value of [cart, [cart], JSON.stringify(cart), ` ${JSON.stringify([cart])}`]) {
    const { isDone, text } = await resultOf(value);
    expect(isDone).toBe(true);
    expect(text).toContain('It was done');
    expect(text).not.toContain('secret-token');
  }
  expect(await resultOf({ size: 'M' })).toMatchObject({ isDone: true, text: '{"size":"M"}' });
});
