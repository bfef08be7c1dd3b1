import { useRef, type ComponentProps } from 'react';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  /** Types or endings, as a file field takes them. */
  accept: string;
  onFile: (file: File) => void;
};

/** A button that lets the person choose one file; the same file may be chosen again. */
export function FileButton({ accept, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
