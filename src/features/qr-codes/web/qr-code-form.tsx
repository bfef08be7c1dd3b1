import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contrast, luminance } from '#shared/readable-color.ts';
import { api } from '#ui/api/client.ts';
import { ColorField } from '#ui/controls/color-field.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { QrCode } from '../qr-codes.contract.ts';
import { readDrawing } from './qr-decodes.ts';
import { drawingUrl } from './qr-links.ts';

type Values = Pick<QrCode, 'name' | 'description' | 'targetUrl' | 'color' | 'background' | 'logo'>;
const fresh: Values = {
  name: '',
  description: '',
  targetUrl: '',
  color: '#0f1f1b',
  background: '#ffffff',
  logo: '',
};
const pick = ({ name, description, targetUrl, color, background, logo }: Values): Values => ({
  name,
  description,
  targetUrl,
  color,
  background,
  logo,
});
/** How long after the last change the drawing is fetched, in ms. */
const drawAfter = 150;
const leastContrast = 3;

/**
 * Makes a code, or changes one; the drawing beside the fields is the real one, and it is read back as a
 * camera would.
 */
export function QrCodeForm({
  agentId,
  avatar,
  code,
  onClose,
}: {
  agentId: string;
  avatar: string;
  code: QrCode | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('qr-codes');
  const form = useServerForm({
    values: pick(code ?? fresh),
    check: ({ name }) => ({ ...(name.trim() === '' && { name: t('validation.name') }) }),
    send: async (body) => {
      if (code)
        await api('PUT /api/agents/{id}/qr-codes/{code}', { params: { id: agentId, code: code.code }, body });
      else await api('POST /api/agents/{id}/qr-codes', { params: { id: agentId }, body });
    },
    refreshes: [`/api/agents/${agentId}/qr-codes`],
    onDone: () => {
      toast({ variant: 'success', title: code ? t('changed') : t('created') });
      onClose();
    },
  });
  const { values, set, errorOf } = form;
  const isPale =
    luminance(values.color) >= luminance(values.background) ||
    contrast(values.color, values.background) < leastContrast;
  const logo = code?.logo || avatar;
  return (
    <FormDialog
      isSheet
      of={form}
      title={code ? t('form.edit') : t('create')}
      description={t('form.text')}
      submit={code ? t('common:actions.save') : t('create')}
      disabled={isPale}
      onClose={onClose}
    >
      <Drawing
        url={drawingUrl(
          agentId,
          { color: values.color, background: values.background, logo: values.logo },
          code?.code ?? null,
        )}
        isPale={isPale}
      />
      <Field label={t('form.name')} help={t('form.nameHelp')} error={errorOf('name')}>
        <Input {...form.register('name')} maxLength={80} autoFocus placeholder={t('form.nameExample')} />
      </Field>
      <Field label={t('form.description')} error={errorOf('description')}>
        <Textarea rows={2} maxLength={300} {...form.register('description')} />
      </Field>
      <Field label={t('form.target')} help={t('form.targetHelp')} error={errorOf('targetUrl')}>
        <Input {...form.register('targetUrl')} maxLength={2_048} inputMode="url" placeholder="https://" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('form.color')}
          error={errorOf('color') ?? (isPale ? t('validation.contrast') : undefined)}
        >
          <ColorField value={values.color} onChange={(color) => set({ color })} />
        </Field>
        <Field label={t('form.background')} error={errorOf('background')}>
          <ColorField value={values.background} onChange={(background) => set({ background })} />
        </Field>
      </div>
      <Switch
        checked={values.logo !== ''}
        disabled={logo === ''}
        onChange={(isOn) => set({ logo: isOn ? logo : '' })}
        label={t('form.logo')}
        help={errorOf('logo') ?? t(logo === '' ? 'form.logoMissing' : 'form.logoHelp')}
      />
    </FormDialog>
  );
}

/** The code as it will be printed, and whether it could be read back. */
function Drawing({ url, isPale }: { url: string; isPale: boolean }) {
  const { t } = useTranslation('qr-codes');
  const [shown, setShown] = useState(url);
  const [isReadable, setReadable] = useState<boolean | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(url), drawAfter);
    return () => clearTimeout(timer);
  }, [url]);
  useEffect(() => {
    let isOld = false;
    setReadable(null);
    readDrawing(shown).then(
      (text) => !isOld && setReadable(text !== null),
      () => !isOld && setReadable(null),
    );
    return () => {
      isOld = true;
    };
  }, [shown]);
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card bg-sunken p-4">
      <img
        src={shown}
        alt={t('form.drawing')}
        width={144}
        height={144}
        className="size-36 rounded-control border border-line"
      />
      <p role="status" className="flex min-w-0 grow basis-40 items-start gap-2 text-sm">
        {isReadable === true && !isPale && (
          <>
            <CircleCheck size={16} className="mt-0.5 shrink-0 text-success-ink" aria-hidden="true" />
            <span>{t('form.readable')}</span>
          </>
        )}
        {(isReadable === false || isPale) && (
          <>
            <CircleX size={16} className="mt-0.5 shrink-0 text-danger-ink" aria-hidden="true" />
            <span>{t('form.unreadable')}</span>
          </>
        )}
      </p>
    </div>
  );
}
