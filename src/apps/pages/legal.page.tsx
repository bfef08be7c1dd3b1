import type { PageContext } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

const sections = {
  terms: ['service', 'account', 'content', 'ai', 'payment', 'liability', 'end'],
  privacy: ['who', 'what', 'visitors', 'providers', 'storage', 'rights', 'contact'],
} as const;

/** Terms and privacy as the product ships them; whoever runs an instance replaces them by their own. */
export function LegalPage({ document, context }: { document: 'terms' | 'privacy'; context: PageContext }) {
  const text = (key: string): string =>
    context.text(`legal:${document}.${key}`, { brand: context.brandName });
  return (
    <Frame context={context}>
      <article className="narrow prose">
        <h1>{text('title')}</h1>
        <p className="lead">{text('lead')}</p>
        {sections[document].map((section) => (
          <section key={section}>
            <h2>{text(`${section}.title`)}</h2>
            <p>{text(`${section}.text`)}</p>
          </section>
        ))}
      </article>
    </Frame>
  );
}
