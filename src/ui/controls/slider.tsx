import * as Radix from 'radix-ui/slider';
import { useFieldControl } from './field.tsx';

type Props = {
  value: number;
  onChange: (value: number) => void;
  onCommit?: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  label: string;
  format?: (value: number) => string;
  disabled?: boolean;
};

/** A number on a range, its value written beside it. `onCommit` fires when the person lets go. */
export function Slider({
  value,
  onChange,
  onCommit,
  min,
  max,
  step = 1,
  label,
  format = String,
  disabled,
}: Props) {
  const ids = useFieldControl({});
  return (
    <div className="flex min-h-11 items-center gap-3 md:min-h-9">
      <Radix.Root
        value={[value]}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        className="relative flex h-5 w-full touch-none items-center select-none data-disabled:opacity-55"
      >
        <Radix.Track className="relative h-1 grow rounded-full bg-line">
          <Radix.Range className="absolute h-full rounded-full bg-accent-strong" />
        </Radix.Track>
        <Radix.Thumb
          id={ids.id}
          aria-label={label}
          aria-describedby={ids['aria-describedby']}
          aria-valuetext={format(value)}
          className="relative block size-4.5 rounded-full border-2 border-accent-strong bg-surface after:absolute after:-inset-3"
        />
      </Radix.Root>
      <output className="tabular min-w-12 text-right text-sm text-muted">{format(value)}</output>
    </div>
  );
}
