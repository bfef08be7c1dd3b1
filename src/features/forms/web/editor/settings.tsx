import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formLimits,
  type FormDocument,
  type FormScreen,
  type FormSettings as Settings,
} from '#shared/forms/document.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { Button } from '#ui/controls/button.tsx';
import { ColorField } from '#ui/controls/color-field.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { instantOf, localOf } from '#ui/browser/local-time.ts';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { freeName } from './blocks.ts';
import { FillableText } from './fillable-text.tsx';

type Props = {
  document: FormDocument;
  disabled: boolean;
  onChange: (document: FormDocument, field: string) => void;
  /** The form in another language, its texts with it. */
  onLanguage: (language: Settings['language']) => void;
};

/**
 * Everything that concerns the form as a whole: its end, when it is open, who hears of answers, protection,
 * look.
 */
export function FormSettings({ document: form, disabled, onChange, onLanguage }: Props) {
  const { t } = useTranslation('forms');
  const { settings } = form;
  const set = (change: Partial<Settings>, field: string): void =>
    onChange({ ...form, settings: { ...settings, ...change } }, `settings.${field}`);
  const theme = (change: Partial<Settings['theme']>): void =>
    set({ theme: { ...settings.theme, ...change } }, 'theme');
  const reply = (change: Partial<Settings['reply']>): void =>
    set({ reply: { ...settings.reply, ...change } }, 'reply');
  return (
    <fieldset disabled={disabled} className="mx-auto grid max-w-2xl gap-5">
      <Section title={t('settings.end')}>
        <Screens form={form} onChange={(screens) => onChange({ ...form, screens }, 'screens')} />
      </Section>
      <Section title={t('settings.notify')}>
        <Field label={t('settings.recipients')} help={t('settings.recipientsHelp')}>
          <Textarea
            key={settings.notify.length}
            rows={2}
            defaultValue={settings.notify.join('\n')}
            onBlur={(event) =>
              set(
                {
                  notify: event.target.value
                    .split(/[\s,;]+/)
                    .filter(Boolean)
                    .slice(0, formLimits.notify),
                },
                'notify',
              )
            }
          />
        </Field>
        <Switch
          label={t('settings.reply')}
          help={t('settings.replyHelp')}
          checked={settings.reply.enabled}
          disabled={disabled}
          onChange={(enabled) => reply({ enabled })}
        />
        {settings.reply.enabled && (
          <>
            <Field label={t('settings.replySubject')}>
              <Input
                value={settings.reply.subject}
                maxLength={150}
                onChange={(event) => reply({ subject: event.target.value })}
              />
            </Field>
            <FillableText
              label={t('settings.replyText')}
              rows={5}
              value={settings.reply.text}
              maxLength={5_000}
              form={form}
              place={settings.confirm ? 'confirmed mail' : 'mail'}
              onChange={(text) => reply({ text })}
            />
          </>
        )}
      </Section>
      <Section title={t('settings.open')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['openFrom', 'openUntil'] as const).map((name) => (
            <Field key={name} label={t(`settings.${name}`)}>
              <Input
                type="datetime-local"
                value={localOf(settings[name])}
                onChange={(event) => set({ [name]: instantOf(event.target.value) }, name)}
              />
            </Field>
          ))}
        </div>
        <Field label={t('settings.max')} help={t('settings.maxHelp')}>
          <Input
            inputMode="numeric"
            className="w-32"
            defaultValue={String(settings.maxSubmissions)}
            onChange={(event) =>
              set(
                {
                  maxSubmissions: Math.min(
                    1_000_000,
                    Math.max(0, Math.round(Number(event.target.value) || 0)),
                  ),
                },
                'maxSubmissions',
              )
            }
          />
        </Field>
        <Switch
          label={t('settings.once')}
          help={t('settings.onceHelp')}
          checked={settings.onePerVisitor}
          disabled={disabled}
          onChange={(onePerVisitor) => set({ onePerVisitor }, 'onePerVisitor')}
        />
        <Switch
          label={t('settings.confirm')}
          help={t('settings.confirmHelp')}
          checked={settings.confirm}
          disabled={disabled}
          onChange={(confirm) => set({ confirm }, 'confirm')}
        />
        <Field label={t('settings.spam')}>
          <Select
            value={settings.spam}
            onChange={(spam) => set({ spam }, 'spam')}
            options={(['none', 'honeypot', 'proof-of-work'] as const).map((value) => ({
              value,
              label: t(`spam.${value}`),
              hint: t(`spamHints.${value}`),
            }))}
          />
        </Field>
      </Section>
      <Section title={t('settings.look')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('settings.color')}>
            <ColorField
              value={settings.theme.color}
              disabled={disabled}
              onChange={(color) => theme({ color })}
            />
          </Field>
          <Field label={t('settings.background')}>
            <ColorField
              value={settings.theme.background}
              disabled={disabled}
              onChange={(background) => theme({ background })}
            />
          </Field>
          <Field label={t('settings.mode')}>
            <Select
              value={settings.theme.mode}
              onChange={(mode) => theme({ mode })}
              options={(['auto', 'light', 'dark'] as const).map((value) => ({
                value,
                label: t(`modes.${value}`),
              }))}
            />
          </Field>
          <Field label={t('settings.font')}>
            <Select
              value={settings.theme.font}
              onChange={(font) => theme({ font })}
              options={(['sans', 'serif'] as const).map((value) => ({ value, label: t(`fonts.${value}`) }))}
            />
          </Field>
          <Field label={t('settings.corners')}>
            <Select
              value={settings.theme.corners}
              onChange={(corners) => theme({ corners })}
              options={(['square', 'soft', 'round'] as const).map((value) => ({
                value,
                label: t(`corners.${value}`),
              }))}
            />
          </Field>
          <Field label={t('settings.language')} help={t('settings.languageHelp')}>
            <Select
              value={settings.language}
              onChange={onLanguage}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
            />
          </Field>
        </div>
        <Field label={t('settings.button')}>
          <Input
            value={settings.submitText}
            maxLength={60}
            placeholder={t('editor.send')}
            onChange={(event) => set({ submitText: event.target.value }, 'submitText')}
          />
        </Field>
      </Section>
    </fieldset>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-md font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Screens({ form, onChange }: { form: FormDocument; onChange: (screens: FormScreen[]) => void }) {
  const { t } = useTranslation('forms');
  const { screens } = form;
  const put = (at: number, change: Partial<FormScreen>): void =>
    onChange(screens.map((screen, place) => (place === at ? { ...screen, ...change } : screen)));
  return (
    <>
      {screens.map((screen, at) => (
        <div
          key={screen.id}
          className="grid gap-3 border-t border-line pt-4 first-of-type:border-0 first-of-type:pt-0"
        >
          <div className="flex items-center gap-2">
            <h3 className="grow text-sm font-medium text-muted">
              {at === 0 ? t('settings.firstScreen') : t('settings.screen', { number: at + 1 })}
            </h3>
            {at > 0 && (
              <IconButton
                label={t('settings.removeScreen', { number: at + 1 })}
                onClick={() => onChange(screens.filter((entry) => entry !== screen))}
              >
                <Trash2 size={16} />
              </IconButton>
            )}
          </div>
          <Field label={t('settings.screenTitle')}>
            <Input
              value={screen.title}
              maxLength={200}
              onChange={(event) => put(at, { title: event.target.value })}
            />
          </Field>
          <FillableText
            label={t('settings.screenText')}
            rows={2}
            value={screen.text}
            maxLength={2_000}
            form={form}
            place="page"
            onChange={(text) => put(at, { text })}
          />
          <Field label={t('settings.redirect')} help={t('settings.redirectHelp')}>
            <Input
              key={screen.redirectUrl}
              defaultValue={screen.redirectUrl}
              placeholder="https://"
              maxLength={2_048}
              onBlur={(event) =>
                event.target.value !== screen.redirectUrl &&
                put(at, { redirectUrl: event.target.value.trim() })
              }
            />
          </Field>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          disabled={screens.length >= formLimits.screens}
          icon={<Plus size={16} />}
          onClick={() =>
            onChange([
              ...screens,
              {
                id: freeName('screen', new Set(screens.map(({ id }) => id))),
                title: t('settings.screen', { number: screens.length + 1 }),
                text: '',
                redirectUrl: '',
              },
            ])
          }
        >
          {t('settings.addScreen')}
        </Button>
      </div>
    </>
  );
}
