import type { TestApp } from './test-app.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;

/** Somebody who registers, and joins the account of another as an admin by an invitation. */
export async function joinAsAdmin(app: TestApp, owner: Person, name: string): Promise<Person> {
  const person = await app.register(name);
  const { link } = await owner.post<{ link: string }>('/api/team/invitations', {
    email: person.email,
    role: 'admin',
    agentIds: null,
    message: '',
  });
  await person.post('/api/invitations/accept', { token: link.split('#')[1] });
  return person;
}
