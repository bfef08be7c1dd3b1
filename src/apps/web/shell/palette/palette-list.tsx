import { Command } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from '#ui/page/kbd.tsx';

/** Commands or finds of one kind. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={name}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

/** One line of the palette; `names` are the words by which it is found. */
export function Item({
  id,
  names,
  label,
  detail,
  keys,
  onSelect,
}: {
  id: string;
  names: string[];
  label: string;
  detail?: string | undefined;
  keys?: string | undefined;
  onSelect: () => void;
}) {
  return (
    <Command.Item
      value={id}
      keywords={names}
      onSelect={onSelect}
      className="group flex min-h-11 items-center gap-3 rounded-control px-3 data-[selected=true]:bg-accent-tint md:min-h-9"
    >
      <span className="shrink-0 truncate max-w-[70%]">{label}</span>
      <span className="min-w-0 grow truncate text-sm text-muted">{detail}</span>
      {keys && <Kbd keys={keys} />}
      <CornerDownLeft
        size={16}
        className="hidden shrink-0 text-accent-ink group-data-[selected=true]:block"
        aria-hidden="true"
      />
    </Command.Item>
  );
}
