import type { LauncherLayout } from '#shared/embed/protocol.ts';

/** Where launcher and panel stand unless an owner says otherwise. */
export const defaultLayout: LauncherLayout = {
  position: 'bottom-right',
  offsetX: 20,
  offsetY: 20,
  size: 'regular',
  launcherText: '',
  hideLauncher: false,
  popupMessage: '',
  popupDelay: 5,
  popupOnPhones: false,
};
