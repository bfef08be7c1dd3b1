import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, publicAgent } from '#tests/support/visitors/visitor-setup.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';
import { answered, ask, composer, patient, visitorsOf } from './hosted-visit.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const visit = visitorsOf(() => world);
const sent = (text: string) =>
  world.requests.filter((request) => request.path === 'messages' && request.body.text === text);

describe('a conversation that something goes wrong in', () => {
  test('goes on by itself after a cut connection, without a lost or doubled word', async () => {
    const { context, page } = await visit();
    await ask(page, 'Cut me off');
    await page.getByRole('log').getByText('The first half arrives,').waitFor();
    world.release('cut');
    await page
      .getByRole('log')
      .getByText('The first half arrives, and the second half comes after the break.', { exact: true })
      .waitFor();
    await answered(page);
    expect(sent('Cut me off')).toHaveLength(1);
    await context.close();
  });

  test('keeps what arrived and offers to try again when the connection does not come back', async () => {
    const { context, page } = await visit();
    await page.clock.install();
    await ask(page, 'Cut me off for good');
    await page.getByRole('log').getByText('Only this much arrives').waitFor();
    world.release('cut for good');
    const end = page.getByRole('log').getByText('The answer was cut off.');
    await expect.poll(() => page.clock.runFor(3000).then(() => end.isVisible()), patient).toBe(true);
    await page.getByRole('log').getByText('Only this much arrives').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.close();
  });

  test('says why an answer failed and asks again under the same key', async () => {
    const { context, page } = await visit();
    await ask(page, 'Fail once');
    await page.getByRole('log').getByText('The answer stopped coming.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => sent('Fail once').length, patient).toBe(2);
    const [first, second] = sent('Fail once');
    expect(first!.body.clientMessageId).toBe(second!.body.clientMessageId);
    await expect.poll(() => page.getByText('Fail once', { exact: true }).count()).toBe(1);
    await context.close();
  });

  test('explains a refusal for too many messages and sends again on request', async () => {
    const { context, page } = await visit();
    await ask(page, 'Refuse once');
    await page
      .getByRole('log')
      .getByText('That was a lot of messages at once. Please wait a moment.')
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('log').getByText('Now it works.').waitFor();
    await context.close();
  });

  test('waits for the network: a message written offline goes out when it is back', async () => {
    const { context, page } = await visit();
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await ask(page, 'Written offline');
    await page.getByText('Connecting again').waitFor();
    await context.setOffline(false);
    await page.getByRole('log').getByText('Echo: Written offline').waitFor();
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await context.close();
  });

  test('survives a server that is away while the chat opens', async () => {
    world.failSessions(2);
    const { context, page } = await visit();
    await ask(page, 'Early bird');
    await page.getByRole('log').getByText('Echo: Early bird').waitFor();
    await context.close();
  });

  test('fetches a part of itself again when the network lost it the first time', async () => {
    const { context, page } = await visit();
    await page.clock.install();
    let lost = 0;
    await page.route('**/chat/assets/*.js', (route) => (lost++ === 0 ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'More' }).click();
    const entry = page.getByRole('menuitem').first();
    await expect.poll(() => page.clock.runFor(1000).then(() => entry.isVisible()), patient).toBe(true);
    expect(lost).toBeGreaterThan(1);
    await context.close();
  });

  test('goes on when the visitor’s token is no longer known', async () => {
    const { context, page } = await visit();
    await ask(page, 'Before');
    await page.getByRole('log').getByText('Echo: Before').waitFor();
    world.forgetVisitors();
    await ask(page, 'After');
    await page.getByRole('log').getByText('Echo: After').waitFor();
    await expect.poll(() => page.getByRole('log').getByText('Echo: Before').count()).toBe(1);
    await context.close();
  });

  test('says so when the agent is not there any more', async () => {
    world.agents[7] = publicAgent({ number: 7 });
    const context = await world.visitor();
    const page = await context.newPage();
    await page.route('**/api/visitor/session', (route) =>
      route.fulfill({ status: 404, json: { message: 'Unknown agent', code: 'agents.not_found' } }),
    );
    await page.goto(`${world.origin}/widgets/7`);
    await page.getByText('This chat is not available at the moment.').waitFor();
    await expect.poll(() => composer(page).isDisabled()).toBe(true);
    await context.close();
  });
});
