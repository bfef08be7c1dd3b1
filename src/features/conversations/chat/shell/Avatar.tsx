/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { ownAddress, safeLink } from './safe-url.ts';
import type { PublicAgent } from '../store/visitor-types.ts';

/** The agent's picture, or the first letter of its name; decoration, the name stands beside it. */
export function Avatar({ agent }: { agent: PublicAgent }) {
  const [failed, setFailed] = useState<string | null>(null);
  const address = agent.appearance.avatarUrl;
  const picture = address && address !== failed ? (ownAddress(address) ?? safeLink(address)) : null;
  return (
    <span class="cw-avatar" aria-hidden="true">
      {picture ? (
        <img src={picture} alt="" onError={() => setFailed(address)} />
      ) : (
        [...agent.name.trim()][0]?.toUpperCase()
      )}
    </span>
  );
}
