import { factGap } from '#shared/text/fact-gap.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import { api, type Output } from '#ui/api/client.ts';
import { ArticleFrame } from '#ui/page/article-frame.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';

type Preview = Output<'POST /api/superadmin/blog/preview'>;

/** Writing pauses for so long before it is drawn. */
const pauseMs = 350;

/** The text as readers will see it, drawn by the server as the blog draws it. Nothing in it runs. */
export function PostPreview({ body, language }: { body: string; language: Language }) {
  const { t } = useTranslation('blog-editor');
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
  return (
    <section aria-labelledby="post-preview" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="post-preview" className="text-md font-semibold">
          {t('preview.title')}
        </h2>
        {preview && (
          <p className="text-sm text-muted">
            {t('preview.words', { count: preview.words })}
            {factGap}
            {t('preview.minutes', { count: preview.minutes })}
          </p>
        )}
      </div>
      {hasFailed && <Callout tone="warning">{t('preview.failed')}</Callout>}
      {preview ? (
        <ArticleFrame title={t('preview.title')} html={preview.html} language={language} />
      ) : (
        !hasFailed && <Skeleton className="h-96 w-full" />
      )}
    </section>
  );
}
