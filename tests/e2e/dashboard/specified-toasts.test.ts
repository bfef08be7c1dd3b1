import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { standInUser } from '../../support/dashboard/dashboard-api-stand-in.ts';
import { openDashboard } from '../../support/dashboard/dashboard-in-browser.ts';

/* Source: the specification, "Error catalogue". */

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
afterEach(() => dashboard.tidy());

async function says(page: Page, title: string, text: string): Promise<void> {
  const toast = dashboard.toast(page).filter({ hasText: text });
  await toast.getByText(title, { exact: true }).waitFor();
  await toast.getByText(text, { exact: true }).waitFor();
}

describe('a refused sign-in', () => {
  it.each([
    [401, {}, 'Invalid email or password'],
    [403, {}, 'Access denied. Please check your account status'],
    [500, {}, 'Service temporarily unavailable. Please try again'],
    [418, { message: 'The kettle is on.' }, 'The kettle is on.'],
  ])('with %i %j says so', async (status, body, text) => {
    const page = await dashboard.visit('out', '/auth', { 'POST /api/login': { status, body } });
    await page.getByLabel('Email').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByRole('button', { name: 'Log in' }).click();
    await says(page, 'Unable to sign in', text);
  });
});

describe('signing in and out', () => {
  it('greets by the first name, and says goodbye', async () => {
    const page = await dashboard.visit('out', '/auth', {
      'POST /api/login': { body: standInUser },
      'POST /api/logout': { body: {} },
    });
    await page.getByLabel('Email').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByRole('button', { name: 'Log in' }).click();
    await says(page, 'Logged in successfully', 'Welcome back, Mira!');
    await page.getByRole('button', { name: 'Log out' }).click();
    await says(page, 'Logged out successfully', 'You have been logged out of your account');
  });

  it('says when it could not be ended', async () => {
    const page = await dashboard.visit('in', '/dashboard', { 'POST /api/logout': { status: 500, body: {} } });
    await page.getByRole('button', { name: 'Log out' }).click();
    await dashboard.toast(page).getByText('Logout failed', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });
});

describe('a registration', () => {
  const register = async (answer: { status?: number; body: object }): Promise<Page> => {
    const page = await dashboard.visit('out', '/auth?tab=register', { 'POST /api/register': answer });
    await page.getByLabel('Name').fill('Mira Linden');
    await page.getByLabel('Email').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Confirm Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    return page;
  };

  it('welcomes by the first name', async () => {
    await says(await register({ body: standInUser }), 'Registration successful', 'Welcome, Mira!');
  });

  it('that failed says why, as the server does', async () => {
    const page = await register({ status: 409, body: { message: 'No more room here.' } });
    await says(page, 'Registration failed', 'No more room here.');
  });
});

describe('feedback and the state of the plan', () => {
  it('say what is missing, what arrived and what did not', async () => {
    const page = await dashboard.visit('in', '/dashboard', {
      'POST /api/feedback/bug-report': { status: 500, body: {} },
    });
    await page.getByRole('button', { name: 'Bug report' }).click();
    await page.getByRole('button', { name: 'Send bug report' }).click();
    await says(page, 'Missing Information', 'Please provide both a title and description.');
    await page.getByLabel('Title').fill('Empty preview');
    await page.getByLabel('Description').fill('After saving');
    await page.getByRole('button', { name: 'Send bug report' }).click();
    await says(page, 'Submission Failed', 'Please try again later.');
    dashboard.answerAs('in', { 'POST /api/feedback/bug-report': { body: {} } });
    await page.getByRole('button', { name: 'Send bug report' }).click();
    await says(page, 'Bug Report Submitted', "Thank you for reporting this issue! We'll investigate it.");
  });

  it('are told of as unknown where the server does not tell', async () => {
    const page = await dashboard.visit('in', '/dashboard', {
      'GET /api/subscription/status': { status: 500, body: {} },
    });
    await says(
      page,
      'Subscription Status',
      'Using default free features until subscription status can be verified.',
    );
  });
});
