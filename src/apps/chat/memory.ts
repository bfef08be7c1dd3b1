/** Storage of our own origin, for the hosted page; a browser that refuses it keeps nothing beyond this page view. */
export function readOwn(key: string): string | null {
  try {
    return localStorage.getItem(`chatelier:${key}`);
  } catch {
    return null;
  }
}

export function keepOwn(key: string, value: string): void {
  try {
    localStorage.setItem(`chatelier:${key}`, value);
  } catch {
    /* Refused or full: the visitor starts afresh next time. */
  }
}
