const key = 'superadmin-claim';

type Place = {
  hash: string;
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

/**
 * The one-time token of the link that the first start prints. It stands in the address's fragment, which no
 * server sees; the session's storage keeps it while the person signs in.
 */
export function takeClaimToken({ hash, store }: Place): string | null {
  const token = hash.replace(/^#/, '');
  try {
    if (token) store.setItem(key, token);
    return token || store.getItem(key);
  } catch {
    return token || null;
  }
}

/** Forgets the token once it has done its work. */
export function forgetClaimToken(store: Place['store']): void {
  try {
    store.removeItem(key);
  } catch {
    // Storage may be forbidden; then nothing was kept either.
  }
}
