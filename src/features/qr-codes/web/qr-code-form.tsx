import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contrast, luminance } from '#shared/readable-color.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ColorField } from '#ui/controls/color-field.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
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
  const client = useQueryClient();
  const [values, setValues] = useState<Values>(code ?? fresh);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<Record<string, string>>({});
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    setFields((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
  };
  const isPale =
    luminance(values.color) >= luminance(values.background) ||
    contrast(values.color, values.background) < leastContrast;
  const logo = code?.logo || avatar;
  const save = async () => {
    if (values.name.trim() === '') return setFields({ name: t('validation.name') });
    setBusy(true);
    setFailure(null);
    try {
      const { name, description, targetUrl, color, background } = values;
      const body = { name, description, targetUrl, color, background, logo: values.logo };
      if (code)
        await api('PUT /api/agents/{id}/qr-codes/{code}', { params: { id: agentId, code: code.code }, body });
      else await api('POST /api/agents/{id}/qr-codes', { params: { id: agentId }, body });
      await refresh(client, `/api/agents/${agentId}/qr-codes`);
      toast({ variant: 'success', title: code ? t('changed') : t('created') });
      onClose();
    } catch (problem) {
      setBusy(false);
      if (problem instanceof ApiError && problem.fields) return setFields(problem.fields);
      setFailure(problem instanceof Error ? problem.message : t('common:failed.title'));
    }
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={code ? t('form.edit') : t('create')}
      description={t('form.text')}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button variant="primary" pending={busy} disabled={isPale} onClick={() => void save()}>
            {code ? t('common:actions.save') : t('create')}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure && (
          <Callout tone="danger" live>
            {failure}
          </Callout>
        )}
        <Drawing
          url={drawingUrl(
            agentId,
            { color: values.color, background: values.background, logo: values.logo },
            code?.code ?? null,
          )}
          isPale={isPale}
        />
        <Field label={t('form.name')} help={t('form.nameHelp')} error={fields['name']}>
          <Input
            value={values.name}
            maxLength={80}
            autoFocus
            placeholder={t('form.nameExample')}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={t('form.description')} error={fields['description']}>
          <Textarea
            rows={2}
            maxLength={300}
            value={values.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <Field label={t('form.target')} help={t('form.targetHelp')} error={fields['targetUrl']}>
          <Input
            value={values.targetUrl}
            maxLength={2_048}
            inputMode="url"
            placeholder="https://"
            onChange={(event) => set({ targetUrl: event.target.value })}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('form.color')}
            error={fields['color'] ?? (isPale ? t('validation.contrast') : undefined)}
          >
            <ColorField value={values.color} onChange={(color) => set({ color })} />
          </Field>
          <Field label={t('form.background')} error={fields['background']}>
            <ColorField value={values.background} onChange={(background) => set({ background })} />
          </Field>
        </div>
        <Switch
          checked={values.logo !== ''}
          disabled={logo === ''}
          onChange={(isOn) => set({ logo: isOn ? logo : '' })}
          label={t('form.logo')}
          help={fields['logo'] ?? t(logo === '' ? 'form.logoMissing' : 'form.logoHelp')}
        />
      </form>
    </Sheet>
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
