import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Revenue } from '#features/payments/payments-figures.contract.ts';
import type { Purchase } from '#features/payments/payments-purchases.contract.ts';
import type { UsageLine } from '#features/paywall/paywall.contract.ts';
import type { TestApp } from './app/test-app.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;

type Detail = {
  purchase: Purchase;
  lines: UsageLine[];
};
/** The only paid purchase of an agent, with its ledger and the figures, as the owner's screens ask for it. */
export async function ownersView(owner: Owner, agent: Agent): Promise<Detail & { revenue: Revenue }> {
  const { purchases } = await owner.get<{ purchases: Purchase[] }>(
    `/api/payments?agentId=${agent.id}&state=paid&test=true`,
  );
  expect(purchases).toHaveLength(1);
  const detail = await owner.get<Detail>(`/api/payments/${purchases[0]!.id}`);
  const revenue = await owner.get<Revenue>(`/api/payments/revenue?agentId=${agent.id}&test=true`);
  return { ...detail, revenue };
}

type Sale = {
  agent: string;
  email: string;
  bought: string;
  state: string;
  sheet: (string | RegExp)[];
  /** The newest line of the ledger first. */
  lines: RegExp[];
  answers: string;
};

/** The owner goes from the list to the purchase, its margin and its buyer, as one does: by clicking. */
export async function seenInDashboard(office: Page, url: string, sale: Sale): Promise<void> {
  if (office.url() === 'about:blank') await office.goto(`${url}/dashboard`);
  await office.getByRole('link', { name: 'Payments', exact: true }).click();
  const row = office
    .getByRole('table', { name: 'Purchases' })
    .getByRole('row')
    .filter({ hasText: sale.email });
  await row.getByText(sale.bought).waitFor();
  await expect
    .poll(() => row.innerText())
    .toMatch(new RegExp(`${sale.agent}\\s[\\s\\S]*${sale.state}[\\s\\S]*€9\\.68`));
  await office.getByRole('tab', { name: 'Margin' }).click();
  const margin = office
    .getByRole('table', { name: 'Margin' })
    .getByRole('row')
    .filter({ hasText: sale.agent });
  await margin.waitFor();
  // Nothing was spent on models, so all of it is margin, whatever currency their cost is in.
  expect((await margin.innerText()).split(/\s*[\t\n]\s*/)).toEqual([
    sale.agent,
    sale.answers,
    '$0.00',
    '€8.00',
    '€8.00',
  ]);
  await office.getByRole('tab', { name: 'Purchases' }).click();
  await office.getByRole('link', { name: sale.email }).click();
  const sheet = office.getByRole('dialog', { name: sale.email });
  for (const text of [sale.state, '€9.68 (€8.00 and €1.68 tax)', ...sale.sheet])
    await sheet.getByText(text).first().waitFor();
  const lines = sheet
    .locator('section', { has: office.getByRole('heading', { name: 'Every charge' }) })
    .getByRole('listitem');
  for (const [place, line] of sale.lines.entries())
    // A space before a dot doesn't break.
    await expect
      .poll(async () => (await lines.nth(place).innerText()).replaceAll('\u00a0', ' '))
      .toMatch(line);
  await expect.poll(() => lines.count()).toBe(sale.lines.length);
  await sheet.getByRole('link', { name: 'Open conversation' }).click();
  await expect
    .poll(
      async () => {
        const hash = new URL(office.url()).hash.slice(1);
        return hash === '' ? 0 : office.locator(`[id="${hash}"]:focus`).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await expect
    .poll(() => office.locator('article', { has: office.locator(':focus') }).innerText())
    .toContain('Second question');
  // What was bought is on the device that proved the address; this conversation is on the one that paid.
  await office.getByRole('region', { name: 'Money' }).getByText('Free messages used up').waitFor();
}
