import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Browser, Download, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { languages } from '#shared/languages.ts';
import { createManualClock } from '#platform/clock/clock.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import {
  countedOn,
  openYear,
  tablesOf,
  visits,
  year,
  zones,
  type Days,
  type Visit,
  type Zone,
} from '#tests/support/year-by-hand.ts';
import { cardNames, cardsOf, written } from '#tests/support/year-in-words.ts';

/* The dashboard and an agent's report in a browser, on the last evening of the year that was counted by hand. */
const [prague] = zones as [Zone];
const now = '2025-12-31T20:00:00Z';
const december = { from: '2025-12-01', to: '2025-12-31' };
const april = { from: '2025-04-01', to: '2025-04-30' };
const march = { from: '2025-03-02', to: '2025-03-31' };

let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agents: Record<Visit['agent'], Agent>;
let page: Page;
beforeAll(async () => {
  app = await startTestApp({ clock: createManualClock(now) });
  vera = await app.register('Vera');
  agents = await openYear(app, vera);
  const { pool } = app.database.database;
  await pool.query(`UPDATE agents SET name = CASE id WHEN $1 THEN 'Shop' ELSE 'Desk' END`, [agents.shop.id]);
  // What is done with is still behind the figure.
  await pool.query(
    `UPDATE conversations SET status = 'resolved', resolved_at = created_at WHERE message_count = 2`,
  );
  await vi.waitUntil(async () => (await app.server.services.analyticsCounting.waiting()) === 0, 60_000);
  browser = await launchChromium();
  const context = await signedInContext(browser, app, vera, {
    timezoneId: prague.name,
    viewport: { width: 1440, height: 2_400 },
  });
  page = await context.newPage();
  await page.clock.setFixedTime(now);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** What the cards on screen say, by their names. */
const shown = (): Promise<Record<string, string>> =>
  page
    .locator('main dl > div:has(> dt)')
    .evaluateAll((cards) =>
      Object.fromEntries(
        cards.map((card) => [
          card.querySelector('dt > a, dt > span')?.textContent ?? '',
          [...(card.querySelector('dd .tabular')?.querySelectorAll('.grid > span') ?? [])]
            .map((one) => one.textContent)
            .join(' ') ||
            (card.querySelector('dd .tabular')?.textContent ?? ''),
        ]),
      ),
    );
/** What they have to say. Of one agent's report: not how many agents there are. */
function expected(days: Days, of = visits, isReport = false): Record<string, string> {
  const { agents: all = 0, ...cards } = cardsOf(prague, days, of);
  const counts = Object.entries(cards).filter(([name]) => !name.startsWith('net ') && name !== 'views');
  const money = ['net EUR', 'net USD'].filter((name) => name in cards);
  return {
    ...(!isReport && { Agents: String(all) }),
    ...Object.fromEntries(counts.map(([name, value]) => [cardNames[name] ?? '', written(name, value)])),
    'Net revenue': money.map((name) => written(name, cards[name] ?? 0)).join(' ') || '0',
  };
}
const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const openTab = (name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();
async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
const chart = (title: string): Locator =>
  page.locator('figure').filter({ has: page.getByText(title, { exact: true }) });
/** Chooses from a chart's menu with the keyboard alone. */
async function fromMenu(title: string, item: string): Promise<void> {
  const opener = chart(title).getByRole('button', { name: `Table and files: ${title}` });
  await opener.focus();
  await page.keyboard.press('Enter');
  const found = page.getByRole(item === 'As a table' ? 'menuitemcheckbox' : 'menuitem', { name: item });
  await found.waitFor();
  await found.focus();
  await page.keyboard.press('Enter');
}
const rowsOfTable = (title: string): Promise<string[][]> =>
  chart(title)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
async function saved(start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await start();
  const download: Download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('periods, days of one’s own, agent and comparison show what was counted by hand, and stand in the address', async () => {
  await page.goto(`${app.url}/dashboard`);
  await expect.poll(shown).toEqual(expected(december));
  await press('Today');
  await expect.poll(shown).toEqual(expected({ from: '2025-12-31', to: '2025-12-31' }));
  await press('This Week');
  await expect.poll(shown).toEqual(expected({ from: '2025-12-29', to: '2025-12-31' }));
  await press('All Time');
  // The last visits of the year are over in Prague before it is.
  await expect.poll(shown).toEqual(expected(year));

  await choose('Agent', 'Desk');
  const desk = visits.filter(({ agent }) => agent === 'desk');
  await expect.poll(shown).toEqual({ ...expected(year, desk), Agents: '1' });
  await choose('Agent', 'All Agents');
  await press('Custom');
  await page.getByLabel('First day').fill(april.from);
  await page.getByLabel('Last day').fill(april.to);
  await expect.poll(shown).toEqual(expected(april));
  await page.getByRole('switch', { name: 'Compare' }).click();
  const before = countedOn(prague, march);
  const card = page.locator('main dl > div').filter({ hasText: 'Conversations' });
  await expect.poll(() => card.getByText(`Before: ${before.conversations}`).count()).toBe(1);

  await page.reload();
  await expect.poll(shown).toEqual(expected(april));
  expect(new URL(page.url()).searchParams.get('compare')).toBe('true');
  await page.getByLabel('Last day').fill('2025-03-01');
  await page.getByRole('alert').getByText('The last day lies before the first.').waitFor();
});

test('a card opens the list behind its figure, which is as long as the figure says', async () => {
  const days = `period=range&from=${april.from}&to=${april.to}`;
  await page.goto(`${app.url}/dashboard?${days}`);
  const { conversations, activeContacts, totalContacts } = countedOn(prague, april);
  await page.locator('main dl').getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('button', { name: 'Remove filter Began: Apr 1 – 30, 2025' }).waitFor();
  await expect.poll(() => page.locator('main a[href*="/inbox/cnv"]').count()).toBe(conversations);
  await page.goBack();
  await page.locator('main dl').getByRole('link', { name: 'Active contacts' }).click();
  await page.getByText('Apr 1 – 30, 2025').waitFor();
  await expect.poll(() => page.getByText(`${activeContacts} contacts`).count()).toBe(1);
  await page.goBack();
  // Who came after the period's last day was not there yet.
  await page.locator('main dl').getByRole('link', { name: 'Total contacts' }).click();
  await page.getByRole('button', { name: 'Remove filter Added: – Apr 30, 2025' }).waitFor();
  await expect.poll(() => page.getByText(`${totalContacts} contacts`).count()).toBe(1);

  // The desk was made before and is archived, which the figure counts; another agent came later.
  const { pool } = app.database.database;
  const moveTo = (id: string, status: string, at: string) =>
    pool.query('UPDATE agents SET status = $2, created_at = $3 WHERE id = $1', [id, status, at]);
  const { rows } = await pool.query<{ id: string; status: string; at: string }>(
    'SELECT id, status, created_at::text AS at FROM agents WHERE id = ANY($1)',
    [[agents.shop.id, agents.desk.id]],
  );
  await moveTo(agents.desk.id, 'archived', '2025-03-31');
  await moveTo(agents.shop.id, 'live', '2025-05-01');
  await page.goto(`${app.url}/dashboard?${days}`);
  await expect.poll(async () => (await shown())['Agents']).toBe('1');
  await page.locator('main dl').getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'Remove filter Made: – Apr 30, 2025' }).waitFor();
  await page.getByText('1 agent found').waitFor();
  await expect.poll(() => page.locator('main').getByText('Shop', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove filter Made' }).click();
  await page.getByText('2 agents', { exact: true }).waitFor();
  for (const { id, status, at } of rows) await moveTo(id, status, at);

  for (const [from, to, wrote] of [
    ['2025-03-30', '2025-03-30', '2025-03-29T23:00:00Z~2025-03-30T22:00:00Z'],
    ['2025-12-29', '2025-12-31', '2025-12-28T23:00:00Z~2025-12-31T23:00:00Z'],
    [year.from, year.to, '~'],
  ] as const)
    for (const agent of [undefined, 'shop', 'desk'] as const) {
      const hand = countedOn(
        prague,
        { from, to },
        visits.filter((visit) => agent === undefined || visit.agent === agent),
      );
      const of = new URLSearchParams({ wrote, ...(agent && { agent: agents[agent].id }) });
      const { total } = await vera.get<{ total: number }>(`/api/contact-count?${of.toString()}`);
      expect([from, agent, total]).toEqual([from, agent, hand.activeContacts]);
    }
});

test('every period can be read and pressed on a phone, in each language', async () => {
  const phone = await page.context().newPage();
  await phone.clock.setFixedTime(now);
  for (const width of [390, 320]) {
    await phone.setViewportSize({ width, height: 844 });
    for (const language of languages) {
      await vera.request('PATCH', '/api/user', { body: { language } });
      await phone.goto(`${app.url}/dashboard`);
      const periods = phone.locator('main [role=group] button[aria-pressed]');
      await periods.nth(4).waitFor();
      const cut = await periods.evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            const { left, right } = button.getBoundingClientRect();
            const group = button.parentElement?.getBoundingClientRect();
            return left < (group?.left ?? 0) || right > Math.min(group?.right ?? 0, innerWidth);
          })
          .map((button) => button.textContent),
      );
      expect([width, language, cut]).toEqual([width, language, []]);
    }
  }
  await vera.request('PATCH', '/api/user', { body: { language: 'en' } });
  await phone.close();
});

test('tabs hold the tables counted by hand, with the keyboard, as CSV and as pictures', async () => {
  await page.goto(`${app.url}/dashboard?period=all`);
  const tables = tablesOf(prague, year);
  const first = await saved(() => fromMenu('Conversations', 'Save as a picture'));
  await openTab('Engagement');
  await fromMenu('When visitors write', 'As a table');
  await expect
    .poll(() => rowsOfTable('When visitors write'))
    .toEqual(tables.heat.map((hours) => [expect.any(String), ...hours.map(String)]));
  await fromMenu('The way to a purchase', 'As a table');
  await expect
    .poll(async () => (await rowsOfTable('The way to a purchase')).map((row) => row[1]))
    .toEqual(tables.funnel.map(([, visitors]) => Number(visitors).toLocaleString('en')));
  const questions = await saved(() => fromMenu('Top questions', 'Save as CSV'));
  const rows: string[][] = parse(questions.bytes, { bom: true });
  expect(rows.slice(1)).toEqual(
    tables.questions.map(([name, count]) => [name.replace(/^=/, "'="), String(count)]),
  );
  const heat = await saved(async () => {
    await fromMenu('When visitors write', 'As a table');
    await chart('When visitors write').locator('svg').first().waitFor();
    await fromMenu('When visitors write', 'Save as a picture');
  });
  await openTab('Location');
  await fromMenu('Where visitors are', 'As a table');
  const names = { CZ: 'Czechia', BR: 'Brazil', '': 'Unknown' };
  await expect
    .poll(
      async () => new Map((await rowsOfTable('Where visitors are')).map(([name, count]) => [name, count])),
    )
    .toEqual(
      new Map(
        (['CZ', 'BR', ''] as const).map((key) => [
          names[key],
          String(tables.by('country').find((row) => row.key === key)?.visitors),
        ]),
      ),
    );
  const map = await saved(() => fromMenu('Visitors by country', 'Save as a picture'));
  await openTab('Devices');
  const list = await saved(() => fromMenu('Browser', 'Save as a picture'));
  for (const { name, bytes } of [first, heat, map, list]) {
    expect(name).toMatch(/\.png$/);
    const { channels } = await sharp(bytes).flatten({ background: '#ffffff' }).stats();
    // Not one colour all over.
    expect([name, channels.some(({ stdev }) => stdev > 3)]).toEqual([name, true]);
  }
});

test('the report of one agent has its figures and tabs, and makes a file and a letter', async () => {
  await page.goto(`${app.url}/dashboard/agents/reports/${agents.shop.id}?period=all`);
  const shop = visits.filter(({ agent }) => agent === 'shop');
  await expect.poll(shown).toEqual(expected(year, shop, true));
  for (const tab of ['Engagement', 'Location', 'Devices', 'Margin', 'Service', 'Experiments']) {
    await openTab(tab);
    await page.getByRole('tabpanel', { name: tab }).locator('h2, h3, figure, p').first().waitFor();
  }
  await press('Generate Report');
  const dialog = page.getByRole('dialog', { name: 'Generate Report' });
  const { name, bytes } = await saved(() =>
    dialog.getByRole('link', { name: 'Download', exact: true }).click(),
  );
  expect([name.endsWith('.pdf'), bytes.subarray(0, 5).toString()]).toEqual([true, '%PDF-']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const letter = dialog.frameLocator('iframe');
  await expect.poll(() => letter.getByText('Conversations').first().isVisible()).toBe(true);
  // It comes into view by itself.
  await expect.poll(async () => (await dialog.locator('iframe').boundingBox())?.y).toBeLessThan(450);
});
