import { addAgent, launchers, registry, removeAgents } from './agents-on-page.ts';
import { pause, until, type Check } from './check.ts';

/** What frameworks do to a page while an agent is on it; there must be one launcher after each step. */
export const check: Check = async ({ values, report }) => {
  removeAgents();
  const guide = Number(values['guide']);
  const here = location.href;
  await addAgent(guide);
  const look = async (name: string): Promise<void> => {
    await pause(200);
    const [shown, listed] = [launchers().length, Object.keys(registry().agents ?? {}).length];
    report(
      name,
      `${location.pathname}${location.search}${location.hash}`,
      shown === 1 && listed === 1 ? 'good' : 'bad',
    );
  };
  await look('ready');
  history.pushState(null, '', '?step=push');
  await look('push');
  history.replaceState(null, '', '?step=replace');
  await look('replace');
  location.hash = 'step';
  await look('hash');
  const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await Promise.race([back, pause(2_000)]);
  await look('back');
  history.replaceState(null, '', here);
  // Frameworks that draw a whole page anew take everything out of its body.
  const children = [...document.body.childNodes];
  document.body.replaceChildren();
  await pause(100);
  document.body.replaceChildren(...children);
  await look('body');
  registry().agents?.[String(guide)]?.destroy();
  await until(() => launchers().length === 0);
  const left = Object.keys(registry().agents ?? {}).length + (registry().all?.length ?? 0);
  report('leave', String(left), left === 0 ? 'good' : 'bad');
  await addAgent(guide);
  await look('return');
  removeAgents();
};
