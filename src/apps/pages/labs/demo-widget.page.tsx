import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { LabFrame } from './lab-frame.tsx';

const steps = {
  standard: ['open', 'ask', 'reload', 'theme'],
  contact: ['ask', 'form', 'go', 'owner'],
} as const;

/** An agent in the corner of a page, what there is to try, and the one line that put it there. */
export function DemoWidgetPage({
  kind,
  number,
  snippet,
  script,
  context,
}: PageProps['demo-widget'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`labs:${key}`, { brand: context.brandName });
  return (
    <LabFrame context={context} script={script} title={text(`${kind}.title`)} lead={text(`${kind}.lead`)}>
      <ol className="lab-steps">
        {steps[kind].map((step) => (
          <li key={step}>
            <h2>{text(`${kind}.${step}.title`)}</h2>
            <p>{text(`${kind}.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      <p className="actions">
        <a className="button" href={`/widgets/${number}`} data-chatelier-open={number}>
          {text('openChat')}
        </a>
        <a className="button quiet" href={`/widget-demo/${number}`}>
          {text('openShop')}
        </a>
      </p>
      <h2>{text('snippetTitle')}</h2>
      <pre className="lab-snippet" tabIndex={0}>
        <code>{snippet}</code>
      </pre>
      <script async src={`/widgets/${number}.js?tag=chatelier`} />
    </LabFrame>
  );
}
