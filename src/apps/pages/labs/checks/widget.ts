import { addAgent, launchers, removeAgents } from './agents-on-page.ts';
import { milliseconds, until, type Check } from './check.ts';

const events = ['ready', 'open', 'close', 'message', 'unread', 'paywall', 'lead', 'error', 'destroy'];

/** One agent's script tag on this page: how long each step takes, and what the page is told. */
export const check: Check = async ({ number, report, signal }) => {
  removeAgents();
  const told: string[] = [];
  const begin = performance.now();
  for (const event of events)
    addEventListener(
      `chatelier:${event}`,
      () => {
        told.push(`${event} ${milliseconds(performance.now() - begin)}`);
        report('events', told.slice(-12).join(' · '), 'note');
      },
      { signal },
    );
  const { agent, scriptMs, readyMs } = await addAgent(Number(number));
  report('script', milliseconds(scriptMs), scriptMs < 2_000 ? 'good' : 'bad');
  report('ready', milliseconds(readyMs), readyMs < 3_000 ? 'good' : 'bad');
  const asked = performance.now();
  const heard = (event: string): Promise<void> =>
    new Promise((resolve) => addEventListener(`chatelier:${event}`, () => resolve(), { once: true, signal }));
  const opened = heard('open');
  agent.open();
  await Promise.race([opened, until(() => signal.aborted, 10_000)]);
  await until(() => launchers()[0]?.shadowRoot?.querySelector('iframe'));
  const open = performance.now() - asked;
  report('open', milliseconds(open), open < 3_000 ? 'good' : 'bad');
  const closed = heard('close');
  agent.close();
  await Promise.race([closed, until(() => signal.aborted, 10_000)]);
  report('close', '✓', 'good');
};
