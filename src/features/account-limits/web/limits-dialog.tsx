import { useTranslation } from 'react-i18next';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import {
  highestLimits,
  limitKinds,
  type DefaultLimits,
  type LimitKind,
  type LimitsInput,
} from '../account-limits.contract.ts';
import { readableOf, unitOf } from './limit-texts.ts';

type Props = {
  title: string;
  text: string;
  set: DefaultLimits;
  /** What holds where a field is empty. */
  defaults?: DefaultLimits;
  /** Sends the limits that are others now. */
  send: (limits: LimitsInput) => Promise<unknown>;
  /** The address that is read again afterwards. */
  refreshes: string;
  onClose: () => void;
};

const typedOf = (kind: LimitKind, most: number | null): string =>
  most === null ? '' : String(Math.floor(most / unitOf(kind)));

/** Limits of one account, or of all, a field for each kind. */
export function LimitsDialog({ title, text, set, defaults, send, refreshes, onClose }: Props) {
  const { t, i18n } = useTranslation('account-limits');
  const isWrong = (kind: LimitKind, typed: string): boolean =>
    typed.trim() !== '' &&
    !(/^\d{1,14}$/.test(typed.trim()) && Number(typed) * unitOf(kind) <= highestLimits[kind]);
  const form = useServerForm({
    values: Object.fromEntries(limitKinds.map((kind) => [kind, typedOf(kind, set[kind])])) as Record<
      LimitKind,
      string
    >,
    check: (values) =>
      Object.fromEntries(
        limitKinds.map((kind) => [
          kind,
          isWrong(kind, values[kind])
            ? t('bounds', { most: readableOf(kind, highestLimits[kind], i18n.language) })
            : undefined,
        ]),
      ),
    send: (values) =>
      send(
        Object.fromEntries(
          limitKinds
            .filter((kind) => values[kind].trim() !== typedOf(kind, set[kind]))
            .map((kind) => [kind, values[kind].trim() === '' ? null : Number(values[kind]) * unitOf(kind)]),
        ),
      ),
    refreshes: [refreshes],
    onDone: onClose,
  });
  const helpOf = (kind: LimitKind): string => {
    const most = defaults?.[kind] ?? null;
    return most === null
      ? t(`help.${kind}`)
      : t('help.default', { help: t(`help.${kind}`), most: readableOf(kind, most, i18n.language) });
  };
  return (
    <FormDialog of={form} title={title} description={text} submit={t('dialog.action')} onClose={onClose}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {limitKinds.map((kind) => (
          <Field key={kind} label={t(`kinds.${kind}`)} help={helpOf(kind)} error={form.errorOf(kind)}>
            <Input inputMode="numeric" autoComplete="off" {...form.register(kind)} />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
