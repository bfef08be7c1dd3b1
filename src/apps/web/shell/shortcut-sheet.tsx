import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Kbd } from '#ui/page/kbd.tsx';
import { keysByGroup, useShortcutList } from '#ui/browser/shortcuts.ts';

/** The keys of this screen. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const groups = keysByGroup(useShortcutList());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('shortcuts.title')}
      description={t('shortcuts.note')}
    >
      <div className="grid gap-5 pt-1">
        {[...groups].map(([group, items]) => (
          <section key={group}>
            <h3 className="mb-1 text-sm font-medium text-muted">{group}</h3>
            <dl>
              {items.map((item) => (
                <div
                  key={item.id}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{item.label}</dt>
                  <dd>{item.keys && <Kbd keys={item.keys} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
