import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { html, madeMarkup } from '#shared/text/escape-html.ts';
import type { Language } from '#shared/languages.ts';
import { api, type Output } from '#ui/api/client.ts';
import { useTheme } from '#ui/browser/theme.ts';
import { Callout, Skeleton } from '#ui/page/display.tsx';

type Preview = Output<'POST /api/superadmin/blog/preview'>;

/** Writing pauses for so long before it is drawn. */
const pauseMs = 350;
const look =
  'body{margin:0;padding:4px 2px 24px;font:16px/1.65 Inter,system-ui,sans-serif;overflow-wrap:anywhere}h2,h3,h4{line-height:1.25;margin:1.6em 0 .5em}h2:first-child{margin-top:0}pre{overflow-x:auto;padding:12px;border:1px solid #8886;border-radius:8px}code{font-size:.9em}blockquote{margin:0 0 1em;padding:8px 16px;border-left:3px solid #36d6b5}table{border-collapse:collapse}th,td{padding:8px 14px 8px 0;border-bottom:1px solid #8886;text-align:left}img{max-width:100%}a{color:inherit}';

/** The text as readers will see it, drawn by the server as the blog draws it. Nothing in it runs. */
export function PostPreview({ body, language }: { body: string; language: Language }) {
  const { t } = useTranslation('blog-editor');
  const [theme] = useTheme();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      api('POST /api/superadmin/blog/preview', { body: { body } }).then(
        (answer) => {
          if (isOver) return;
          setPreview(answer);
          setFailed(false);
        },
        () => !isOver && setFailed(true),
      );
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [body]);
  const page = html`<!doctype html><html lang="${language}"><head><meta name="color-scheme" content="${theme}"><style>${madeMarkup(look)}</style></head><body>${madeMarkup(preview?.html ?? '')}</body></html>`;
  return (
    <section aria-labelledby="post-preview" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="post-preview" className="text-md font-semibold">
          {t('preview.title')}
        </h2>
        {preview && (
          <p className="text-sm text-muted">
            {t('preview.words', { count: preview.words })} ·{' '}
            {t('preview.minutes', { count: preview.minutes })}
          </p>
        )}
      </div>
      {hasFailed && <Callout tone="warning">{t('preview.failed')}</Callout>}
      {preview ? (
        <iframe
          title={t('preview.title')}
          sandbox=""
          srcDoc={page.markup}
          className="h-[44rem] w-full rounded-card border border-line bg-surface p-4"
        />
      ) : (
        !hasFailed && <Skeleton className="h-96 w-full" />
      )}
    </section>
  );
}
