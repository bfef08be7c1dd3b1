import { Tooltip } from '#ui/overlay/tooltip.tsx';

/** A tooltip at the right when only icons are left. */
export function Hint({
  text,
  keys,
  shown,
  children,
}: {
  text: string;
  keys?: string;
  shown: boolean;
  children: React.ReactElement;
}) {
  return shown ? (
    <Tooltip text={text} keys={keys} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}
