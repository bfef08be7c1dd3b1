import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { html } from '#shared/text/escape-html.ts';
import { api } from '#ui/api/client.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form as FormFrame } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import type { Form } from '../../forms.contract.ts';

/** The ways to a form: its address, a code to print, and a frame for other sites. */
export function FormShare({ form, canEdit, onClose }: { form: Form; canEdit: boolean; onClose: () => void }) {
  const { t } = useTranslation('forms');
  const embed =
    html`<iframe src="${form.url}?embed=1" title="${form.name}" style="width:100%;height:480px;border:0"></iframe><script type="module" src="${new URL(form.url).origin}/embed/form.mjs"></script>`
      .markup;
  const code = `/api/forms/${form.id}/qr-code`;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('share.title')}>
      <div className="grid gap-6">
        {!form.isPublished && <Callout tone="warning">{t('share.unpublished')}</Callout>}
        {!form.isActive && <Callout tone="warning">{t('share.inactive')}</Callout>}
        <Field label={t('share.link')}>
          <div className="flex gap-2">
            <Input readOnly value={form.url} onFocus={(event) => event.target.select()} />
            <CopyButton text={form.url} />
          </div>
        </Field>
        {canEdit && <OwnAddress key={form.slug} form={form} />}
        <section>
          <h3 className="mb-2 font-medium">{t('share.code')}</h3>
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={`${code}?${form.slug ?? ''}`}
              alt={t('share.codeAlt')}
              width={144}
              height={144}
              className="rounded-control border border-line bg-surface"
            />
            <a href={code} download={`${form.slug ?? form.publicId}.svg`} className={buttonClass()}>
              <Download size={16} aria-hidden="true" />
              {t('share.download')}
            </a>
          </div>
        </section>
        <Field label={t('share.embed')} help={t('share.embedHelp')}>
          <Textarea
            readOnly
            rows={4}
            value={embed}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <CopyButton text={embed} label={t('share.copyEmbed')} />
      </div>
    </Sheet>
  );
}

/** The words at the end of its address that the owner chooses; none gives back the short code. */
function OwnAddress({ form: { id, slug } }: { form: Form }) {
  const { t } = useTranslation('forms');
  const form = useServerForm({
    values: { slug: slug ?? '' },
    send: (values) =>
      api('PATCH /api/forms/{id}', { params: { id }, body: { slug: values.slug.trim() || null } }),
    refreshes: ['/api/forms'],
    placeOf: () => 'slug',
  });
  return (
    <FormFrame of={form}>
      <Field label={t('share.slug')} help={t('share.slugHelp')} error={form.errorOf('slug')}>
        <div className="flex items-center gap-2">
          <span className="text-muted">/forms/</span>
          <Input
            value={form.values.slug}
            maxLength={60}
            onChange={(event) => form.set({ slug: event.target.value.toLowerCase() })}
          />
          <Button type="submit" pending={form.isBusy} disabled={form.values.slug.trim() === (slug ?? '')}>
            {t('common:actions.save')}
          </Button>
        </div>
      </Field>
    </FormFrame>
  );
}
