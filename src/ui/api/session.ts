import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Output } from './client.ts';

export type SessionUser = Output<'GET /api/user'>;

const session = queryOptions<SessionUser | null>({
  queryKey: ['/api/user'],
  // Signed out and unreachable look the same here: nobody is signed in.
  queryFn: () => api('GET /api/user').catch(() => null),
});

/** Who is signed in: `undefined` while the first look-up runs, then the person or null. */
export function useSession(): SessionUser | null | undefined {
  return useQuery(session).data;
}

/** The signed-in person; for screens behind the guard, where there always is one. */
export function useUser(): SessionUser {
  const user = useSession();
  // While signing out, a screen may draw once more before the guard takes it away.
  const last = useRef(user);
  if (user) last.current = user;
  if (!last.current) throw new Error('useUser is for screens behind the guard');
  return last.current;
}

/**
 * Starts the look-up early, beside the first screen's code and texts. A page that the server wrote for nobody who is
 * signed in needs none (`isForNobody`).
 */
export function prefetchSession(client: QueryClient, isForNobody: boolean): void {
  if (isForNobody) client.setQueryData(session.queryKey, null);
  else void client.prefetchQuery(session);
}

/** Stores who signed in, or null after signing out (which also forgets everything read so far). */
export function useSetSession(): (user: SessionUser | null) => void {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  return (user) => {
    // Who signs in reads in the language of their profile, whatever this browser showed before.
    if (user && !client.getQueryData(session.queryKey) && i18n.language !== user.language)
      void i18n.changeLanguage(user.language);
    if (!user) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== '/api/user' });
    client.setQueryData(session.queryKey, user);
  };
}
