import { expect, test } from 'vitest';
import { maskedAddress, visitorTools } from './visitor-tools.models.ts';

test('offers only what is switched on, and a call of anything else does nothing', async () => {
  const did: string[] = [];
  const tools = visitorTools({
    details: [],
    mayAsk: false,
    mayEnd: true,
    mayCall: false,
    timeZone: null,
    businessZone: async () => null,
    summaryProblem: async () => 'no address',
    text: (key) => key,
    ask: async () => did.push('ask') > 0,
    capture: async () => did.push('capture') > 0,
    call: async () => did.push('call') > 0,
    end: async () => void did.push('end'),
    sendSummary: async () => ({ to: null, because: 'no address' }),
  });
  const names = tools.tools.map(({ name }) => name);
  expect(names).toEqual(['capture_contact', 'end_chat', 'send_summary']);
  const { signal } = new AbortController();
  const run = (name: string, input: unknown) =>
    tools.tools.find((tool) => tool.name === name)?.run(input, signal);
  expect(await run('end_chat', {})).toMatchObject({ content: expect.stringContaining('goodbye') });
  // Without a form that is due there is nothing to show.
  expect(await run('capture_contact', {})).toMatchObject({ error: { code: 'invalid_arguments' } });
  expect(await run('capture_contact', { email: 'no address' })).toMatchObject({
    error: { code: 'invalid_arguments' },
  });
  expect(await run('send_summary', {})).toMatchObject({ error: { code: 'refused' } });
  expect(did).toEqual(['end']);
});

test('an address is said so that only its owner knows it again', () => {
  expect(maskedAddress('anna@example.test')).toBe('a…@example.test');
});
