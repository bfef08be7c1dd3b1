import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { initialsOf } from '#shared/text/initials.ts';
import { MarketingFrame } from './marketing-frame.tsx';
import { openingNote } from './opening-note.ts';
import { PricingPlans } from './pricing-plans.tsx';

const features = ['subscriptions', 'voice', 'analytics', 'monetization'] as const;
/** Features with a screen of the product to show; `tools/feature-pictures.ts` takes them. */
const pictured = ['subscriptions', 'analytics', 'monetization'] as const;
const examples = ['coach', 'shop', 'agency'] as const;
const demoCards = [
  { id: 'richMedia', tag: 'rich-media-agent', template: 'rich-showroom' },
  { id: 'paywall', tag: 'paywall-agent', template: 'store-assistant' },
  { id: 'document', tag: 'document-agent', template: 'document-expert' },
] as const;

const icons: Record<(typeof features)[number], string> = {
  subscriptions: 'M4 7h16v11H4zM4 11h16M8 15h3',
  voice: 'M12 4a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v3',
  analytics: 'M4 20h16M7 16v-4M12 16V6M17 16v-7',
  monetization:
    'M12 3v18M16.5 7.5C15.5 6 14 5.5 12 5.5c-2.500 0-4 1.200-4 3s1.500 2.700 4 3.300 4.500 1.500 4.500 3.500-2 3.200-4.500 3.200-4-.800-5-2.500',
};

function FeatureIcon({ feature }: { feature: (typeof features)[number] }) {
  return (
    <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[feature]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}

type Text = (key: string) => string;

/** What customers say; until somebody writes it down, examples that are marked as such. */
function Testimonials({ said, text }: { said: PageProps['landing']['testimonials']; text: Text }) {
  const shown =
    said?.map(({ quote, name, role, pictureUrl }) => ({
      quote,
      face: { pictureUrl, initials: initialsOf(name) },
      who: [name, role].filter((part) => part !== '').join(', '),
    })) ??
    examples.map((example) => ({
      face: null,
      quote: text(`testimonials.${example}.text`),
      who: text(`testimonials.${example}.who`),
    }));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">{text(said ? 'testimonials.own' : 'testimonials.title')}</h2>
      {!said && <p className="note">{text('testimonials.note')}</p>}
      <ul className="cards">
        {shown.map(({ quote, who, face }, at) => (
          <li key={at} className="card" data-reveal>
            <blockquote>
              <p>{quote}</p>
              <footer>
                {face && (
                  <span className="face" aria-hidden="true">
                    {face.pictureUrl ? (
                      <img src={face.pictureUrl} width="40" height="40" alt="" loading="lazy" />
                    ) : (
                      face.initials
                    )}
                  </span>
                )}
                <span>{who}</span>
              </footer>
            </blockquote>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The start page, in the sections and with the links of the specification ("Landing page"). */
export function LandingPage({ context, ...props }: PageProps['landing'] & { context: PageContext }) {
  const { demos } = props;
  const isOpen = context.opening.signUp === 'open';
  const areTried = (context.opening.trialDays ?? 0) > 0;
  const text = (key: string): string => context.text(`landing:${key}`, { brand: context.brandName });
  return (
    <MarketingFrame context={context} script={props.script} guide={demos.guide}>
      <section className="hero">
        <div>
          <h1>{text('hero.title')}</h1>
          <p className="lead">{text('hero.lead')}</p>
          <p className="actions">
            {isOpen ? (
              <a className="button" href="/auth?tab=register">
                {text(areTried ? 'hero.trial' : 'nav.start')}
              </a>
            ) : (
              <a className="button" href="/auth">
                {text('nav.signIn')}
              </a>
            )}
            <a className="button quiet" href={`/widgets/${demos.guide}`} target="_blank" rel="noopener">
              {text('hero.demo')}
            </a>
          </p>
          <p className="note">{openingNote(context)}</p>
        </div>
        <figure className="hero-chat">
          <div data-chatelier-agent={demos.hero} data-live={`/widgets/${demos.hero}.js?tag=chatelier`}>
            <noscript>
              <a href={`/widgets/${demos.hero}`} target="_blank" rel="noopener">
                {text('hero.open')}
              </a>
            </noscript>
          </div>
          <figcaption>{text('hero.caption')}</figcaption>
        </figure>
      </section>

      <section aria-labelledby="features">
        <h2 id="features">{text('features.title')}</h2>
        <ul className="feature-grid">
          {features.map((feature) => (
            <li key={feature} data-reveal>
              <FeatureIcon feature={feature} />
              <h3>{text(`features.${feature}.title`)}</h3>
              <p>{text(`features.${feature}.text`)}</p>
              {pictured.some((each) => each === feature) && (
                <div className="feature-picture">
                  {(['light', 'dark'] as const).map((theme) => (
                    <img
                      key={theme}
                      className={`in-${theme}`}
                      src={`/feature-pictures/${feature}-${theme}.webp`}
                      width="720"
                      height="452"
                      alt={text(`features.${feature}.picture`)}
                      loading="lazy"
                      decoding="async"
                    />
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="demos">
        <h2 id="demos">{text('demos.title')}</h2>
        <p className="lead">{text('demos.lead')}</p>
        <ul className="cards">
          {demoCards.map(({ id, tag, template }) => (
            <li key={id} className="card" data-reveal>
              <img src={`/demo-pictures/${template}.webp`} width="480" height="300" alt="" loading="lazy" />
              <h3>
                <a href={`/widgets/${demos[id]}/${tag}`} target="_blank" rel="noopener">
                  {text(`demos.${id}.title`)}
                </a>
              </h3>
              <p>{text(`demos.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="hub">
        <h2 id="hub">{text('hub.title')}</h2>
        <p className="lead">{text('hub.lead')}</p>
        <ul className="cards">
          {props.articles.map(({ category, articles }) => (
            <li key={category} className="card" data-reveal>
              <h3>
                <a href={`/blog?category=${category}`}>{context.text(`blog:categories.${category}`)}</a>
              </h3>
              <ul className="articles">
                {articles.map(({ slug, title }) => (
                  <li key={slug}>
                    <a href={`/blog/${slug}`} hrefLang="en">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>

      <section id="pricing" aria-labelledby="pricing-title">
        <h2 id="pricing-title">{text('pricing.title')}</h2>
        <PricingPlans context={context} plans={props.plans} />
      </section>

      <Testimonials said={props.testimonials} text={text} />

      <section className="closing" data-reveal>
        <h2>{text('closing.title')}</h2>
        <p>{isOpen ? text('closing.text') : openingNote(context)}</p>
        {isOpen ? (
          <a className="button" href="/auth?tab=register">
            {text('closing.action')}
          </a>
        ) : (
          <a className="button" href="/auth">
            {text('nav.signIn')}
          </a>
        )}
      </section>
    </MarketingFrame>
  );
}
