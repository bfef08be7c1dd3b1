import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AgentStatus } from './agent-status.tsx';

type Agent = Parameters<typeof AgentStatus>[0]['agent'];

function statusOf(agent: Agent, isActive: boolean): string {
  const client = new QueryClient();
  client.setQueryData(['/api/subscription/status'], { isActive, status: 'canceled' });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AgentStatus agent={agent} />
    </QueryClientProvider>,
  );
  return markup.replaceAll(/<[^>]+>/g, '');
}

it('never calls an agent live whose account has no plan', () => {
  const live = { status: 'live', hasUnpublishedChanges: false } as const;
  expect(statusOf(live, true)).toBe('status.live');
  expect(statusOf(live, false)).toBe('status.noPlan');
  expect(statusOf({ ...live, hasUnpublishedChanges: true }, false)).toBe('status.noPlan');
  expect(statusOf({ ...live, status: 'draft' }, false)).toBe('status.draft');
});
