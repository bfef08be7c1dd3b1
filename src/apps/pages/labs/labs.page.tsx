import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { MarketingFrame } from '../landing/marketing-frame.tsx';

/** Every live demo and diagnostic of this server, and what each of them proves. */
export function LabsPage({
  demos,
  checks,
  voice,
  script,
  context,
}: PageProps['labs'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`labs:${key}`, { brand: context.brandName });
  return (
    <MarketingFrame context={context} script={script}>
      <div className="lab">
        <h1>{text('title')}</h1>
        <p className="lead">{text('lead')}</p>
        <h2 id="demos">{text('demosTitle')}</h2>
        <ul className="lab-list" aria-labelledby="demos">
          {demos.map(({ id, href }) => (
            <li key={id}>
              <h3>
                <a href={href}>{text(`demos.${id}.title`)}</a>
              </h3>
              <p>{text(`demos.${id}.proves`)}</p>
            </li>
          ))}
        </ul>
        {checks.length > 0 && (
          <>
            <h2 id="checks">{text('checksTitle')}</h2>
            <p className="lead">{text('checksLead')}</p>
            <ul className="lab-list" aria-labelledby="checks">
              {checks.map(({ id, href }) => (
                <li key={id}>
                  <h3>
                    <a href={href}>{text(`checks.${id}.title`)}</a>
                  </h3>
                  <p>{text(`checks.${id}.proves`)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
        {voice.length > 0 && (
          <>
            <h2 id="voice">{text('voiceTitle')}</h2>
            <p className="lead">{text('voiceLead')}</p>
            <ul className="lab-list" aria-labelledby="voice">
              {voice.map(({ id, href }) => (
                <li key={id}>
                  <h3>
                    <a href={href}>{context.text(`voice-check:checks.${id}.title`)}</a>
                  </h3>
                  <p>{context.text(`voice-check:checks.${id}.proves`)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </MarketingFrame>
  );
}
