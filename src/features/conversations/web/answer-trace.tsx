import { factGap } from '#shared/text/fact-gap.ts';
import { Check, ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import { readableCost, readableMilliseconds, readableNumber } from '#ui/browser/numbers.ts';
import { ModelFailure } from '#ui/page/model-failure.tsx';
import type { AnswerTrace, OwnerMessage } from '../conversations.contract.ts';

/**
 * "Why this answer": the passages it was made of, the tools, the model, what it cost and how long it took.
 */
export function AnswerTraceDetails({ message }: { message: OwnerMessage }) {
  const { t } = useTranslation('contacts');
  if (!message.trace && !message.model) return null;
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1 rounded-control font-medium text-muted hover:text-ink md:min-h-7">
        <ChevronRight size={16} className="transition-transform duration-150 group-open:rotate-90" />
        {t('why.title')}
      </summary>
      <div className="mt-1 rounded-card border border-line bg-surface p-4">
        <AnswerTraceBody message={message} />
      </div>
    </details>
  );
}

/** The same without its heading. */
export function AnswerTraceBody({ message }: { message: OwnerMessage }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <Figures message={message} />
      {message.trace && <Passages trace={message.trace} />}
      {message.trace && message.trace.tools.length > 0 && <Tools trace={message.trace} />}
      {message.trace && hasFailedAttempt(message.trace) && <Attempts trace={message.trace} />}
    </div>
  );
}

function Figures({ message }: { message: OwnerMessage }) {
  const { t, i18n } = useTranslation('contacts');
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? null : readableNumber(value, i18n.language);
  const time = (value: number | null | undefined) =>
    value === null || value === undefined ? null : readableMilliseconds(value, i18n.language);
  const { trace } = message;
  const figures: [string, ReactNode][] = [
    [
      t('why.model'),
      message.engine === 'built-in'
        ? t('thread.builtIn')
        : [message.provider, message.model].filter(Boolean).join(factGap),
    ],
    [
      t('why.tokens'),
      message.inputTokens === null && message.outputTokens === null
        ? null
        : t('why.tokensValue', {
            input: number(message.inputTokens) ?? '–',
            output: number(message.outputTokens) ?? '–',
          }),
    ],
    [
      t('why.cost'),
      message.costMicros === null || message.engine === 'built-in'
        ? null
        : readableCost(message.costMicros, i18n.language),
    ],
    [t('why.retrieval'), time(trace?.retrievalMs)],
    [t('why.firstToken'), time(trace?.firstTokenMs)],
    [t('why.total'), time(trace?.totalMs)],
  ];
  return (
    <dl className="tabular flex flex-wrap gap-x-6 gap-y-2">
      {figures
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Passages({ trace }: { trace: AnswerTrace }) {
  const { t, i18n } = useTranslation('contacts');
  const score = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (trace.passages.length === 0) return <p className="text-muted">{t('why.noPassages')}</p>;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{t('why.passages', { count: trace.passages.length })}</h3>
      <ol className="grid divide-y divide-line">
        {trace.passages.map((passage, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2.5 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <p className="min-w-0 flex-1 basis-48 truncate">
                {passage.number !== null && (
                  <span className="tabular font-semibold text-accent-ink">{passage.number} </span>
                )}
                <span className="font-medium">{passage.title}</span>
                {passage.heading && passage.heading !== passage.title && (
                  <span className="text-muted">
                    {factGap}
                    {passage.heading}
                  </span>
                )}
                {passage.page !== null && (
                  <span className="text-muted">
                    {factGap}
                    {t('thread.page', { page: passage.page })}
                  </span>
                )}
              </p>
              <Badge tone={passage.number === null ? 'neutral' : 'success'} className="shrink-0">
                {t(passage.number === null ? 'why.notCited' : 'why.cited')}
              </Badge>
              <span className="flex w-24 shrink-0 items-center gap-2">
                <span className="h-1.5 grow overflow-hidden rounded-full bg-line" aria-hidden="true">
                  <span
                    className="block h-full rounded-full bg-accent-strong"
                    style={{ width: `${Math.min(1, Math.max(0, passage.score)) * 100}%` }}
                  />
                </span>
                <span className="tabular w-8 text-right font-semibold">{score.format(passage.score)}</span>
              </span>
            </div>
            <p className="line-clamp-3 text-muted">{passage.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a tool gave, without the words around it that tell a model not to obey it. */
const withoutFence = (result: string): string =>
  result.replace(/^<tool_data>\n/, '').replace(/\n<\/tool_data>\n[^\n]*$/, '');

function Tools({ trace }: { trace: AnswerTrace }) {
  const { t, i18n } = useTranslation('contacts');
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{t('why.tools')}</h3>
      <ul className="grid gap-2">
        {trace.tools.map((tool, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <State failed={tool.failed} />
              {tool.title && <span className="min-w-0 break-words">{tool.title}</span>}
              <span className="min-w-0 font-mono text-xs break-all text-muted">{tool.name}</span>
              {tool.risk && tool.risk !== 'read' && (
                <Badge tone="warning">{t(`why.toolRisk.${tool.risk}`)}</Badge>
              )}
              <span className="tabular ml-auto whitespace-nowrap text-muted">
                {readableMilliseconds(tool.milliseconds, i18n.language)}
              </span>
            </p>
            {tool.arguments !== null && (
              <Recorded label={t('why.toolAsked')} text={JSON.stringify(tool.arguments)} />
            )}
            {tool.result && <Recorded label={t('why.toolGave')} text={withoutFence(tool.result)} />}
            {tool.errorCode && (
              <p className="text-danger-ink">
                {t(`why.toolError.${tool.errorCode}`)}
                {tool.errorDetail && <span className="font-mono"> ({tool.errorDetail})</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What went into a tool or came out of it, as it was. */
function Recorded({ label, text }: { label: string; text: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <figcaption className="text-xs text-muted">{label}</figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        className="max-h-40 overflow-auto rounded-control bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap dark:bg-line"
      >
        {text}
      </pre>
    </figure>
  );
}

function Attempts({ trace }: { trace: AnswerTrace }) {
  const { t } = useTranslation('contacts');
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{t('why.attempts')}</h3>
      <ol className="grid gap-1">
        {trace.attempts.map((attempt, index) => (
          <li key={index} className="flex items-start gap-2">
            <State failed={attempt.errorCode !== null} />
            <span className="min-w-0 flex-1">
              {attempt.errorCode ? (
                <ModelFailure {...attempt} code={attempt.errorCode} />
              ) : (
                [attempt.provider, attempt.model].filter(Boolean).join(factGap)
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether a model was asked that gave no answer. */
export const hasFailedAttempt = ({ attempts }: AnswerTrace): boolean =>
  attempts.length > 1 || attempts.some(({ errorCode }) => errorCode !== null);

function State({ failed }: { failed: boolean }) {
  const { t } = useTranslation('contacts');
  return (
    <span className={failed ? 'text-danger-ink' : 'text-success-ink'}>
      {failed ? <X size={16} aria-hidden="true" /> : <Check size={16} aria-hidden="true" />}
      <span className="sr-only">{t(failed ? 'why.failed' : 'why.worked')}</span>
    </span>
  );
}
