import { useEffect, useState } from 'react';

/** A picture as it is to be: as saved, another file, or none. */
export type ChosenImage = {
  /** What to show. */
  url: string | null;
  /** What saving does; null: nothing. `file` is null where the saved picture goes. */
  change: { file: File | null } | null;
  choose: (file: File) => void;
  remove: () => void;
  reset: () => void;
};

/** Keeps a chosen picture in the page until it is saved. */
export function useChosenImage(saved: string | null): ChosenImage {
  const [change, setChange] = useState<{ file: File | null; url: string | null } | null>(null);
  const url = change?.url ?? null;
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return {
    url: change ? change.url : saved,
    change,
    choose: (file) => setChange({ file, url: URL.createObjectURL(file) }),
    remove: () => setChange(saved === null ? null : { file: null, url: null }),
    reset: () => setChange(null),
  };
}
