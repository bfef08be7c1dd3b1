import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { MarketingFrame } from './marketing-frame.tsx';
import { PricingPlans } from './pricing-plans.tsx';

const questions = ['trial', 'share', 'end', 'cancel', 'own', 'models'] as const;
/** Nobody asks them where nothing is sold, or where there is no trial. */
const aboutPlans: ReadonlySet<string> = new Set(['trial', 'end', 'cancel']);
const aboutTrial: ReadonlySet<string> = new Set(['trial', 'end']);

/** Plans on a page of their own, with what people ask about them. */
export function PricingPage({ context, ...props }: PageProps['pricing'] & { context: PageContext }) {
  const text = (key: string, count = 0): string =>
    context.text(`landing:${key}`, { brand: context.brandName, count });
  const { signUp, trialDays } = context.opening;
  const areFree = trialDays === null;
  const isAsked = (question: (typeof questions)[number]): boolean =>
    !(areFree && aboutPlans.has(question)) &&
    !(trialDays === 0 && aboutTrial.has(question)) &&
    !(signUp !== 'open' && question === 'trial');
  return (
    <MarketingFrame context={context} script={props.script} guide={props.guide}>
      <section className="pricing-page">
        <h1>{text('pricing.title')}</h1>
        {!areFree && <p className="lead">{text(trialDays === 0 ? 'pricing.leadPlain' : 'pricing.lead')}</p>}
        <PricingPlans context={context} plans={props.plans} heading="h2" />
      </section>
      <section aria-labelledby="questions" className="questions">
        <h2 id="questions">{text('questions.title')}</h2>
        {questions.filter(isAsked).map((question) => (
          <details key={question}>
            <summary>{text(`questions.${question}.question`)}</summary>
            <p>{text(`questions.${question}.answer`, trialDays ?? 0)}</p>
          </details>
        ))}
      </section>
    </MarketingFrame>
  );
}
