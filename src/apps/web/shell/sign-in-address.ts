import { paths } from '#shared/paths.ts';

/**
 * Where somebody signs in who wanted a page: with that page, where it is to be remembered. Whoever follows the
 * link that the first start prints has no account yet, so registering is open there.
 */
export function signInAddress(wanted: string, remember: boolean): string {
  if (!remember || wanted === paths.dashboard) return paths.auth;
  const isFirst = wanted.startsWith(paths.superadminClaim);
  return `${paths.auth}?${new URLSearchParams({ next: wanted, ...(isFirst && { tab: 'register' }) })}`;
}
