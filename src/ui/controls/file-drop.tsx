import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

type Props = {
  onFiles: (files: File[]) => void;
  label: ReactNode;
  help?: ReactNode;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  className?: string;
};

/**
 * Files by drop or by choice. Only hands them over: sizes and types are checked by the caller and the server.
 */
export function FileDrop({
  onFiles,
  label,
  help,
  accept,
  multiple = true,
  disabled = false,
  className,
}: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) take(event.dataTransfer.files);
      }}
      className={clsx(
        'flex flex-col items-center gap-1 rounded-card border border-dashed px-6 py-8 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong',
        over ? 'border-accent-strong bg-accent-tint' : 'border-edge bg-surface hover:bg-sunken',
        disabled && 'pointer-events-none opacity-55',
        className,
      )}
    >
      <Upload size={20} className="mb-1 text-muted" aria-hidden="true" />
      <span className="font-medium">{label}</span>
      {help && <span className="text-sm text-muted">{help}</span>}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}
