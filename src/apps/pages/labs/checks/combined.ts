import { addAgent, buttonOf, launchers, registry, removeAgents } from './agents-on-page.ts';
import { pause, until, type Check } from './check.ts';

/** Several agents on one page: one in the page itself, the others as buttons, and none in another's way. */
export const check: Check = async ({ number, values, report, area }) => {
  removeAgents();
  const own = Number(number);
  const others = values['others'] as number[];
  const inline = document.createElement('div');
  inline.className = 'check-inline';
  inline.dataset['chatelierAgent'] = String(own);
  area.append(inline);
  for (const each of [own, ...others]) await addAgent(each);
  const wanted = others.length + 1;
  await until(() => launchers().length === wanted);
  report('ready', `${launchers().length} / ${wanted}`, 'good');
  const listed = Object.keys(registry().agents ?? {}).map(Number);
  const isListed = [own, ...others].every((each) => listed.includes(each)) && listed.length === wanted;
  report('registry', listed.join(' '), isListed ? 'good' : 'bad');
  await pause(300);
  const boxes = launchers()
    .filter((launcher) => !inline.contains(launcher))
    .flatMap((launcher) => buttonOf(launcher)?.getBoundingClientRect() ?? [])
    .filter(({ width }) => width > 0);
  const isApart = boxes.every((one, at) =>
    boxes.every(
      (other, index) =>
        index <= at ||
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top,
    ),
  );
  report('apart', String(boxes.length), isApart && boxes.length === others.length ? 'good' : 'bad');
  inline.scrollIntoView({ block: 'nearest' });
  const frame = await until(() =>
    inline.querySelector('chatelier-launcher')?.shadowRoot?.querySelector('iframe'),
  );
  const { width, height } = frame.getBoundingClientRect();
  report(
    'inline',
    `${Math.round(width)} × ${Math.round(height)} px`,
    width > 200 && height > 300 ? 'good' : 'bad',
  );
  const [first] = others;
  registry().agents?.[String(first)]?.destroy();
  await until(() => launchers().length === wanted - 1);
  const left = Object.keys(registry().agents ?? {}).length;
  report('destroy', `${left} / ${wanted - 1}`, left === wanted - 1 ? 'good' : 'bad');
};
