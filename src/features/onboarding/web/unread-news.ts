import { useEndpoint } from '#ui/api/hooks.ts';

/** Entries of what is new that the signed-in person has not seen. */
export function useUnreadNews(): readonly string[] {
  return useEndpoint('GET /api/news').data?.unread ?? [];
}
