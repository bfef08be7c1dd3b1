import { factGap } from '#shared/text/fact-gap.ts';
import { ChartFrame } from './chart-frame.tsx';
import { usePoints } from './use-points.ts';

type Step = {
  key: string;
  label: string;
  value: number;
};
type Props = {
  title: string;
  note?: string;
  steps: readonly Step[];
  format: (value: number) => string;
  /** A part of one as people write it: 12 %. */
  percent: (part: number) => string;
  labelHeader: string;
  valueHeader: string;
  partHeader: string;
};

/** How many go on from each step to the next: bars that get shorter, and the part that went on. Arrow keys walk. */
export function Funnel(props: Props) {
  const { title, note, steps, format, percent, labelHeader, valueHeader, partHeader } = props;
  const most = Math.max(1, ...steps.map(({ value }) => value));
  const walk = usePoints(steps.length);
  const at = walk.at === null ? undefined : steps[walk.at];
  const partOf = (index: number): string => {
    const before = steps[index - 1]?.value ?? 0;
    const value = steps[index]?.value ?? 0;
    // Who comes by another way than the step before can be more than there were.
    return index === 0 || before === 0 || value > before ? '' : percent(value / before);
  };
  return (
    <ChartFrame
      title={title}
      {...(note !== undefined && { note })}
      format={format}
      bars={steps.map(({ label, value }, index) => ({
        label,
        written: [partOf(index), format(value)].filter(Boolean).join(factGap),
        part: value / most,
      }))}
      shown={
        at && walk.at !== null
          ? [`${at.label}: ${format(at.value)}`, partOf(walk.at)].filter(Boolean).join(factGap)
          : null
      }
      rows={[
        [labelHeader, valueHeader, partHeader],
        ...steps.map(({ label, value }, index) => [label, value, partOf(index)]),
      ]}
    >
      {(named) => (
        <div className="rounded-control" {...walk.keys} role="group" aria-labelledby={named}>
          <ol className="grid gap-1.5" onPointerLeave={() => walk.setAt(null)}>
            {steps.map(({ key, label, value }, index) => (
              <li
                key={key}
                onPointerEnter={() => walk.setAt(index)}
                className={`rounded-control ${index === walk.at ? 'outline outline-1 outline-offset-2 outline-edge' : ''} grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_5.5rem]`}
              >
                <span className="min-w-0 text-sm">{label}</span>
                <span
                  aria-hidden="true"
                  className="order-last col-span-2 h-7 overflow-hidden rounded-control bg-sunken sm:order-none sm:col-span-1"
                >
                  <span
                    className="block h-full rounded-control bg-accent-strong forced-colors:bg-[CanvasText]"
                    style={{
                      width: value === 0 ? 0 : `max(${(value / most) * 100}%, 4px)`,
                      opacity: 1 - index * 0.09,
                    }}
                  />
                </span>
                <span className="tabular text-right">
                  <span className="font-medium">{format(value)}</span>
                  <span className="ml-2 inline-block min-w-9 text-sm text-muted">{partOf(index)}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </ChartFrame>
  );
}
