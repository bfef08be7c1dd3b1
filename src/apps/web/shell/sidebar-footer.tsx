import { clsx } from 'clsx';
import { Link, useRouterState } from '@tanstack/react-router';
import {
  BookOpen,
  Bug,
  Languages,
  Lightbulb,
  LogOut,
  Moon,
  ShieldCheck,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage, type Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { AccountSwitcher } from '#features/team/web/account-switcher.tsx';
import { useUser } from '#ui/api/session.ts';
import { Avatar } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { useTheme } from '#ui/browser/theme.ts';
import { useLogout } from './app-shortcuts.ts';
import { Hint } from './hint.tsx';
import { isActive } from './navigation.ts';
import { overlayStore, type Overlay } from './overlays.ts';

const LazyHelp = lazy(() => import('./help/help-button.tsx').then((file) => ({ default: file.HelpButton })));

/** The way to the help of the open screen; its place is kept until it is there. */
export function HelpButton(props: Parameters<typeof LazyHelp>[0]) {
  return (
    <Suspense fallback={<span className={props.className} />}>
      <LazyHelp {...props} />
    </Suspense>
  );
}

/**
 * Documentation, requests, theme, bug reports, language, the person and the way out. Source of the order: the
 * specification, "Dashboard shell".
 */
export function SidebarFooter({ collapsed, onNavigate }: { collapsed: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const logout = useLogout();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const row = clsx(
    'flex min-h-11 w-full items-center gap-3 rounded-control px-2.5 text-sm transition-colors duration-150 md:min-h-8 [&_svg]:shrink-0',
    collapsed && 'justify-center',
  );
  const quiet = 'text-muted hover:bg-sunken hover:text-ink';
  const panel = (overlay: Overlay, label: string, Icon: LucideIcon) => (
    <Hint text={label} shown={collapsed}>
      <button
        type="button"
        aria-label={collapsed ? label : undefined}
        onClick={() => {
          onNavigate?.();
          overlayStore.set(overlay);
        }}
        className={clsx(row, quiet)}
      >
        <Icon size={16} aria-hidden="true" />
        {!collapsed && label}
      </button>
    </Hint>
  );
  const links = [
    { path: paths.docs, label: t('footer.documentation'), icon: BookOpen },
    ...(user.isSuperadmin
      ? [{ path: paths.superadmin, label: t('screens.superadmin'), icon: ShieldCheck }]
      : []),
  ];
  const name = user.name || [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
  return (
    <div className="grid grid-cols-1 gap-0.5 px-3 pt-4 pb-3">
      {links.map(({ path, label, icon: Icon }) => (
        <Hint key={path} text={label} shown={collapsed}>
          <Link
            to={path}
            onClick={onNavigate}
            aria-label={collapsed ? label : undefined}
            aria-current={isActive({ path }, pathname) ? 'page' : undefined}
            className={clsx(row, isActive({ path }, pathname) ? 'bg-accent-tint text-accent-ink' : quiet)}
          >
            <Icon size={16} aria-hidden="true" />
            {!collapsed && label}
          </Link>
        </Hint>
      ))}
      {panel('feature-request', t('footer.featureRequest'), Lightbulb)}
      <ThemeToggle row={clsx(row, quiet)} collapsed={collapsed} />
      {panel('bug-report', t('footer.bugReport'), Bug)}
      <LanguagePicker row={clsx(row, quiet)} collapsed={collapsed} />
      <HelpButton className={clsx(row, quiet)} isIcon={collapsed} onNavigate={onNavigate} />
      <div
        className={clsx('mt-3 flex items-center gap-2.5 border-t border-line pt-3', collapsed && 'flex-col')}
      >
        <AccountSwitcher compact={collapsed}>
          <Avatar name={name} src={user.profileImageUrl} />
          {!collapsed && (
            <span className="min-w-0 grow leading-tight">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">{user.email}</span>
            </span>
          )}
        </AccountSwitcher>
        <IconButton label={t('footer.logout')} onClick={() => void logout()}>
          <LogOut size={16} />
        </IconButton>
      </div>
    </div>
  );
}

function ThemeToggle({ row, collapsed }: { row: string; collapsed: boolean }) {
  const { t } = useTranslation('shell');
  const [theme, setTheme] = useTheme();
  const label = t(theme === 'dark' ? 'footer.lightTheme' : 'footer.darkTheme');
  return (
    <Hint text={label} keys="shift+t" shown={collapsed}>
      <button
        type="button"
        aria-label={collapsed ? label : undefined}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        className={row}
      >
        {theme === 'dark' ? <Sun size={16} aria-hidden="true" /> : <Moon size={16} aria-hidden="true" />}
        {!collapsed && label}
      </button>
    </Hint>
  );
}

/** The system's own list: right on every phone, and nothing to load. */
function LanguagePicker({ row, collapsed }: { row: string; collapsed: boolean }) {
  const { t, i18n } = useTranslation('shell');
  const language: Language = toLanguage(i18n.language) ?? 'en';
  return (
    <span
      className={clsx(row, 'relative has-focus-visible:outline-2 has-focus-visible:outline-accent-strong')}
    >
      <Languages size={16} aria-hidden="true" />
      {!collapsed && (
        <span aria-hidden="true" className="grow">
          {languageNames[language]}
        </span>
      )}
      <select
        aria-label={t('footer.language')}
        value={language}
        onChange={(event) => void i18n.changeLanguage(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer appearance-none rounded-control text-md opacity-0"
      >
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageNames[code]}
          </option>
        ))}
      </select>
    </span>
  );
}
