/** @jsxImportSource preact */
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A part of the chat whose script comes when it is first shown. Until then, and should it never come,
 * `meanwhile` stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: (props: Props) => ComponentChild,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
    const [, redraw] = useState(!!Part);
    useEffect(() => {
      if (!Part)
        load().then(
          (loaded) => {
            Part = loaded;
            redraw(true);
          },
          () => undefined,
        );
    }, []);
    return Part ? <Part {...props} /> : meanwhile?.(props);
  };
}
