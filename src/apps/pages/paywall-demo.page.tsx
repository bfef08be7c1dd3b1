import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

const steps = ['ask', 'pay', 'go', 'restore'] as const;

/** A paywall to try without an account: a real agent, test money, and what there is to see. */
export function PaywallDemoPage({ number, context }: PageProps['paywall-demo'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`paywall-demo:${key}`);
  return (
    <Frame context={context}>
      <div className="paywall-demo">
        <div>
          <h1>{text('title')}</h1>
          <p className="lead">{text('lead')}</p>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <h2>{text(`${step}.title`)}</h2>
                <p>{text(`${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
        <div className="paywall-demo-chat" data-chatelier-agent={number} />
      </div>
      <script async src={`/widgets/${number}.js?tag=chatelier`} />
    </Frame>
  );
}
