import { useEndpoint } from './api/hooks.ts';

/** What tags and links for visitors begin with: the account's own address where it is shown, else this one. */
export function useVisitorsOrigin(): string {
  const { data } = useEndpoint('GET /api/user/white-label');
  return data?.origin ?? location.origin;
}
