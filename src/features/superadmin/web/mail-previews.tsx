import { keepPreviousData } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { AlignLeft, Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useTheme, type Theme } from '#ui/browser/theme.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';

type Preview = Output<'GET /api/superadmin/mail-previews'>['mails'][number];
const purposes = ['security', 'receipt', 'account', 'tips', 'contact'] as const;
const icon = { size: 16 };

/** Every mail that the product writes: in each language, light and dark, wide and narrow, and as text. */
export function MailPreviews() {
  const { t, i18n } = useTranslation('superadmin');
  const [kind, setKind] = useUrlParam<string>('mail', '');
  const own = languages.find((one) => one === i18n.language) ?? 'en';
  const [language, setLanguage] = useUrlParam<Language>('language', own, { allowed: languages });
  const { data, error, refetch } = useEndpoint(
    'GET /api/superadmin/mail-previews',
    { query: { language } },
    { placeholderData: keepPreviousData },
  );
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const ordered = purposes.flatMap((purpose) => data.mails.filter((mail) => mail.purpose === purpose));
  const mail = ordered.find((one) => one.kind === kind) ?? ordered[0];
  if (!mail) return null;
  return (
    <div className="grid gap-5 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-8">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 lg:content-start">
        <p className="text-pretty text-muted">{t('mails.intro')}</p>
        <Select
          aria-label={t('mails.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Select
          className="lg:hidden"
          aria-label={t('mails.kind')}
          value={mail.kind}
          onChange={setKind}
          options={ordered.map((one) => ({
            value: one.kind,
            label: one.subject,
            group: t(`mails.purpose.${one.purpose}`),
          }))}
        />
        <nav aria-label={t('mails.kind')} className="hidden lg:block">
          {purposes.map((purpose) => (
            <section key={purpose} aria-labelledby={`mails-${purpose}`} className="pt-3">
              <h2 id={`mails-${purpose}`} className="px-2.5 pb-1 text-xs font-medium text-muted">
                {t(`mails.purpose.${purpose}`)}
              </h2>
              <ul>
                {ordered
                  .filter((one) => one.purpose === purpose)
                  .map((one) => (
                    <li key={one.kind}>
                      <button
                        type="button"
                        aria-current={one.kind === mail.kind || undefined}
                        onClick={() => setKind(one.kind)}
                        className={clsx(
                          'w-full truncate rounded-control px-2.5 py-1.5 text-left hover:bg-sunken',
                          one.kind === mail.kind && 'bg-sunken font-medium dark:bg-line',
                        )}
                      >
                        {one.subject}
                      </button>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
      <Shown mail={mail} language={language} />
    </div>
  );
}

/** One mail, as programs show it. */
function Shown({ mail, language }: { mail: Preview; language: Language }) {
  const { t } = useTranslation('superadmin');
  const [theme] = useTheme();
  const [look, setLook] = useState<Theme>(theme);
  const [form, setForm] = useState<'wide' | 'narrow' | 'text'>('wide');
  const toggles: [typeof form, ReactNode, string][] = [
    ['wide', <Monitor key="wide" {...icon} />, t('mails.wide')],
    ['narrow', <Smartphone key="narrow" {...icon} />, t('mails.narrow')],
    ['text', <AlignLeft key="text" {...icon} />, t('mails.text')],
  ];
  const note =
    mail.purpose === 'contact' || mail.purpose === 'tips'
      ? t('mails.contactNote')
      : mail.purpose === 'account'
        ? null
        : t('mails.freeNote');
  return (
    <section
      aria-labelledby="mail-subject"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="mail-subject" lang={language} className="mr-auto min-w-0 text-md font-semibold break-words">
          {mail.subject}
        </h2>
        <div role="group" aria-label={t('mails.form')} className="flex">
          {toggles.map(([value, picture, label]) => (
            <IconButton
              key={value}
              size="sm"
              label={label}
              aria-pressed={form === value}
              active={form === value}
              onClick={() => setForm(value)}
            >
              {picture}
            </IconButton>
          ))}
        </div>
        <div role="group" aria-label={t('mails.look')} className="flex">
          <IconButton
            size="sm"
            label={t('mails.light')}
            aria-pressed={look === 'light'}
            active={look === 'light'}
            disabled={form === 'text'}
            onClick={() => setLook('light')}
          >
            <Sun {...icon} />
          </IconButton>
          <IconButton
            size="sm"
            label={t('mails.dark')}
            aria-pressed={look === 'dark'}
            active={look === 'dark'}
            disabled={form === 'text'}
            onClick={() => setLook('dark')}
          >
            <Moon {...icon} />
          </IconButton>
        </div>
      </div>
      {note && <p className="text-sm text-muted">{note}</p>}
      {form === 'text' ? (
        <pre
          lang={language}
          className="rounded-card border border-line bg-surface p-5 font-mono text-sm leading-6 break-words whitespace-pre-wrap"
        >
          {mail.text}
        </pre>
      ) : (
        // Nothing in it runs, and what it looks like is chosen here instead of by the machine.
        <iframe
          title={t('mails.frame')}
          sandbox=""
          srcDoc={inLook(mail.html, look)}
          className={clsx(
            'h-[46rem] max-w-full justify-self-center rounded-card border border-line',
            form === 'narrow' ? 'w-[390px]' : 'w-full',
          )}
        />
      )}
    </section>
  );
}

/** The mail with its dark rules always or never in force. */
function inLook(html: string, look: Theme): string {
  return html
    .replaceAll('(prefers-color-scheme:dark)', look === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${look}`);
}
