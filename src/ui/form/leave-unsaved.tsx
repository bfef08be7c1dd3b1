import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';

type Props = {
  /** Whether there is something to lose; asked when somebody is about to go. */
  isUnsaved: () => boolean;
  /** What stands in the address behind `?` may change without asking: the screen stays. */
  keepsInSearch?: boolean;
};

/** Asks before somebody leaves a screen whose changes are not saved, for another screen or another site. */
export function LeaveUnsaved({ isUnsaved, keepsInSearch = false }: Props) {
  const { t } = useTranslation('common');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() &&
      (current.pathname !== next.pathname ||
        (!keepsInSearch && JSON.stringify(current.search) !== JSON.stringify(next.search))),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('leave.title')}
      description={t('leave.text')}
      confirm={t('leave.leave')}
      run={async () => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
