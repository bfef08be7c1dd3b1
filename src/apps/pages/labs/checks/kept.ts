import type { Check } from './check.ts';

const prefix = 'chatelier:';

function sizesIn(storage: Storage): [key: string, size: number][] {
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => [key, (storage.getItem(key) ?? '').length]);
}

/** What chats keep in this browser for this site: by name and size, never what it says, and a way to delete it. */
export const check: Check = async ({ text, report, area, signal }) => {
  const stores = { local: localStorage, session: sessionStorage };
  let total = 0;
  for (const [name, storage] of Object.entries(stores)) {
    const found = sizesIn(storage);
    report(name, String(found.length), 'note');
    for (const [key, size] of found.toSorted(([a], [b]) => a.localeCompare(b))) {
      report(key, `${size} B`, 'note');
      total += size;
    }
  }
  const names = document.cookie
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter((name) => name.includes('chatelier'));
  // Those that only the server reads are not seen here, and no chat uses them.
  report('cookies', String(names.length), names.length === 0 ? 'good' : 'note');
  report('total', `${total} B`, 'note');
  if (total === 0) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet';
  button.textContent = text('remove');
  button.addEventListener(
    'click',
    () => {
      for (const storage of Object.values(stores))
        for (const [key] of sizesIn(storage)) storage.removeItem(key);
      document.querySelector<HTMLButtonElement>('[data-run]')?.click();
    },
    { signal },
  );
  area.append(button);
};
