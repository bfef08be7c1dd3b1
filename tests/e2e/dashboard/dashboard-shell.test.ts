import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { standInUser } from '../../support/dashboard/dashboard-api-stand-in.ts';
import { openDashboard } from '../../support/dashboard/dashboard-in-browser.ts';
import { hour, subscription } from '../../support/dashboard/shell-answers.ts';
import { faultsInBothThemes } from '../../support/visitors/visitor-setup.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
afterEach(() => dashboard.tidy());

describe('signing in', () => {
  it('shows the specified texts and errors under the fields', async () => {
    const page = await dashboard.visit('out', '/auth');
    await page.getByRole('heading', { name: 'Login to your account' }).waitFor();
    await page.getByText('Enter your email and password to access your dashboard').waitFor();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await page.getByText('Password must be at least 8 characters').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('secret-word');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Confirm Password').fill('different');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Name must be at least 2 characters').waitFor();
    await page.getByText('Passwords do not match').waitFor();
    const terms = page.getByRole('link', { name: 'Terms of Service' });
    expect([await terms.getAttribute('href'), await terms.getAttribute('target')]).toEqual([
      '/terms',
      '_blank',
    ]);
    expect(dashboard.server.requests.filter((request) => request.method === 'POST')).toEqual([]);
  });

  it('asks three times when the server answers 404, then explains in the specified words', async () => {
    const page = await dashboard.visit('out', '/auth', {
      'POST /api/login': { status: 404, body: { message: 'no' } },
    });
    await page.getByLabel('Email').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Logging in...' }).waitFor();
    await dashboard
      .toast(page)
      .getByText('Unable to sign in. Please check your credentials and try again')
      .waitFor();
    expect(dashboard.server.requests.filter((request) => request.path === '/api/login')).toHaveLength(3);
  });

  it('leads to the page that was asked for, carrying the time zone and language', async () => {
    const page = await dashboard.visit('out', '/dashboard/tools', {
      'POST /api/login': { body: standInUser },
    });
    await page.waitForURL(/\/auth\?next=%2Fdashboard%2Ftools$/);
    await page.getByLabel('Email').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByRole('button', { name: 'Log in' }).click();
    await dashboard.toast(page).getByText('Welcome back, Mira!').waitFor();
    await page.waitForURL('**/dashboard/tools');
    const login = dashboard.server.requests.find((request) => request.path === '/api/login');
    expect(login?.body).toEqual({ email: 'mira@example.com', password: 'long enough' });
    expect(login?.headers['x-timezone']).toBeTruthy();
    expect(login?.headers['accept-language']).toBe('en');
  });

  it('never leads to another site', async () => {
    const page = await dashboard.visit('in', '/auth?next=//evil.example/x');
    await page.waitForURL(`${dashboard.server.url}/dashboard`);
  });

  it('registers with the email as username and the name as first name', async () => {
    const page = await dashboard.visit('out', '/auth?tab=register', {
      'POST /api/register': { body: { ...standInUser, firstName: 'Mira Linden' } },
    });
    await page.getByLabel('Name').fill('Mira Linden');
    await page.getByLabel('Email').fill('mira@example.com');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Confirm Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/dashboard');
    expect(dashboard.server.requests.find((request) => request.path === '/api/register')?.body).toEqual({
      name: 'Mira Linden',
      email: 'mira@example.com',
      username: 'mira@example.com',
      password: 'long enough',
      firstName: 'Mira Linden',
    });
  });

  it('takes a reset link out of the address and says when it no longer works', async () => {
    const page = await dashboard.visit('out', '/reset-password#abcdefghijklmnopqrstuvwxyz', {
      'POST /api/reset-password': { status: 400, body: { message: 'x', code: 'auth.reset_link_invalid' } },
    });
    expect(page.url()).toBe(`${dashboard.server.url}/reset-password`);
    await page.getByLabel('New password').fill('long enough');
    await page.getByLabel('Confirm Password').fill('long enough');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(dashboard.server.requests.find((request) => request.path === '/api/reset-password')?.body).toEqual(
      {
        token: 'abcdefghijklmnopqrstuvwxyz',
        password: 'long enough',
      },
    );
  });
});

describe('the shell', () => {
  it('is reached by keys: palette, sequences, the sheet, and none of them while typing', async () => {
    const page = await dashboard.visit('in', '/dashboard');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL('**/dashboard/tools');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Where to, or what to do?').fill('payments');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/payments');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('[');
    await page.getByRole('link', { name: 'Payments' }).focus();
    await page.getByRole('tooltip', { name: 'Payments' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Bug report' }).click();
    await page.getByLabel('Title').pressSequentially('g d ?');
    expect(page.url()).toContain('/dashboard/payments');
  });

  it('sends feedback, asks for what is missing, and clears the panel', async () => {
    const page = await dashboard.visit('in', '/dashboard', {
      'POST /api/feedback/feature-request': { body: {} },
    });
    await page.getByRole('button', { name: 'Feature request' }).click();
    await page.getByRole('button', { name: 'Send feature request' }).click();
    await dashboard.toast(page).getByText('Please provide both a title and description.').waitFor();
    await page.getByLabel('Title').fill(' Export ');
    await page.getByLabel('Description').fill('As a spreadsheet');
    await page.getByRole('button', { name: 'Send feature request' }).click();
    await dashboard
      .toast(page)
      .getByText("Thank you for your feedback! We'll review your suggestion.")
      .waitFor();
    expect(
      dashboard.server.requests.find((request) => request.path === '/api/feedback/feature-request')?.body,
    ).toEqual({ title: 'Export', description: 'As a spreadsheet' });
    await expect.poll(() => dashboard.toast(page).count()).toBe(1);
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.closest('ol') !== null)).toBe(true);
    await page.getByRole('button', { name: 'Feature request' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
  });

  it('keeps theme and language, and signs out to the sign-in', async () => {
    const page = await dashboard.visit('in', '/dashboard');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    // Whoever wants no motion gets the other colors at once, not one level of the page after another.
    expect(
      await page.evaluate(
        () => document.getAnimations().filter((each) => each instanceof CSSTransition).length,
      ),
    ).toBe(0);
    await page.getByLabel('Language').selectOption('cs');
    await page.getByRole('heading', { name: 'Vítejte, Mira' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Vítejte, Mira' }).waitFor();
    expect(
      await page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dataset['theme'],
        document.documentElement.classList.contains('dark'),
        localStorage.getItem('ui-theme'),
        localStorage.getItem('i18nextLng'),
      ]),
    ).toEqual(['cs', 'dark', true, 'dark', 'cs']);
    await page.getByRole('button', { name: 'Odhlásit se' }).click();
    await page.waitForURL('**/auth');
  });

  it('counts the trial down, says when it is over, and says nothing once paid', async () => {
    const running = await dashboard.visit('in', '/dashboard', {
      'GET /api/subscription/status': subscription({
        trialEnd: new Date(Date.now() + 5 * hour).toISOString(),
      }),
    });
    expect(
      await running.getByRole('region', { name: 'Time left in your free trial' }).getAttribute('data-tone'),
    ).toBe('danger');
    const over = await dashboard.visit('in', '/dashboard', {
      'GET /api/subscription/status': subscription({ createdAt: '2026-01-01', trialEnd: '2026-01-08' }),
    });
    await over
      .getByText(
        'Your trial has expired. Please upgrade your subscription to continue using premium features.',
      )
      .waitFor();
    await expect
      .poll(() => over.getByRole('link', { name: 'Subscribe' }).getAttribute('href'))
      .toBe('/dashboard/settings?tab=billing');
    const paid = await dashboard.visit('in', '/dashboard', {
      'GET /api/subscription/status': subscription({ hasPaid: true }),
    });
    await expect.poll(() => paid.getByRole('timer').count()).toBe(0);
    const broken = await dashboard.visit('in', '/dashboard', {
      'GET /api/subscription/status': { status: 500, body: {} },
    });
    await dashboard
      .toast(broken)
      .getByText('Using default free features until subscription status can be verified.')
      .waitFor();
  });

  it('has its footer in the specified order', async () => {
    const page = await dashboard.visit('in', '/dashboard');
    const footer = page.locator('aside > :last-child');
    const names = await footer
      .locator('a, button, select')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
    expect(names.slice(0, 5)).toEqual([
      'Documentation',
      'Feature request',
      'Dark theme',
      'Bug report',
      'Language',
    ]);
    expect(names.at(-1)).toBe('Log out');
  });

  it('leads from Tools to a new contact form, and by the palette to what has a name of its own', async () => {
    const page = await dashboard.visit('in', '/dashboard/tools');
    await page.getByRole('link', { name: 'Browse templates' }).waitFor();
    await page.getByRole('link', { name: 'New contact form' }).click();
    await page.waitForURL('**/dashboard/forms/new');
    for (const [name, address] of [
      ['Forms', '/dashboard/forms'],
      ['Flows', '/dashboard/tools'],
      ['Analytics', '/dashboard'],
      ['Inbox', '/dashboard/inbox'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name }).first().click();
      await page.waitForURL(`${dashboard.server.url}${address}`);
    }
  });

  it('finds agents, contacts, conversations, forms, settings and documentation by any of their words', async () => {
    const item = {
      id: 'cnv_1',
      agentId: 'agt_1',
      agentName: 'Studio Linden',
      contactId: 'con_1',
      contactName: 'Anna Berg',
      contactEmail: 'anna@example.test',
      isProven: true,
      lastMessage: 'Do you deliver to Utrecht?',
    };
    const page = await dashboard.visit('in', '/dashboard', {
      'GET /api/agents': {
        body: { agents: [{ id: 'agt_1', name: 'Studio Linden', updatedAt: '2026-11-20T10:00:00Z' }] },
      },
      'GET /api/forms': { body: { forms: [{ id: 'frm_1', name: 'Ask for a delivery' }] } },
      'GET /api/contacts': {
        body: {
          contacts: [{ id: 'con_1', name: 'Anna Berg', email: 'anna@example.test' }],
          nextCursor: null,
        },
      },
      'GET /api/inbox/conversations': { body: { conversations: [item], nextCursor: null } },
    });
    const found = async (typed: string, name: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Where to, or what to do?').fill(typed);
      await page.getByRole('option', { name }).first().click();
    };
    for (const [typed, name, address] of [
      ['linden', /^Studio Linden/, '/dashboard/agents/edit/agt_1'],
      ['berg', /^Anna Berg.*anna@/, '/dashboard/contacts/con_1'],
      ['deliver', /Do you deliver/, '/dashboard/inbox/cnv_1'],
      ['delivery', /^Ask for a delivery/, '/dashboard/forms/frm_1'],
      ['billing', /^Billing/, '/dashboard/settings?tab=billing'],
      ['strict', /Strict pages/, '/dashboard/docs?tab=integration'],
      ['monetization', /^Payment and Monetization/, '/dashboard/agents/edit/agt_1?section=payment'],
    ] as const) {
      await found(typed, name);
      await page.waitForURL(`${dashboard.server.url}${address}`);
    }
  });

  it('sends whoever is signed out to the sign-in from addresses that lead nowhere, too', async () => {
    const page = await dashboard.visit('out', '/dashboard/agents/nowhere/agt_1');
    await page.waitForURL(/\/auth\?next=%2Fdashboard%2Fagents%2Fnowhere%2Fagt_1$/);
    const inside = await dashboard.visit('in', '/dashboard/agents/nowhere/agt_1');
    await inside.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('opens as a drawer on a phone and closes on a choice', async () => {
    const page = await dashboard.visit('in', '/dashboard', {}, { viewport: { width: 390, height: 844 } });
    await expect.poll(() => page.getByRole('link', { name: 'Tools' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    expect((await page.getByRole('dialog', { name: 'Main menu' }).boundingBox())?.width).toBe(280);
    await page.getByRole('link', { name: 'Tools' }).click();
    await page.waitForURL('**/dashboard/tools');
    await page.getByRole('dialog', { name: 'Main menu' }).waitFor({ state: 'hidden' });
  });

  it('shows a veil on a change of page that takes no clicks', async () => {
    const page = await dashboard.visit('in', '/dashboard', {}, { isFirst: true });
    await page.getByRole('link', { name: 'Tools' }).click();
    const veil = page.getByTestId('navigation-veil');
    await veil.waitFor({ state: 'attached' });
    // Its time is the specified one, whatever else moves less.
    expect(await veil.evaluate((element) => element.style.animationDuration)).toBe('1200ms');
    expect(await veil.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.waitForURL('**/dashboard/payments');
    await veil.waitFor({ state: 'detached' });
  });

  it('takes a language out of a stored code only when it is one of the six', async () => {
    const page = await dashboard.visit(
      'out',
      '/auth',
      {},
      { stored: { i18nextLng: '"><img src=x onerror=alert(1)>' } },
    );
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    const dutch = await dashboard.visit('out', '/auth', {}, { locale: 'nl-BE' });
    await dutch.getByRole('heading', { name: 'Log in op je account' }).waitFor();
  });
});

// Every screen at rest is looked at in screens.test.ts.
describe('nothing is out of reach for assistive technology, in both themes', () => {
  it('in the forms that were sent empty', async () => {
    const page = await dashboard.visit('out', '/auth', {}, { stored: { 'ui-theme': 'light' } });
    for (const tab of ['Login', 'Register']) {
      await page.setViewportSize({ width: 1280, height: 860 });
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('form button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await faultsInBothThemes(page), tab).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await faultsInBothThemes(page), `${tab} on a phone`).toEqual([]);
    }
  });
  it('in the palette, the sheet and the feedback panel', async () => {
    const page = await dashboard.visit('in', '/dashboard', {}, { stored: { 'ui-theme': 'light' } });
    for (const open of [
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('?'),
      () => page.getByRole('button', { name: 'Bug report' }).click(),
    ]) {
      await open();
      await page.getByRole('dialog').waitFor();
      expect(await faultsInBothThemes(page), String(open)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });
});

it('fits a phone in every language without scrolling sideways', async () => {
  const page = await dashboard.visit(
    'out',
    '/auth?tab=register',
    {},
    { viewport: { width: 360, height: 780 } },
  );
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const language of languages) {
    dashboard.answerAs('out');
    await page.evaluate((code) => localStorage.setItem('i18nextLng', code), language);
    await page.goto(`${dashboard.server.url}/auth?tab=register`);
    await page.locator(`html[lang=${language}] h1`).first().waitFor();
    expect(await widest(), `${language} /auth`).toBeLessThanOrEqual(360);
    dashboard.answerAs('in');
    await page.goto(`${dashboard.server.url}/dashboard`);
    let title = 'Chatelier';
    for (const address of ['/dashboard', '/dashboard/tools', '/dashboard/payments']) {
      // As a link does, without loading everything anew.
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await page.waitForFunction(
        (before) => document.title !== before && document.querySelector('h1'),
        title,
      );
      title = await page.title();
      expect(await widest(), `${language} ${address}`).toBeLessThanOrEqual(360);
    }
  }
});
