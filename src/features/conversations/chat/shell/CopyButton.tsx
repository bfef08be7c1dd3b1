/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { copyText } from './clipboard.ts';
import { Icon } from './icons.tsx';

/** Copies and says so for a moment, by icon and by name. */
export function CopyButton({
  text,
  label,
  copiedLabel,
}: {
  text: () => string;
  label: string;
  copiedLabel: string;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1800);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      class="cw-button cw-icon-button"
      aria-label={isCopied ? copiedLabel : label}
      title={label}
      onClick={async () => setCopied(await copyText(text()))}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
