import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fallbackLanguage, toLanguage } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { setEndpointData } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { ArticleFrame } from '#ui/page/article-frame.tsx';
import { Callout } from '#ui/page/display.tsx';
import { legalPages, longestLegalText, type LegalPage, type WhiteLabel } from '../white-label.contract.ts';

/** Writing pauses for so long before it is drawn. */
const pauseMs = 350;

/** The account's own terms and privacy statement, beside what readers see. */
export function LegalPages({ saved }: { saved: WhiteLabel }) {
  const { t } = useTranslation('white-label');
  return (
    <div className="grid gap-10">
      <p className="max-w-prose text-pretty text-muted">{t('legal.text')}</p>
      {legalPages.map((page) => (
        <LegalForm key={page} page={page} saved={saved} />
      ))}
    </div>
  );
}

function LegalForm({ page, saved }: { page: LegalPage; saved: WhiteLabel }) {
  const { t, i18n } = useTranslation('white-label');
  const client = useQueryClient();
  const form = useServerForm({
    values: { text: saved[page] },
    send: ({ text }) => api('PUT /api/white-label/legal', { body: { page, text } }),
    onDone(next) {
      setEndpointData(client, 'GET /api/white-label', {}, () => next);
      toast({ variant: 'success', description: t('legal.saved') });
    },
    failureToast: t('common:failed.title'),
  });
  const { text } = form.values;
  const preview = usePreview(text);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <Form of={form} className="grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t(`legal.${page}`)}
          help={t('legal.help')}
          error={form.errorOf('text')}
          aside={`${text.length.toLocaleString(i18n.language)} / ${longestLegalText.toLocaleString(i18n.language)}`}
        >
          <Textarea
            rows={14}
            maxLength={longestLegalText}
            className="max-h-[70vh] min-h-64 font-mono"
            {...form.register('text')}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          pending={form.isBusy}
          disabled={saved.state === 'locked' || text === saved[page]}
        >
          {t(`legal.save.${page}`)}
        </Button>
      </Form>
      {text.trim() === '' ? (
        <Callout tone="neutral">{t('legal.empty')}</Callout>
      ) : preview.hasFailed ? (
        <Callout tone="warning">{t('legal.previewFailed')}</Callout>
      ) : (
        <ArticleFrame
          title={t('legal.preview', { page: t(`legal.${page}`) })}
          html={preview.html}
          height="h-96"
          language={toLanguage(i18n.language) ?? fallbackLanguage}
        />
      )}
    </section>
  );
}

/** The text as the server draws it, a moment after the last key. */
function usePreview(text: string): { html: string; hasFailed: boolean } {
  const [preview, setPreview] = useState({ html: '', hasFailed: false });
  useEffect(() => {
    if (text.trim() === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      api('POST /api/white-label/legal/preview', { body: { text } }).then(
        ({ html }) => !isOver && setPreview({ html, hasFailed: false }),
        () => !isOver && setPreview((old) => ({ ...old, hasFailed: true })),
      );
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return preview;
}
