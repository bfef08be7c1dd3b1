import sharp from 'sharp';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { TestAnswer, TestBrowser } from '../app/test-app.ts';

/** An agent out of a sentence, not published. */
export const createGuide = (owner: TestBrowser): Promise<Agent> =>
  owner.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Hotel Linden"' });

/** A PNG of one color. */
export const picture = (width: number, height: number, background = '#36d6b5'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Sends a file to one of an agent's addresses. */
export async function sendFile(
  owner: TestBrowser,
  agent: Agent,
  what: string,
  bytes: Uint8Array | string,
  name: string,
  type = 'image/png',
): Promise<TestAnswer> {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
  return owner.request('POST', `/api/agents/${agent.id}/${what}`, { raw: form });
}

/** Changes an agent's draft, with whatever answer that gets. */
export async function saveDraft(
  owner: TestBrowser,
  agent: Agent,
  change: (draft: AgentConfiguration) => void,
): Promise<TestAnswer> {
  const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  change(draft);
  return owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: draftRevision, configuration: draft },
  });
}
