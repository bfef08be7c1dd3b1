import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useSession, useSetSession } from '#ui/api/session.ts';
import { useShortcuts, type Shortcut } from '#ui/browser/shortcuts.ts';
import { currentTheme, setTheme } from '#ui/browser/theme.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { morePlaces, navigationFor } from './navigation.ts';
import { overlayStore } from './overlays.ts';

/** Signs out, says so, and goes to the sign-in. */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const setSession = useSetSession();
  return async () => {
    try {
      await api('POST /api/logout');
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('logout.failed'),
        description: error instanceof Error ? error.message : undefined,
      });
      return;
    }
    setSession(null);
    toast({ title: t('logout.doneTitle'), description: t('logout.doneText') });
    await navigate({ to: paths.auth });
  };
}

/** What the keyboard can do everywhere in the dashboard. */
export function useAppShortcuts(toggleSidebar: () => void): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const logout = useLogout();
  const user = useSession();
  const goTo = t('palette.goTo');
  const actions = t('palette.actions');
  const help = t('palette.help');
  const places = [
    ...navigationFor(user?.can ?? {}).map(({ name, path, keys }) => ({ name: t(`nav.${name}`), path, keys })),
    ...morePlaces
      .filter(({ needs }) => user?.can[needs] !== false)
      .map(({ name, path, keys }) => ({ name: t(`nav.${name}`), path, keys })),
    { name: t('footer.documentation'), path: paths.docs, keys: 'g h' },
    ...(user?.isSuperadmin ? [{ name: t('screens.superadmin'), path: paths.superadmin, keys: 'g x' }] : []),
  ];
  const everywhere: Shortcut[] = [
    ...places.map(({ name, path, keys }) => ({
      id: `go ${name} ${path}`,
      keys,
      label: name,
      group: goTo,
      run: () => void navigate({ to: path }),
    })),
    ...(user?.can['agents.edit'] === false
      ? []
      : [
          {
            id: 'new-agent',
            label: t('palette.newAgent'),
            group: actions,
            run: () => void navigate({ to: paths.newAgent }),
          },
        ]),
    {
      id: 'theme',
      keys: 'shift+t',
      label: t('palette.theme'),
      group: actions,
      run: () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark'),
    },
    { id: 'sidebar', keys: '[', label: t('palette.sidebar'), group: actions, run: toggleSidebar },
    {
      id: 'bug-report',
      label: t('footer.bugReport'),
      group: help,
      run: () => overlayStore.set('bug-report'),
    },
    {
      id: 'feature-request',
      label: t('footer.featureRequest'),
      group: help,
      run: () => overlayStore.set('feature-request'),
    },
    {
      id: 'palette',
      keys: 'mod+k',
      label: t('palette.open'),
      group: help,
      run: () => overlayStore.set(overlayStore.get() === 'palette' ? null : 'palette'),
    },
    {
      id: 'shortcuts',
      keys: '?',
      label: t('shortcuts.title'),
      group: help,
      run: () => overlayStore.set('help'),
    },
    { id: 'logout', label: t('footer.logout'), group: help, run: () => void logout() },
  ];
  useShortcuts(everywhere.map((shortcut) => ({ ...shortcut, isEverywhere: true })));
}
