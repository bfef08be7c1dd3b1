import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { soundOf, textOf } from '#tests/support/models/spoken-texts.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';

let vendor: SpeechStandIn;
let app: TestApp;
let browser: Browser;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  vendor.mouth = soundOf;
  vendor.ears = (sound) => textOf(sound).replace('rowing boat', 'flying goat');
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls });
  owner = await app.register('Vera');
  agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Boat hire';
    Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs' });
  });
  await teach(owner, agent, boatHire);
  const turns = [{ text: 'When does the boat house open?' }, { text: 'And what does a rowing boat cost?' }];
  await owner.post('/api/simulator/suites', {
    agentId: agent.id,
    suite: { name: 'By voice', scenarios: [{ name: 'Asks aloud', turns }] },
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await vendor.close();
});

const begin = async (page: Page) => {
  await page.goto(`${app.url}/dashboard/tools/agent-simulator?agent=${agent.id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Speak what visitors say' }).click();
  return dialog;
};

test('an owner has a suite spoken, is told before what it takes, and reads what was said beside what was understood', async () => {
  const page = await (await signedInContext(browser, app, owner)).newPage();
  const dialog = await begin(page);
  await dialog.getByText('ElevenLabs is not connected.').waitFor();
  await dialog.getByRole('link', { name: 'Open the Voice section' }).waitFor();
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByText('The visitors of this agent are understood by their own browser').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await owner.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey: speechKey } });
  await begin(page);
  await dialog.getByText(/About 0\.1 min of speech with ElevenLabs, for about \$0\.00\d+\./).waitFor();
  await dialog
    .getByText('A run ends when it has cost $5, and all runs of a day when they have cost $20.')
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();

  const speech = page.getByRole('region', { name: 'Speech' });
  await speech.getByText('2 of 13 words').waitFor({ timeout: 60_000 });
  await page.getByText('1 of 1 passed').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Asks aloud' }).click();
  await dialog.getByText('And what does a rowing boat cost?').waitFor();
  await dialog.locator('mark').getByText('flying goat').waitFor();
  await dialog.getByText('misheard: flying goat').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // The vendor goes in the middle: it is said where, and what to look at.
  vendor.ears = (sound) => {
    vendor.fault = { status: 503 };
    return textOf(sound);
  };
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByText('0 of 1 passed').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Asks aloud' }).click();
  await dialog.getByText('The vendor of speech gave no sound or no words here.').waitFor();
  await expect.poll(() => dialog.getByText('look at the agent’s model').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.context().close();
});
