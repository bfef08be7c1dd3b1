import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '#ui/page/display.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { KnowledgeStatus } from '../../knowledge.contract.ts';
import { isWorking } from '../knowledge-data.ts';

const tones: Record<KnowledgeStatus, Tone> = {
  queued: 'neutral',
  fetching: 'info',
  parsing: 'info',
  indexing: 'info',
  ready: 'success',
  failed: 'danger',
};

/** The state of a source or a page in one word; `isPartly`: it is ready, but a good part could not be read. */
export function StatusBadge({ status, isPartly = false }: { status: KnowledgeStatus; isPartly?: boolean }) {
  const { t } = useTranslation('knowledge-web');
  const turns = isWorking(status) && status !== 'queued';
  return (
    <Badge tone={isPartly ? 'warning' : tones[status]} dot={!turns} className="shrink-0">
      {turns ? (
        <span className="inline-flex items-center gap-1.5">
          <Spinner size={10} />
          {t(`status.${status}`)}
        </span>
      ) : (
        t(isPartly ? 'status.partly' : `status.${status}`)
      )}
    </Badge>
  );
}
