import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { MarketingFrame } from './marketing-frame.tsx';
import { PricingPlans } from './pricing-plans.tsx';

const questions = ['trial', 'share', 'end', 'cancel', 'own', 'models'] as const;

/** Plans on a page of their own, with what people ask about them. */
export function PricingPage({ context, ...props }: PageProps['pricing'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`landing:${key}`, { brand: context.brandName });
  return (
    <MarketingFrame context={context} script={props.script} guide={props.guide}>
      <section className="pricing-page">
        <h1>{text('pricing.title')}</h1>
        <p className="lead">{text('pricing.lead')}</p>
        <PricingPlans text={text} arePlansFree={props.arePlansFree} heading="h2" />
      </section>
      <section aria-labelledby="questions" className="questions">
        <h2 id="questions">{text('questions.title')}</h2>
        {questions.map((question) => (
          <details key={question}>
            <summary>{text(`questions.${question}.question`)}</summary>
            <p>{text(`questions.${question}.answer`)}</p>
          </details>
        ))}
      </section>
    </MarketingFrame>
  );
}
