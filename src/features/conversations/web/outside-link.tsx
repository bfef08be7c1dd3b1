import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { safeLink } from '../chat/shell/safe-url.ts';

/** A link to somewhere that a message names; words alone where the address is none that may be opened. */
export function OutsideLink({ url, children }: { url: string; children: ReactNode }) {
  const address = url.startsWith('/demo-store/') ? url : safeLink(url);
  if (!address) return <span>{children}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex max-w-full items-baseline gap-1 text-accent-ink underline-offset-4 hover:underline"
    >
      <span className="min-w-0 break-words">{children}</span>
      <ExternalLink size={14} className="shrink-0 self-center" aria-hidden="true" />
    </a>
  );
}
