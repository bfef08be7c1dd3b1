import type { TestApp, TestBrowser } from './test-app.ts';

type App = Pick<TestApp, 'browser'>;

/** Somebody of the client's own, who came by the link of an invitation. */
export async function joinClient(
  app: App,
  agency: TestBrowser,
  id: string,
  email: string,
  role = 'owner',
): Promise<TestBrowser & { link: string }> {
  const invitation = { email, role, message: '' };
  const { link } = await agency.post<{ link: string }>(`/api/clients/${id}/invitations`, invitation);
  const person = app.browser();
  await person.post('/api/invitations/register', {
    token: link.split('#')[1],
    name: 'Rosa Diaz',
    password: 'a long password',
  });
  return { ...person, link };
}
/** A colleague of the agency. */
export async function joinTeam(
  app: App,
  agency: TestBrowser,
  email: string,
  role: string,
): Promise<TestBrowser & { id: string }> {
  const invitation = { email, role, agentIds: null, message: '' };
  const { link } = await agency.post<{ link: string }>('/api/team/invitations', invitation);
  const person = app.browser();
  const { id } = await person.post<{ id: string }>('/api/invitations/register', {
    token: link.split('#')[1],
    name: 'Anna Adler',
    password: 'a long password',
  });
  return { ...person, id };
}
