import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServices, type TestServices } from '#tests/support/app/test-services.ts';

let services: TestServices;
let operator: { userId: string; accountId: string; address: string };
beforeAll(async () => {
  services = await startTestServices();
  const { user } = await services.member('Olga Operator');
  operator = { userId: user.id, accountId: user.accountId, address: '192.0.2.7' };
  await services.auth.claimSuperadmin(operator, (await services.auth.superadminToken()) ?? '');
});
afterAll(() => services.close());

const said = (name: string, change: object = {}) => ({
  quote: `${name} is glad`,
  name,
  role: '',
  language: null,
  picture: null,
  isShown: true,
  ...change,
});

test('what customers say takes the place of the examples, by order, language, and whether it is shown', async () => {
  const { testimonials, audit } = services;
  const names = async (language: 'en' | 'nl') =>
    (await testimonials.shownIn(language))?.map(({ name }) => name) ?? null;
  expect(await names('en')).toBeNull();

  await testimonials.add(operator, said('Ada', { isShown: false }));
  // An example never stands beside a true one, nor in its place.
  expect(await names('en')).toEqual([]);
  await Promise.all(['Ben', 'Cleo'].map((name) => testimonials.add(operator, said(name))));
  const { testimonials: list } = await testimonials.add(operator, said('Daan', { language: 'nl' }));
  const [ada, , , daan] = list;
  expect(new Set(await names('en'))).toEqual(new Set(['Ben', 'Cleo']));
  expect((await names('nl'))?.at(-1)).toBe('Daan');

  await testimonials.move(operator, daan?.id ?? '', 'up');
  await testimonials.move(operator, daan?.id ?? '', 'up');
  expect((await names('nl'))?.[0]).toBe('Daan');
  await testimonials.move(operator, ada?.id ?? '', 'up');
  await testimonials.change(operator, ada?.id ?? '', said('Ada', { role: 'Baker' }));
  expect((await testimonials.shownIn('en'))?.[0]).toEqual({
    quote: 'Ada is glad',
    name: 'Ada',
    role: 'Baker',
    pictureUrl: null,
  });

  for (const { id } of list) await testimonials.remove(operator, id);
  expect(await names('en')).toBeNull();
  await expect(testimonials.remove(operator, ada?.id ?? '')).rejects.toMatchObject({
    code: 'common.not_found',
  });
  const { entries } = await audit.ofSuperadmins();
  expect(entries[0]).toMatchObject({ action: 'operator.testimonial_deleted', target: { name: 'Daan' } });
});
