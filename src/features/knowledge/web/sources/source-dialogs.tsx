import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Time } from '#ui/browser/time.tsx';
import {
  knowledgeLimits,
  resyncIntervals,
  type KnowledgeSource,
  type SourceChange,
} from '../../knowledge.contract.ts';
import { sourcesPath } from '../knowledge-data.ts';

type Props = {
  source: KnowledgeSource;
  open: boolean;
  onClose: () => void;
};

function useChange(source: KnowledgeSource, onClose: () => void) {
  const change = useMutate('PATCH /api/knowledge/{collectionId}/sources/{id}', {
    refreshes: [sourcesPath(source.collectionId)],
    onSuccess: onClose,
  });
  return {
    pending: change.isPending,
    save: (body: SourceChange) =>
      change.mutate({ params: { collectionId: source.collectionId, id: source.id }, body }),
  };
}

/** Another name for a source; citations show it. */
export function RenameDialog({ source, open, onClose }: Props) {
  const { t } = useTranslation('knowledge-web');
  const [typed, setTyped] = useState<string | null>(null);
  const close = () => {
    setTyped(null);
    onClose();
  };
  const { save, pending } = useChange(source, close);
  const title = typed ?? source.title;
  const submit = () => title.trim() && save({ title: title.trim() });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('rename.title')}
      description={t('rename.text')}
      actions={
        <>
          <Button onClick={close}>{t('common:actions.cancel')}</Button>
          <Button variant="primary" pending={pending} disabled={!title.trim()} onClick={submit}>
            {t('rename.submit')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t('rename.label')}>
          <Input
            autoFocus
            maxLength={knowledgeLimits.titleLength}
            value={title}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** How often a website is fetched again. */
export function ScheduleDialog({ source, open, onClose }: Props) {
  const { t } = useTranslation('knowledge-web');
  const [chosen, setChosen] = useState<KnowledgeSource['resync'] | null>(null);
  const close = () => {
    setChosen(null);
    onClose();
  };
  const { save, pending } = useChange(source, close);
  const value = chosen ?? source.resync;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('schedule.title')}
      description={t('schedule.text')}
      actions={
        <>
          <Button onClick={close}>{t('common:actions.cancel')}</Button>
          <Button variant="primary" pending={pending} onClick={() => save({ resync: value })}>
            {t('schedule.submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label={t('website.resync')}>
          <Select
            value={value}
            onChange={setChosen}
            options={resyncIntervals.map((interval) => ({ value: interval, label: t(`resync.${interval}`) }))}
          />
        </Field>
        {source.nextSyncAt && value === source.resync && (
          <p className="text-sm text-muted">
            {t('schedule.next')} <Time at={source.nextSyncAt} plain />
          </p>
        )}
      </div>
    </Dialog>
  );
}
