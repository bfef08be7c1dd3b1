import { clsx } from 'clsx';
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Globe, PenLine } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage, type Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { isPlanExpiredError } from '#ui/api/plan-expired.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { ExpiredNotice } from '#ui/page/expired-notice.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Select } from '#ui/controls/select.tsx';
import { CreationSteps } from './creation-steps.tsx';
import { detectInput } from './detect-input.ts';

/** As the server takes it; what is pasted beyond it is cut, which the count beside the field tells. */
const longestInput = 2_000;

type From = 'website' | 'description' | 'blank';

/** From one field to a talking agent. */
export function NewAgentPage() {
  const { t, i18n } = useTranslation('agents');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [input, setInput] = useState('');
  const [language, setLanguage] = useState<Language>(toLanguage(i18n.language) ?? 'en');
  const [asWords, setAsWords] = useState(false);
  const [running, setRunning] = useState<{ from: From; host: string } | null>(null);
  const [problem, setProblem] = useState<{ text: string; isSite: boolean } | null>(null);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);
  const detected = detectInput(input);
  const kind = detected.from === 'website' && asWords ? 'description' : detected.from;

  const create = async (from: From) => {
    const controller = new AbortController();
    request.current = controller;
    setProblem(null);
    setMissing(false);
    setRunning({ from, host: detected.from === 'website' ? detected.host : '' });
    try {
      const agent = await api(
        'POST /api/agents',
        { body: { from, input: from === 'blank' ? '' : input.trim(), language } },
        controller.signal,
      );
      void refresh(client, '/api/agents', '/api/dashboard');
      setEndpointData(client, 'GET /api/agents/{id}', { params: { id: agent.id } }, () => agent);
      await navigate({
        to: '/dashboard/agents/edit/$id',
        params: { id: agent.id },
        search: { created: '1' },
        replace: true,
      });
    } catch (error) {
      if (controller.signal.aborted) return;
      const known = error instanceof ApiError;
      // A plan that is over is told by the dialog of all screens.
      if (!isPlanExpiredError(error))
        setProblem({
          text:
            known && error.status === 0
              ? t('common:failed.offline')
              : error instanceof Error
                ? error.message
                : String(error),
          isSite: from === 'website',
        });
      setRunning(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    if (kind === 'nothing') {
      setMissing(true);
      field.current?.focus();
    } else void create(kind);
  };
  const stop = () => {
    request.current?.abort();
    setRunning(null);
    setTimeout(() => field.current?.focus(), 0);
  };
  const describe = () => {
    setAsWords(true);
    setProblem(null);
    field.current?.focus();
  };

  return (
    <Page>
      <PageHeader
        title={t('new.title')}
        description={t('new.intro')}
        back={{ to: paths.agents, label: t('list.title') }}
      />
      <ExpiredNotice className="mb-6 max-w-2xl">{t('common:lapsed.create')}</ExpiredNotice>
      <form onSubmit={submit} noValidate className="grid max-w-2xl gap-5">
        <Field
          label={t('new.field')}
          help={t('new.help')}
          error={missing && t('new.missing')}
          aside={
            input.length > longestInput * 0.75 && (
              <span className={clsx('tabular', input.length >= longestInput && 'text-warning-ink')}>
                {readableNumber(input.length, i18n.language)} / {readableNumber(longestInput, i18n.language)}
              </span>
            )
          }
        >
          <Textarea
            ref={field}
            rows={2}
            autoFocus
            maxLength={longestInput}
            value={input}
            placeholder={t('new.placeholder')}
            disabled={running !== null}
            autoCapitalize="none"
            onChange={(event) => {
              setInput(event.target.value);
              setMissing(false);
              if (detectInput(event.target.value).from !== 'website') setAsWords(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              submit(event);
            }}
            className="text-md md:text-md"
          />
        </Field>
        <p role="status" className="-mt-3 flex min-h-5.5 items-start gap-2 text-sm text-muted">
          {kind === 'website' && detected.from === 'website' && (
            <>
              <Globe size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
              <span className="min-w-0 break-words">{t('new.isSite', { host: detected.host })}</span>
            </>
          )}
          {kind === 'description' && (
            <>
              <PenLine size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
              <span>{t('new.isText')}</span>
            </>
          )}
        </p>
        {problem && (
          <Callout
            tone="warning"
            live
            title={problem.isSite ? undefined : t('common:failed.title')}
            action={
              problem.isSite && (
                <Button size="sm" onClick={describe}>
                  {t('new.asText')}
                </Button>
              )
            }
          >
            {problem.text}
          </Callout>
        )}
        <Field label={t('new.language')} help={t('new.languageHelp')}>
          <Select
            value={language}
            onChange={setLanguage}
            disabled={running !== null}
            options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
            className="max-w-60"
          />
        </Field>
        {running ? (
          <CreationSteps from={running.from} host={running.host} onStop={stop} />
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" variant="primary" size="lg">
              {t('list.create')}
            </Button>
            <Button variant="link" size="lg" className="px-0" onClick={() => void create('blank')}>
              {t('new.blank')}
            </Button>
          </div>
        )}
      </form>
    </Page>
  );
}
