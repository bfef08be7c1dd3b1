import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#ui/page/kbd.tsx';
import { useShortcutList } from '#ui/browser/shortcuts.ts';
import { fitOf } from './finding.ts';
import { Group, Item } from './palette-list.tsx';

type Props = {
  /** What was typed while the palette was on its way. */
  begun: RefObject<string>;
  onClose: () => void;
};

/**
 * Everything that can be done or gone to, by name: what the shortcut registry knows, and what of the account
 * fits the typed words.
 */
export function CommandPalette({ begun, onClose }: Props) {
  const { t } = useTranslation('shell');
  const list = useShortcutList().filter((item) => item.id !== 'palette');
  const groups = Map.groupBy(list, (item) => item.group);
  const [typed, setTyped] = useState(() => begun.current);
  const choose = (run: () => void) => {
    onClose();
    // After the palette has given the focus back, so that what opens next keeps it.
    setTimeout(run, 0);
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className="fixed inset-0 z-50 bg-scrim"
          style={{ animation: 'appear 120ms var(--ease-out)' }}
        />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(30rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-sheet bg-raised shadow-sheet outline-none md:top-[14vh]"
          style={{ animation: 'float-in 140ms var(--ease-out)' }}
        >
          <Radix.Title className="sr-only">{t('palette.open')}</Radix.Title>
          <Command
            loop
            label={t('palette.open')}
            filter={(_, search, names) => fitOf(search, ...(names ?? []))}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search size={20} className="shrink-0 text-muted" aria-hidden="true" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder={t('palette.placeholder')}
                className="h-14 w-full bg-transparent text-md outline-none"
              />
              <Kbd keys="escape" />
            </div>
            <Command.List className="min-h-0 overflow-y-auto p-2">
              <Command.Empty className="px-3 py-10 text-center text-muted">
                {t('palette.empty')}
              </Command.Empty>
              {[...groups].map(([group, items]) => (
                <Group key={group} name={group}>
                  {items.map((item) => (
                    <Item
                      key={item.id}
                      id={item.id}
                      names={[item.label, item.group, ...(item.keywords ?? [])]}
                      label={item.label}
                      keys={item.keys}
                      onSelect={() => choose(item.run)}
                    />
                  ))}
                </Group>
              ))}
              <Suspense>
                <Finds typed={typed} choose={choose} />
              </Suspense>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

// The first command does not wait for what the account holds.
const Finds = lazy(() => import('./finds.tsx').then((file) => ({ default: file.Finds })));
