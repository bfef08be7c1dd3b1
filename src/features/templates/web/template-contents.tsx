import { factGap } from '#shared/text/fact-gap.ts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '#shared/languages.ts';
import { Badge } from '#ui/page/display.tsx';
import type { TemplateDetail } from '../templates.contract.ts';
import { readablePrice } from './readable-price.ts';

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

/** One thing that opens: a page, the prompt. */
function Fold({ title, mark, text }: { title: string; mark?: string | undefined; text: string }) {
  return (
    <details className="group border-t border-line first:border-t-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-3 py-2 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-90"
        />
        <span className="min-w-0 grow break-words">{title}</span>
        {mark && <Badge>{mark}</Badge>}
      </summary>
      <p
        className="max-h-72 overflow-y-auto px-9 pb-4 text-sm break-words whitespace-pre-wrap text-muted"
        tabIndex={0}
      >
        {text}
      </p>
    </details>
  );
}

/** A page's text as it is read: without its title, and without the marks of its tables and headings. */
function plainPage(body: string): string {
  return body
    .replace(/^# .*\n+/, '')
    .replace(/^\|[-| :]+\|\n/gm, '')
    .replace(/^\|(.*)\|$/gm, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(factGap),
    )
    .replace(/^#+ /gm, '');
}

/** What comes along with a template. */
export function TemplateContents({ template }: { template: TemplateDetail }) {
  const { t, i18n } = useTranslation('templates');
  const { pages, iceBreakers, form, price, answers, dynamic, systemPrompt } = template;
  return (
    <div className="grid gap-7 pb-2">
      <p className="text-pretty">{template.description}</p>
      {pages.length > 0 && (
        <Part title={t('contents.pages', { count: pages.length })}>
          <div className="rounded-card border border-line">
            {pages.map((page) => (
              <Fold
                key={`${page.language} ${page.title}`}
                title={page.title}
                mark={page.language === 'en' ? undefined : languageNames[page.language]}
                text={plainPage(page.body)}
              />
            ))}
          </div>
          {answers.length > 0 && (
            <p className="text-sm text-muted">
              {t('contents.answers', {
                languages: new Intl.ListFormat(i18n.language).format(
                  answers.map((language) => languageNames[language]),
                ),
              })}
            </p>
          )}
        </Part>
      )}
      {iceBreakers.length > 0 && (
        <Part title={t('contents.iceBreakers')}>
          <ul className="flex flex-wrap gap-1.5">
            {iceBreakers.map((text) => (
              <li key={text} className="rounded-full border border-line px-3 py-1 text-sm">
                {text}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {form && (
        <Part title={t('contents.form')}>
          <div className="rounded-card border border-line px-4 py-3">
            <p className="font-medium">{form.title}</p>
            <p className="mt-0.5 text-sm text-muted">{form.text}</p>
            <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {form.fields.map((field) => (
                <li
                  key={field.label + field.type}
                  className="before:mr-2 before:text-muted before:content-['–']"
                >
                  {field.label || t(`fields.${field.type}`)}
                  {!field.required && <span className="text-muted"> ({t('contents.optional')})</span>}
                </li>
              ))}
            </ul>
            <p className="mt-3 text-sm text-muted">
              {form.moment === 'after'
                ? t('contents.formAfter', { count: form.afterMessages })
                : t(form.moment === 'start' ? 'contents.formStart' : 'contents.formIntent')}
            </p>
          </div>
        </Part>
      )}
      <Part title={t('contents.price')}>
        <p>
          {readablePrice(price, i18n.language, t)}
          {price.type !== 'none' && price.freeMessages > 0 && (
            <span className="text-muted">
              {factGap}
              {t('price.free', { count: price.freeMessages })}
            </span>
          )}
        </p>
        {price.type !== 'none' && <p className="text-sm text-muted">{t('contents.priceNote')}</p>}
      </Part>
      <Part title={t('contents.instructions')}>
        <div className="rounded-card border border-line">
          <Fold title={t('contents.systemPrompt')} text={systemPrompt} />
          {dynamic && <Fold title={t('contents.dynamic')} text={dynamic} />}
        </div>
      </Part>
    </div>
  );
}
