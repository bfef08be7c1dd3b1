import { screens } from './screens.ts';

/** The name (under `shell:screens`) of the screen at an address; null where there is none. */
export function screenNameAt(pathname: string): string | null {
  const parts = pathname.split('/');
  const fits = (route: string): boolean => {
    const wanted = route.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part === parts[at] || (part.startsWith('$') && parts[at] !== ''))
    );
  };
  // Of `/forms/new` and `/forms/$id` the one that says more.
  const [found] = screens
    .flatMap(({ routes, screen }) => routes.filter(fits).map((route) => ({ route, screen })))
    .toSorted((one, other) => one.route.split('$').length - other.route.split('$').length);
  return found?.screen.screenName ?? null;
}
