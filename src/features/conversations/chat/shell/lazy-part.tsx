/** @jsxImportSource preact */
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A part of the chat whose script comes when it is first shown. Until then `meanwhile` stands in its place.
 * A script that the network lost is fetched again, after 1, 2, 4 … seconds, until it comes: a wall that never
 * shows would be a chat that silently stops.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: (props: Props) => ComponentChild,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
    const [, redraw] = useState(!!Part);
    useEffect(() => {
      let wait = 500;
      const fetch = () =>
        load().then(
          (loaded) => {
            // Of two that were shown at once, both go on with the first.
            Part ??= loaded;
            redraw(true);
          },
          () => setTimeout(fetch, (wait *= 2)),
        );
      if (!Part) void fetch();
    }, []);
    return Part ? <Part {...props} /> : meanwhile?.(props);
  };
}
