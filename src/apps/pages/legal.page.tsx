import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Article } from './blog/article.tsx';
import { Frame } from './frame.tsx';

const sections = {
  terms: ['service', 'account', 'content', 'ai', 'payment', 'liability', 'end'],
  privacy: ['who', 'what', 'visitors', 'providers', 'storage', 'rights', 'contact'],
} as const;

/** Terms and privacy as the product ships them; whoever runs an instance replaces them by their own. */
export function LegalPage({ document, nodes, context }: PageProps['legal'] & { context: PageContext }) {
  const email = document === 'terms' ? context.brand?.termsEmail : context.brand?.privacyEmail;
  // Who comes by invitation alone opens no account that is tried.
  const { signUp, trialDays } = context.opening;
  const text = (key: string, count = 0): string =>
    context.text(`legal:${document}.${key}`, { brand: context.brandName, count });
  return (
    <Frame context={context}>
      <article className="narrow prose">
        <h1>{text('title')}</h1>
        {nodes ? (
          <Article nodes={nodes} tableLabel={text('title')} />
        ) : (
          <StandardText document={document} text={text} trialDays={signUp === 'open' ? trialDays : null} />
        )}
        {email && (
          <p>
            {context.text('legal:contact')} <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
      </article>
    </Frame>
  );
}

/** What the product ships. */
function StandardText({
  document,
  text,
  trialDays,
}: {
  document: PageProps['legal']['document'];
  text: (key: string, count?: number) => string;
  trialDays: number | null;
}) {
  return (
    <>
      <p className="lead">{text('lead')}</p>
      {sections[document].map((section) => (
        <section key={section}>
          <h2>{text(`${section}.title`)}</h2>
          <p>
            {text(`${section}.text`)}
            {document === 'terms' && section === 'service' && trialDays !== null && trialDays > 0 && (
              <> {text('service.trial', trialDays)}</>
            )}
          </p>
        </section>
      ))}
    </>
  );
}
