import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';

/** From this width on the shell has its sidebar. Source: the specification, "Dashboard shell". */
const sidebarFrom = 768;
const rowNames = [
  'window',
  'screen',
  'content',
  'layout',
  'ratio',
  'text',
  'line',
  'scrollbar',
  'pointer',
  'motion',
  'safe',
] as const;
type Facts = {
  sizes: Partial<Record<(typeof rowNames)[number], string>>;
  layout: 'sidebar' | 'phone';
  isTouched: boolean;
  isCalm: boolean;
};

const px = (value: number): string => `${Math.round(value)} px`;
const pair = (width: number, height: number): string => `${Math.round(width)} × ${px(height)}`;

/** A line of one hundred signs tells how many fit into the content. */
const sample = 'the quick brown fox jumps over the lazy dog '.repeat(3).slice(0, 100);

function measure(content: HTMLElement, line: HTMLElement): Facts {
  const style = getComputedStyle(line);
  const { clientWidth } = document.documentElement;
  return {
    sizes: {
      window: pair(innerWidth, innerHeight),
      screen: pair(screen.width, screen.height),
      content: px(content.getBoundingClientRect().width),
      ratio: String(Math.round(devicePixelRatio * 100) / 100),
      text: `${style.fontSize} · ${style.lineHeight}`,
      line: String(
        Math.floor((content.getBoundingClientRect().width / line.getBoundingClientRect().width) * 100),
      ),
      scrollbar: px(innerWidth - clientWidth),
      safe: px(parseFloat(getComputedStyle(line).paddingBottom) || 0),
    },
    layout: innerWidth >= sidebarFrom ? 'sidebar' : 'phone',
    isTouched: matchMedia('(pointer: coarse)').matches,
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

/** Measures again whenever the window or the content changes its size. */
function useFacts(content: RefObject<HTMLElement | null>, line: RefObject<HTMLElement | null>): Facts | null {
  const [facts, setFacts] = useState<Facts | null>(null);
  useEffect(() => {
    const look = (): void => {
      if (content.current && line.current) setFacts(measure(content.current, line.current));
    };
    const observer = new ResizeObserver(look);
    if (content.current) observer.observe(content.current);
    addEventListener('resize', look);
    look();
    return () => {
      observer.disconnect();
      removeEventListener('resize', look);
    };
  }, [content, line]);
  return facts;
}

/** How wide the dashboard is on this screen, live, and as a text for a bug report. */
export function MeasureWidthPage() {
  const { t } = useTranslation('measure-width');
  const content = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const facts = useFacts(content, line);
  const rows = rowNames.map((name): [label: string, value: string] => [
    t(`rows.${name}`),
    facts === null
      ? ''
      : name === 'layout'
        ? t(`layouts.${facts.layout}`)
        : name === 'pointer'
          ? t(facts.isTouched ? 'touch' : 'mouse')
          : name === 'motion'
            ? t(facts.isCalm ? 'calm' : 'usual')
            : (facts.sizes[name] ?? ''),
  ]);
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('intro')}
        actions={<CopyButton label={t('copy')} text={rows.map((row) => row.join(': ')).join('\n')} />}
      />
      <div ref={content}>
        <svg className="mb-6 h-9 w-full text-muted" aria-hidden="true">
          {Array.from({ length: 41 }, (_, at) => at * 50).map((at) => (
            <g key={at}>
              <line x1={at} x2={at} y1={at % 100 === 0 ? 0 : 6} y2="14" stroke="currentColor" />
              {at % 200 === 0 && (
                <text x={at + 3} y="30" fontSize="11" fill="currentColor">
                  {at}
                </text>
              )}
            </g>
          ))}
        </svg>
        <dl className="grid max-w-2xl gap-x-8 sm:grid-cols-[14rem_1fr]">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="pt-3 text-muted sm:border-b sm:border-line sm:pb-3">{label}</dt>
              <dd className="border-b border-line pb-3 tabular-nums sm:pt-3">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="h-0 w-0 overflow-hidden" aria-hidden="true">
          <span ref={line} className="pb-[env(safe-area-inset-bottom)] whitespace-nowrap">
            {sample}
          </span>
        </div>
      </div>
    </Page>
  );
}
