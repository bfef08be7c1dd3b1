import { Ellipsis } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DropdownMenu } from '../controls/menu.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { toast } from '../overlay/toast-store.ts';
import {
  csvOf,
  fileNameOf,
  pngOf,
  pngOfBars,
  saveFile,
  type ChartRows,
  type PictureBar,
} from './export-chart.ts';
import { InfoNote } from './info-note.tsx';

type Props = {
  title: string;
  /** What it counts, behind an "i". */
  note?: string;
  /** What stands in the table; the first column names the row. Figures in it are written by `format`. */
  rows: ChartRows;
  format: (value: number) => string;
  /** What is pointed at, in words. */
  shown?: string | null;
  /** The file holds the figures as they are written: amounts of money. */
  isWritten?: boolean;
  /** Beside the title: what chooses the figures. */
  controls?: ReactNode;
  /** What is saved as a picture where nothing is drawn: the bars of a list. */
  bars?: readonly PictureBar[];
  children: (named: string, drawing: RefObject<SVGSVGElement | null>) => ReactNode;
};

/** Around every chart: its title and formula, what is pointed at, the table instead of it, and its files. */
export function ChartFrame(props: Props) {
  const { title, note, rows, format, shown, controls, isWritten = false, bars, children } = props;
  const { t } = useTranslation('common');
  const id = useId();
  const drawing = useRef<SVGSVGElement>(null);
  const [isTable, setTable] = useState(false);
  const name = fileNameOf(title);
  const written = isWritten
    ? rows.map((row) => row.map((cell) => (typeof cell === 'number' ? format(cell) : cell)))
    : rows;
  const savePicture = () => {
    const made = bars ? pngOfBars(bars, title) : drawing.current && pngOf(drawing.current, title);
    made?.then(
      (blob) => saveFile(`${name}.png`, blob),
      () => toast({ variant: 'destructive', title: t('chart.pngFailed') }),
    );
  };
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex min-w-0 items-center gap-2">
          <span id={id} className="font-medium">
            {title}
          </span>
          {note !== undefined && <InfoNote name={title} text={note} />}
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          <span aria-live="polite" className="tabular text-sm text-muted">
            {shown}
          </span>
          {controls}
          <span className="-mr-2 print:hidden">
            <DropdownMenu
              label={title}
              trigger={
                <IconButton label={t('chart.more', { name: title })}>
                  <Ellipsis size={16} />
                </IconButton>
              }
              items={[
                { label: t('chart.table'), checked: isTable, onSelect: () => setTable(!isTable) },
                {
                  label: t('chart.csv'),
                  onSelect: () =>
                    saveFile(`${name}.csv`, new Blob([csvOf(written)], { type: 'text/csv;charset=utf-8' })),
                },
                ...((bars ? bars.length > 0 : !isTable)
                  ? [{ label: t('chart.png'), onSelect: savePicture }]
                  : []),
              ]}
            />
          </span>
        </span>
      </figcaption>
      {isTable ? <ChartTable title={title} rows={rows} format={format} /> : children(id, drawing)}
    </figure>
  );
}

function ChartTable({ title, rows, format }: { title: string; rows: ChartRows; format: Props['format'] }) {
  const [head = [], ...body] = rows;
  return (
    <div
      className="max-h-72 overflow-auto rounded-control border border-line"
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-b border-line text-muted">
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-1.5 font-medium ${index === 0 ? '' : 'text-right'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(([label = '', ...cells], index) => (
            <tr key={`${label} ${index}`} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-1.5 font-normal">
                {label}
              </th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]} className="tabular px-3 py-1.5 text-right">
                  {typeof cell === 'number' ? format(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
