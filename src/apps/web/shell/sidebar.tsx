import { clsx } from 'clsx';
import { Link, useRouterState } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { useUser } from '#ui/api/session.ts';
import { Kbd } from '#ui/page/kbd.tsx';
import { Brand } from '#ui/page/logo.tsx';
import { isActive, navigationFor } from './navigation.ts';
import { overlayStore } from './overlays.ts';
import { Hint } from './hint.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';

type Props = {
  brand: { name: string; logoUrl: string | null };
  /** How many conversations ask for somebody. */
  attention: number;
  collapsed: boolean;
  onToggleCollapsed?: () => void;
  onNavigate?: () => void;
  onClose?: () => void;
};

const entryClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-2.5 font-medium transition-colors duration-150 md:min-h-9 [&_svg]:shrink-0';

/**
 * Entries on top, the person and the small things at the foot. 280 px as a drawer, 16 rem beside the page,
 * icons only when collapsed.
 */
export function Sidebar({ brand, attention, collapsed, onToggleCollapsed, onNavigate, onClose }: Props) {
  const { t } = useTranslation('shell');
  const { can } = useUser();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const drawer = onClose !== undefined;
  return (
    <aside
      aria-label={t('sidebar')}
      className={clsx(
        'flex flex-col overflow-y-auto bg-surface print:hidden',
        drawer ? 'h-full w-full' : 'sticky top-0 h-dvh shrink-0 border-r border-line',
        !drawer && (collapsed ? 'w-16' : 'w-[16rem]'),
      )}
    >
      <div
        className={clsx(
          'flex h-16 shrink-0 items-center gap-2',
          collapsed ? 'justify-center' : 'justify-between pr-2 pl-4',
        )}
      >
        {!collapsed && (
          <Link to={paths.dashboard} onClick={onNavigate} className="flex min-w-0 rounded-control">
            <Brand {...brand} />
          </Link>
        )}
        {drawer ? (
          <IconButton label={t('closeMenu')} tooltip={false} onClick={onClose}>
            <X size={20} />
          </IconButton>
        ) : (
          <IconButton
            label={t(collapsed ? 'expandSidebar' : 'collapseSidebar')}
            keys="["
            onClick={onToggleCollapsed}
            aria-expanded={!collapsed}
          >
            {collapsed ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}
          </IconButton>
        )}
      </div>
      <div className="px-3 pb-3">
        <Hint text={t('palette.open')} shown={collapsed}>
          <button
            type="button"
            aria-label={collapsed ? t('palette.open') : undefined}
            onClick={() => {
              onNavigate?.();
              overlayStore.set('palette');
            }}
            className={clsx(
              'flex min-h-11 w-full items-center gap-2.5 rounded-control border border-line bg-page px-2.5 text-muted transition-colors duration-150 hover:border-edge hover:text-ink md:min-h-9',
              collapsed && 'justify-center',
            )}
          >
            <Search size={16} />
            {!collapsed && (
              <>
                <span className="grow text-left">{t('palette.short')}</span>
                {!drawer && <Kbd keys="mod+k" />}
              </>
            )}
          </button>
        </Hint>
      </div>
      <nav aria-label={t('menu')} className="grow px-3">
        <ul className="grid gap-0.5">
          {navigationFor(can).map((entry) => {
            const active = isActive(entry, pathname);
            const label = t(`nav.${entry.name}`);
            return (
              <li key={entry.name}>
                <Hint text={label} keys={entry.keys} shown={collapsed}>
                  <Link
                    to={entry.path}
                    onClick={onNavigate}
                    aria-current={active ? 'page' : undefined}
                    aria-label={collapsed ? label : undefined}
                    className={clsx(
                      entryClass,
                      collapsed && 'relative justify-center',
                      active ? 'bg-accent-tint text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink',
                    )}
                  >
                    <entry.icon size={20} aria-hidden="true" />
                    {!collapsed && <span className="grow">{label}</span>}
                    {entry.name === 'inbox' && attention > 0 && (
                      <span
                        className={clsx(
                          'tabular rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent',
                          collapsed && 'absolute -top-0.5 -right-0.5',
                        )}
                      >
                        <span aria-hidden="true">{attention > 99 ? '99+' : attention}</span>
                        <span className="sr-only">{t('inbox.attention', { count: attention })}</span>
                      </span>
                    )}
                  </Link>
                </Hint>
              </li>
            );
          })}
        </ul>
      </nav>
      <SidebarFooter collapsed={collapsed} onNavigate={onNavigate} />
    </aside>
  );
}
