import { html as template, madeMarkup } from '#shared/text/escape-html.ts';
import type { Language } from '#shared/languages.ts';
import { useTheme } from '#ui/browser/theme.ts';

const look =
  'body{margin:0;padding:4px 2px 24px;font:16px/1.65 Inter,system-ui,sans-serif;overflow-wrap:anywhere}h2,h3,h4{line-height:1.25;margin:1.6em 0 .5em}h2:first-child{margin-top:0}pre{overflow-x:auto;padding:12px;border:1px solid #8886;border-radius:8px}code{font-size:.9em}blockquote{margin:0 0 1em;padding:8px 16px;border-left:3px solid #36d6b5}table{border-collapse:collapse}th,td{padding:8px 14px 8px 0;border-bottom:1px solid #8886;text-align:left}img{max-width:100%}a{color:inherit}';

/** An article that the server made of Markdown, in a frame in which nothing runs. */
export function ArticleFrame({
  title,
  html,
  language,
  height = 'h-[44rem]',
}: {
  title: string;
  html: string;
  language: Language;
  /** A class. */
  height?: string;
}) {
  const [theme] = useTheme();
  const page = template`<!doctype html><html lang="${language}"><head><meta name="color-scheme" content="${theme}"><style>${madeMarkup(look)}</style></head><body>${madeMarkup(html)}</body></html>`;
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={page.markup}
      className={`${height} w-full rounded-card border border-line bg-surface p-4`}
    />
  );
}
