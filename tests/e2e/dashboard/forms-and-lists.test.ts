import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answersWhen } from '../../support/dashboard/shell-answers.ts';
import {
  standInUser,
  startDashboardStandIn,
  type StandInAnswers,
} from '../../support/dashboard/dashboard-api-stand-in.ts';
import { openBrowser } from '../../support/visitors/visitor-setup.ts';
import { buildOnce } from '../../support/app/built.ts';

let server: Awaited<ReturnType<typeof startDashboardStandIn>>;
let browser: Browser;
let page: Page | null = null;
beforeAll(async () => {
  await buildOnce();
  server = await startDashboardStandIn();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
afterEach(async () => {
  await page?.context().close();
  page = null;
});

/** Opens a screen as a person who is signed in, with the server's answers as given. */
async function visit(path: string, answers: StandInAnswers): Promise<Page> {
  for (const key of Object.keys(server.answers)) delete server.answers[key];
  Object.assign(server.answers, answersWhen('in'), answers);
  server.requests.length = 0;
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await page.goto(server.url + path);
  await page.locator('h1').first().waitFor();
  return page;
}
/** The name of what has the focus, or its text. */
const focused = (of: Page) =>
  of.evaluate(() => {
    const element = document.activeElement;
    const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
    return (label?.textContent ?? element?.textContent ?? '').trim();
  });

describe('a form', () => {
  const team = {
    'GET /api/team': {
      body: { accountName: 'Linden', members: [], invitations: [], roles: ['admin', 'editor', 'viewer'] },
    },
    'GET /api/agents': { body: { agents: [] } },
  };
  const invite = 'POST /api/team/invitations';
  const open = async (answers: StandInAnswers): Promise<Page> => {
    const screen = await visit('/dashboard/settings?tab=team', { ...team, ...answers });
    await screen.getByRole('button', { name: 'Invite' }).click();
    await screen.getByRole('dialog').waitFor();
    return screen;
  };
  const send = (screen: Page) =>
    screen.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();

  it('is not sent while something is wrong, and leads to the first wrong field', async () => {
    const screen = await open({});
    await send(screen);
    await screen.getByText('Please enter a valid email address').waitFor();
    expect(await focused(screen)).toContain('Email');
    await screen.getByLabel('Email').fill('ada@example.com');
    await screen.getByText('Please enter a valid email address').waitFor({ state: 'detached' });
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it("puts the server's words under the field that they name, until it is changed", async () => {
    const screen = await open({
      [invite]: { status: 409, body: { message: 'Refused.', fields: { email: 'Is a member already.' } } },
    });
    await screen.getByLabel('Email').fill('ada@example.com');
    await screen.getByLabel('Message').focus();
    await send(screen);
    await screen.getByText('Is a member already.').waitFor();
    await expect.poll(() => focused(screen)).toContain('Email');
    await expect(screen.getByText('Refused.').count()).resolves.toBe(0);
    await screen.getByLabel('Email').fill('grace@example.com');
    await screen.getByText('Is a member already.').waitFor({ state: 'detached' });
  });

  it('says above the fields what belongs under none, and keeps what was typed', async () => {
    const screen = await open({
      [invite]: { status: 429, body: { message: 'Too many invitations today.', fields: { day: 'Full.' } } },
    });
    await screen.getByLabel('Email').fill('ada@example.com');
    await send(screen);
    await screen.getByRole('status').getByText('Full.').waitFor();
    server.answers[invite] = { status: 500, body: { message: 'Something broke.' } };
    await send(screen);
    await screen.getByRole('status').getByText('Something broke.').waitFor();
    await expect.poll(() => screen.getByLabel('Email').inputValue()).toBe('ada@example.com');
    server.answers[invite] = {
      body: { invitation: { email: 'ada@example.com' }, link: 'https://example.com/join#1' },
    };
    await send(screen);
    await screen.getByText('https://example.com/join#1').waitFor();
  });

  it('is kept and sent after all when its person was signed out meanwhile, and signed in again', async () => {
    const ended = { status: 401, body: { message: 'You are not signed in.', code: 'common.not_signed_in' } };
    const screen = await open({ [invite]: ended });
    await screen.getByLabel('Email').fill('ada@example.com');
    const user = server.answers['GET /api/user']!;
    server.answers['GET /api/user'] = ended;
    await send(screen);
    const told = screen.getByRole('dialog', { name: 'You are signed out' });
    await told.getByRole('link', { name: 'Sign in in a new tab' }).waitFor();
    await told.getByRole('button', { name: 'Go on here' }).click();
    await told.getByText('You are not signed in yet.').waitFor();
    server.answers['GET /api/user'] = user;
    server.answers[invite] = {
      body: { invitation: { email: 'ada@example.com' }, link: 'https://example.com/join#1' },
    };
    await screen.evaluate(() => dispatchEvent(new Event('focus')));
    await told.waitFor({ state: 'detached' });
    await expect.poll(() => screen.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await send(screen);
    await screen.getByText('https://example.com/join#1').waitFor();
  });
});

describe('a form of values that are no text', () => {
  it('checks them with every change after the first attempt, and sends them as they are', async () => {
    const screen = await visit('/dashboard/tools/custom-fields', {
      'GET /api/custom-fields': { body: { fields: [] } },
      'POST /api/custom-fields': { body: {} },
    });
    await screen.getByRole('button', { name: 'Add field' }).first().click();
    const sheet = screen.getByRole('dialog');
    await sheet.getByLabel('Name', { exact: true }).fill('Favourite bread');
    await sheet.getByLabel('Type').click();
    await screen.getByRole('option', { name: 'One choice' }).click();
    await sheet.getByRole('button', { name: 'Add field' }).click();
    await sheet.getByText('Add at least one choice.').waitFor();
    await sheet.getByRole('textbox', { name: 'New choice' }).fill('Rye');
    await sheet.getByRole('button', { name: 'Add choice' }).click();
    await sheet.getByText('Add at least one choice.').waitFor({ state: 'detached' });
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    await sheet.getByRole('button', { name: 'Add field' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      scope: 'contact',
      label: 'Favourite bread',
      key: 'favourite_bread',
      type: 'select',
      options: [{ label: 'Rye' }],
    });
  });
});

describe('a list', () => {
  const entry = (number: number) => ({
    id: `aud_${number}`,
    action: 'team.left',
    actor: { id: null, name: `Person ${number}` },
    target: { id: null, name: 'Linden' },
    details: {},
    address: null,
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, 60 - number)).toISOString(),
  });
  const audit = 'GET /api/audit';
  const reader = {
    'GET /api/user': { body: { ...standInUser, can: { 'audit.read': true } } },
    'GET /api/team': { body: { accountName: 'Linden', members: [], invitations: [], roles: [] } },
  };
  const more = (screen: Page) => screen.getByRole('button', { name: 'Show older' });

  it('brings page after page, and who goes by keyboard stays where they were', async () => {
    const screen = await visit('/dashboard/settings?tab=audit', {
      ...reader,
      [audit]: ({ path }) => {
        const at = Number(new URL(path, server.url).searchParams.get('cursor') ?? 0);
        return { body: { entries: [entry(at)], nextCursor: at === 2 ? null : String(at + 1) } };
      },
    });
    await screen.getByText('Person 0').waitFor();
    await more(screen).press('Enter');
    await screen.getByText('Person 1').waitFor();
    await expect.poll(() => focused(screen)).toBe('Show older');
    await more(screen).press('Enter');
    await screen.getByText('Person 2').waitFor();
    await more(screen).waitFor({ state: 'detached' });
    await expect
      .poll(() => screen.evaluate(() => document.activeElement?.previousElementSibling?.textContent))
      .toContain('Person 2');
  });

  it('says why it could not be read, and why its next page could not, and tries again', async () => {
    const broken = { status: 400, body: { message: 'The shelf is locked.' } };
    const screen = await visit('/dashboard/settings?tab=audit', { ...reader, [audit]: broken });
    const again = screen.getByRole('button', { name: 'Try again' });
    await screen.getByText('The shelf is locked.').waitFor();
    server.answers[audit] = { body: { entries: [entry(0)], nextCursor: '1' } };
    await again.click();
    await screen.getByText('Person 0').waitFor();
    server.answers[audit] = broken;
    await more(screen).click();
    await screen.getByText('The shelf is locked.').waitFor();
    await screen.getByText('Person 0').waitFor();
    server.answers[audit] = { body: { entries: [entry(1)], nextCursor: null } };
    await again.click();
    await screen.getByText('Person 1').waitFor();
    await again.waitFor({ state: 'detached' });
  });
});
