import { useEffect, useState } from 'react';

type Compile = (code: string) => string;

/** The draft's CSS as the chat would get it from the server. What reads CSS is loaded when there is some. */
export function usePreviewCss(code: string): string {
  const [compile, setCompile] = useState<Compile | null>(null);
  const isNeeded = code !== '';
  useEffect(() => {
    if (isNeeded)
      void import('#shared/custom-css/custom-css.ts').then(({ compileCss }) =>
        setCompile(() => (text: string) => compileCss(text).css),
      );
  }, [isNeeded]);
  return compile && isNeeded ? compile(code) : '';
}
