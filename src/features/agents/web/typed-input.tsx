import { useState } from 'react';
import { Input } from '#ui/input.tsx';

type Props = {
  value: number;
  onChange: (value: number) => void;
  /** The number that is meant; null while it is none. */
  read: (typed: string) => number | null;
  show: (value: number) => string;
  unit: string;
  disabled: boolean;
};

/** A number as people of a language write it. What is typed stays as it is while it means the same: "5," is on its way to "5,50". */
export function TypedInput({ value, onChange, read, show, unit, disabled }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      unit={unit}
      disabled={disabled}
      value={typed !== null && (read(typed) ?? 0) === value ? typed : show(value)}
      onChange={({ target }) => {
        if (/[^\d.,\s]/.test(target.value)) return;
        setTyped(target.value);
        onChange(read(target.value) ?? 0);
      }}
      onBlur={() => setTyped(null)}
      className="max-w-56"
    />
  );
}
