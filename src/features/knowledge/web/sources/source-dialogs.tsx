import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
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

/** Another name for a source; citations show it. */
export function RenameDialog(props: Props) {
  return props.open ? <Rename {...props} /> : null;
}

function Rename({ source, onClose }: Props) {
  const { t } = useTranslation('knowledge-web');
  const form = useChange(source, { title: source.title }, ({ title }) => ({ title: title.trim() }), onClose);
  return (
    <FormDialog
      of={form}
      title={t('rename.title')}
      description={t('rename.text')}
      submit={t('rename.submit')}
      disabled={!form.values.title.trim()}
      onClose={onClose}
    >
      <Field label={t('rename.label')} error={form.errorOf('title')}>
        <Input autoFocus maxLength={knowledgeLimits.titleLength} {...form.register('title')} />
      </Field>
    </FormDialog>
  );
}

/** How often a website is fetched again. */
export function ScheduleDialog(props: Props) {
  return props.open ? <Schedule {...props} /> : null;
}

function Schedule({ source, onClose }: Props) {
  const { t } = useTranslation('knowledge-web');
  const form = useChange(source, { resync: source.resync }, (values) => values, onClose);
  return (
    <FormDialog
      of={form}
      title={t('schedule.title')}
      description={t('schedule.text')}
      submit={t('schedule.submit')}
      className="gap-3"
      onClose={onClose}
    >
      <Field label={t('website.resync')} error={form.errorOf('resync')}>
        <Select
          value={form.values.resync}
          onChange={(resync) => form.set({ resync })}
          options={resyncIntervals.map((interval) => ({ value: interval, label: t(`resync.${interval}`) }))}
        />
      </Field>
      {source.nextSyncAt && form.values.resync === source.resync && (
        <p className="text-sm text-muted">
          {t('schedule.next')} <Time at={source.nextSyncAt} plain />
        </p>
      )}
    </FormDialog>
  );
}

function useChange<Values extends FieldValues>(
  source: KnowledgeSource,
  values: Values,
  bodyOf: (values: Values) => SourceChange,
  onDone: () => void,
) {
  return useServerForm({
    values,
    send: (sent: Values) =>
      api('PATCH /api/knowledge/{collectionId}/sources/{id}', {
        params: { collectionId: source.collectionId, id: source.id },
        body: bodyOf(sent),
      }),
    refreshes: [sourcesPath(source.collectionId)],
    onDone,
  });
}
