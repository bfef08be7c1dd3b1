import { clsx } from 'clsx';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../controls/checkbox.tsx';
import { useMediaQuery } from '../browser/media.ts';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers and money stand at the right, in tabular figures. */
  align?: 'left' | 'right';
  /** Left out of the card that a phone shows. */
  hideOnPhone?: boolean;
  /** What can be done with the row: in the corner of the card that a phone shows. */
  isMenu?: boolean;
  className?: string;
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row's page; the first cell becomes the link and the whole row opens it. */
  rowHref?: (row: Row) => string;
  /**
   * Opens the row beside the table: for whoever points anywhere in it. Its first cell holds the button that
   * does so by keyboard.
   */
  onRow?: (row: Row) => void;
  /** Turns on the row marks; show a bulk bar while anything is selected. */
  selection?: {
    selected: ReadonlySet<string>;
    onChange: (selected: ReadonlySet<string>) => void;
    rowLabel: (row: Row) => string;
  };
  className?: string;
};

/** Rows of alike things: a table with a sticky header, cards on a phone. */
export function Table<Row>(props: Props<Row>) {
  const phone = useMediaQuery('(max-width: 767px)');
  return phone ? <Cards {...props} /> : <Rows {...props} />;
}

function toggle(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

function useOpenRow() {
  const navigate = useNavigate();
  return (event: MouseEvent, href: string | undefined, onRow: (() => void) | undefined) => {
    const target = event.target instanceof Element ? event.target : null;
    if (
      (!href && !onRow) ||
      event.metaKey ||
      event.ctrlKey ||
      // A menu of the row lies elsewhere in the page, and its clicks come by here as well.
      !event.currentTarget.contains(target) ||
      target?.closest('a, button, input, label, [role="checkbox"]') ||
      document.getSelection()?.type === 'Range'
    )
      return;
    if (href) void navigate({ href });
    else onRow?.();
  };
}

function Rows<Row>({ label, columns, rows, rowKey, rowHref, onRow, selection, className }: Props<Row>) {
  const { t } = useTranslation('common');
  const open = useOpenRow();
  const chosen = selection ? rows.filter((row) => selection.selected.has(rowKey(row))).length : 0;
  return (
    <div className={clsx('overflow-x-auto rounded-card border border-line bg-surface', className)}>
      <table aria-label={label} className="w-full border-collapse text-left">
        <thead className="sticky top-0 z-1 bg-surface">
          <tr className="border-b border-line text-sm text-muted">
            {selection && (
              <th scope="col" className="w-10 py-2.5 pl-4">
                <Checkbox
                  hideLabel
                  label={t('table.selectAll')}
                  checked={chosen === 0 ? false : chosen === rows.length ? true : 'indeterminate'}
                  onChange={(all) => selection.onChange(new Set(all ? rows.map(rowKey) : []))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={clsx(
                  'px-4 py-2.5 font-medium whitespace-nowrap',
                  column.align === 'right' && 'text-right',
                  column.className,
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            const href = rowHref?.(row);
            return (
              <tr
                key={key}
                onClick={(event) => open(event, href, onRow && (() => onRow(row)))}
                className={clsx(
                  'border-b border-line last:border-0',
                  (href || onRow) && 'cursor-pointer hover:bg-sunken',
                  selection?.selected.has(key) && 'bg-accent-tint',
                )}
              >
                {selection && (
                  <td className="py-3 pl-4">
                    <Checkbox
                      hideLabel
                      label={selection.rowLabel(row)}
                      checked={selection.selected.has(key)}
                      onChange={() => selection.onChange(toggle(selection.selected, key))}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    className={clsx('px-4 py-3', column.align === 'right' && 'text-right', column.className)}
                  >
                    {index === 0 && href ? (
                      <Link to={href} className="font-medium">
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ label, columns, rows, rowKey, rowHref, onRow, selection, className }: Props<Row>) {
  const open = useOpenRow();
  const [first, ...others] = columns.filter(({ isMenu }) => !isMenu);
  const menu = columns.find(({ isMenu }) => isMenu);
  return (
    <ul aria-label={label} className={clsx('grid grid-cols-1 gap-2', className)}>
      {rows.map((row) => {
        const key = rowKey(row);
        const href = rowHref?.(row);
        return (
          <li
            key={key}
            onClick={(event) => open(event, href, onRow && (() => onRow(row)))}
            className="rounded-card border border-line bg-surface p-4"
          >
            <div className="flex items-center gap-3">
              {selection && (
                <Checkbox
                  hideLabel
                  label={selection.rowLabel(row)}
                  checked={selection.selected.has(key)}
                  onChange={() => selection.onChange(toggle(selection.selected, key))}
                />
              )}
              <div className="min-w-0 grow font-medium">
                {first && (href ? <Link to={href}>{first.cell(row)}</Link> : first.cell(row))}
              </div>
              {menu && <div className="-my-2 -mr-2 shrink-0 self-start">{menu.cell(row)}</div>}
            </div>
            <dl className="mt-2 grid gap-1 text-sm">
              {others
                .filter((column) => !column.hideOnPhone)
                .map((column) => (
                  <div key={column.key} className="flex items-baseline justify-between gap-4">
                    <dt className="text-muted">{column.header}</dt>
                    <dd className="tabular min-w-0 text-right">{column.cell(row)}</dd>
                  </div>
                ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
