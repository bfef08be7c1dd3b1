import { Command } from 'cmdk';
import { CornerDownLeft, Search } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#ui/page/kbd.tsx';
import { useShortcutList, type Shortcut } from '#ui/browser/shortcuts.ts';

/** Everything that can be done or gone to, by name. Fed by the shortcut registry. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const list = useShortcutList().filter((item) => item.id !== 'palette');
  const groups = Map.groupBy(list, (item) => item.group);
  const choose = (item: Shortcut) => {
    onClose();
    // After the palette has given the focus back, so that what opens next keeps it.
    setTimeout(item.run, 0);
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
          <Command loop label={t('palette.open')} className="flex min-h-0 flex-col">
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search size={20} className="shrink-0 text-muted" aria-hidden="true" />
              <Command.Input
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
                <Command.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
                >
                  {items.map((item) => (
                    <Command.Item
                      key={item.id}
                      value={item.id}
                      keywords={[item.label, item.group, ...(item.keywords ?? [])]}
                      onSelect={() => choose(item)}
                      className="group flex min-h-11 items-center gap-3 rounded-control px-3 data-[selected=true]:bg-accent-tint md:min-h-9"
                    >
                      <span className="grow">{item.label}</span>
                      {item.keys && <Kbd keys={item.keys} />}
                      <CornerDownLeft
                        size={16}
                        className="hidden text-accent-ink group-data-[selected=true]:block"
                        aria-hidden="true"
                      />
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
