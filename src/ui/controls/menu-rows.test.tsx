import * as RadixMenu from 'radix-ui/dropdown-menu';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MenuRows, type MenuItem } from './menu-rows.tsx';

const action = (label: string): MenuItem => ({ label, onSelect: () => undefined });
const draw = (items: readonly MenuItem[]): string =>
  renderToStaticMarkup(
    <RadixMenu.Root open>
      <RadixMenu.Content>
        <MenuRows items={items} />
      </RadixMenu.Content>
    </RadixMenu.Root>,
  );

it('names what follows a heading by it, because the focus never stands on the heading', () => {
  const drawn = draw([
    action('Rename'),
    { heading: 'Superadmins can’t be locked out.' },
    action('Take superadmin away'),
    'separator',
    action('Remove'),
  ]);
  const [, id, group = ''] =
    /<div role="group" aria-labelledby="([^"]+)">(.*?)<div role="separator"/.exec(drawn) ?? [];
  expect(group).toContain(`<div id="${id}"`);
  expect(group).toContain('Superadmins can’t be locked out.');
  expect(group).toContain('Take superadmin away');
  expect(group).not.toMatch(/Rename|Remove/);
  expect(drawn).toMatch(/Rename.*Take superadmin away.*Remove/);
});
