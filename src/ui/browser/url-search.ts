import { useEffect, useState } from 'react';
import { useUrlParam, type SearchParam } from './url-param.ts';

/** What is typed is looked for when nothing was typed for so long, in ms. */
const pause = 250;
const longest = 200;

/**
 * A search that stands in the address: what is in the field, what is looked for (trimmed, at most 200
 * letters), and the way to change the field.
 * `const [typed, search, setTyped] = useUrlSearch();`
 */
export function useUrlSearch(
  name: SearchParam = 'search',
): [typed: string, search: string, setTyped: (text: string) => void] {
  const [found, setFound] = useUrlParam<string>(name, '');
  const [typed, setTyped] = useState(found);
  // A search that came by the address stands in the field; a space behind what is looked for already may stay
  // there.
  useEffect(() => setTyped((before) => (before.trim() === found ? before : found)), [found]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === found) return;
    const timer = setTimeout(() => setFound(wanted), pause);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the pause begins with typing; a search that came by the address starts none
  }, [typed]);
  return [typed, found.trim().slice(0, longest), setTyped];
}
