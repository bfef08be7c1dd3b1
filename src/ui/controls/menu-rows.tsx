import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import * as RadixMenu from 'radix-ui/dropdown-menu';
import { Kbd } from '../page/kbd.tsx';

type Action = {
  label: ReactNode;
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** That it is on, where the item is a choice: one of several that go together, or (`isOneOf`) the only one. */
  checked?: boolean;
  isOneOf?: boolean;
  onSelect: () => void;
};
/** A heading stands over what follows until the next one or a separator, and is told with it. */
export type MenuItem = { heading: string } | Action | 'separator';

/** What stands in an open menu. */
export function MenuRows({ items }: { items: readonly MenuItem[] }) {
  return sectionsOf(items).map(({ heading, rows }, index) =>
    heading === null ? (
      <Rows key={index} rows={rows} />
    ) : (
      <Headed key={index} heading={heading}>
        <Rows rows={rows} />
      </Headed>
    ),
  );
}

type Row = Action | 'separator';

function sectionsOf(items: readonly MenuItem[]): { heading: string | null; rows: Row[] }[] {
  const sections: { heading: string | null; rows: Row[] }[] = [{ heading: null, rows: [] }];
  for (const item of items) {
    if (item === 'separator') sections.push({ heading: null, rows: [item] });
    else if ('heading' in item) sections.push({ heading: item.heading, rows: [] });
    else sections.at(-1)?.rows.push(item);
  }
  return sections;
}

/** The focus never stands on a heading, so its group is named by it. */
function Headed({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <RadixMenu.Group aria-labelledby={id}>
      <RadixMenu.Label id={id} className="max-w-72 px-2.5 pt-2 pb-1 text-sm text-pretty text-muted">
        {heading}
      </RadixMenu.Label>
      {children}
    </RadixMenu.Group>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return rows.map((row, index) =>
    row === 'separator' ? (
      <RadixMenu.Separator key={index} className="-mx-1 my-1 h-px bg-line" />
    ) : (
      <ActionOrChoice
        key={index}
        item={row}
        className={clsx(
          'flex min-h-11 cursor-default items-center gap-2.5 rounded-control px-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken md:min-h-8 dark:data-highlighted:bg-line [&_svg]:shrink-0',
          row.danger ? 'text-danger-ink' : '[&_svg]:text-muted',
          row.checked && 'font-semibold',
        )}
      >
        {row.icon}
        <span className="grow">{row.label}</span>
        {row.checked && <span className="size-1.5 rounded-full bg-accent-strong" />}
        {row.keys && <Kbd keys={row.keys} />}
      </ActionOrChoice>
    ),
  );
}

/** The row of a menu, with the role that says whether it does something or is chosen. */
function ActionOrChoice({
  item: { checked, isOneOf, disabled, onSelect },
  ...row
}: {
  item: Action;
  className: string;
  children: ReactNode;
}) {
  if (checked === undefined) return <RadixMenu.Item disabled={disabled} onSelect={onSelect} {...row} />;
  return (
    <RadixMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onSelect={onSelect}
      {...(isOneOf && { role: 'menuitemradio' })}
      {...row}
    />
  );
}
