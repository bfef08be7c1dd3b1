import { Group, Item } from './palette-list.tsx';
import { useFinds } from './use-finds.ts';

/** What of the account fits the typed words, under the commands that do. */
export function Finds({ typed, choose }: { typed: string; choose: (run: () => void) => void }) {
  return useFinds(typed)
    .filter(({ finds }) => finds.length > 0)
    .map(({ name, finds }) => (
      <Group key={name} name={name}>
        {finds.map(({ id, label, detail, run }) => (
          // Found by the server, or by words that do not show: what was typed fits by itself.
          <Item
            key={id}
            id={id}
            names={[label, typed]}
            label={label}
            detail={detail}
            onSelect={() => choose(run)}
          />
        ))}
      </Group>
    ));
}
