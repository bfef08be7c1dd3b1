import { TriangleAlert } from 'lucide-react';
import { Time } from '#ui/browser/time.tsx';
import { ModelFailure } from '#ui/page/model-failure.tsx';
import type { ModelFailure as Failure } from '../../agents.contract.ts';

/** Why an agent's model gave no answer, on its card. */
export function AgentCardFailure({ failure }: { failure: Failure }) {
  return (
    <p className="flex items-start gap-2 px-4 pt-2 text-sm text-danger-ink">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <ModelFailure {...failure} /> <Time at={failure.at} />
      </span>
    </p>
  );
}
