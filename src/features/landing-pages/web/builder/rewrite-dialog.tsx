import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rewritten, textsOf, type TextChange } from '#shared/landing-pages/block-texts.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { longestRequest } from '../../landing-pages-rewriting.contract.ts';
import { TextChanges } from './text-changes.tsx';

type Props = {
  pageId: string;
  language: Language;
  block: PageBlock;
  name: string;
  onKeep: (props: Record<string, unknown>) => void;
  onClose: () => void;
};

/** Other words for one section, beside what it says; they are taken over when somebody says so. */
export function RewriteDialog(props: Props) {
  const { pageId, block, name, onClose } = props;
  const { t } = useTranslation('landing-builder');
  const model = useEndpoint('GET /api/landing-pages/{id}/rewrite', { params: { id: pageId } });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('rewrite.title', { name })}
      description={t('rewrite.text')}
    >
      {model.isError ? (
        <ReadFailed error={model.error} retry={model.refetch} />
      ) : !model.data ? (
        <Skeleton className="h-24" />
      ) : textsOf(block).length === 0 ? (
        <p className="text-muted">{t('rewrite.none')}</p>
      ) : model.data.isReady ? (
        <Rewriting {...props} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>{t('rewrite.connect')}</p>
          <a href={paths.integrations} className={buttonClass({ variant: 'primary' })}>
            {t('rewrite.toIntegrations')}
          </a>
        </div>
      )}
    </Dialog>
  );
}

function Rewriting({ pageId, language, block, name, onKeep, onClose }: Props) {
  const { t } = useTranslation('landing-builder');
  const [changes, setChanges] = useState<readonly TextChange[] | null>(null);
  const form = useServerForm({
    values: { request: '' },
    send: ({ request }) =>
      api('POST /api/landing-pages/{id}/rewrite', {
        params: { id: pageId },
        body: { type: block.type, props: block.props, request, language },
      }),
    onDone: (answer) => setChanges(answer.changes),
  });
  const keep = (): void => {
    const { id: _id, ...values } = rewritten(block, changes ?? []).props;
    onKeep(values);
    toast({ title: t('rewrite.kept', { name }) });
    onClose();
  };
  return (
    <div className="grid gap-4">
      <Form of={form} className="gap-4">
        <Field label={t('rewrite.request')} help={t('rewrite.requestHelp')} error={form.errorOf('request')}>
          <Input maxLength={longestRequest} {...form.register('request')} />
        </Field>
        <Button
          type="submit"
          variant={changes?.length ? 'outline' : 'primary'}
          pending={form.isBusy}
          className="justify-self-start"
        >
          {t(changes ? 'rewrite.again' : 'rewrite.ask')}
        </Button>
      </Form>
      <div aria-live="polite">
        {changes?.length === 0 && <p className="text-muted">{t('rewrite.same')}</p>}
        {changes && changes.length > 0 && (
          <div className="grid gap-4">
            <TextChanges changes={changes} />
            <Button variant="primary" className="justify-self-start" onClick={keep}>
              {t('rewrite.keep')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
