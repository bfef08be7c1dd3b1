import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { LabFrame } from './lab-frame.tsx';

type Props = PageProps['phone-demo'] & { context: PageContext };

/** The real chat on a phone that is drawn around it, or filling the window as it does on one. */
export function PhoneDemoPage({ number, name, isWhole, choices, script, context }: Props) {
  const text = (key: string): string => context.text(`labs:phone.${key}`, { brand: context.brandName, name });
  const chat = (
    <>
      <div className="phone-chat" data-chatelier-agent={number}>
        <noscript>
          <a href={`/widgets/${number}`}>{text('open')}</a>
        </noscript>
      </div>
      <script async src={`/widgets/${number}.js?tag=chatelier`} />
    </>
  );
  if (isWhole)
    return (
      <main className="phone-whole">
        <h1 className="sr-only">{text('title')}</h1>
        <p className="phone-bar">
          <a href="/chatgpt-ios-demo">{text('leave')}</a>
        </p>
        {chat}
      </main>
    );
  return (
    <LabFrame context={context} script={script} title={text('title')} lead={text('lead')}>
      <div className="phone-stage">
        <div>
          {choices.length > 0 && (
            <nav aria-label={text('choose')}>
              <h2>{text('choose')}</h2>
              <ul className="lab-choices">
                {choices.map(({ id, href, isChosen }) => (
                  <li key={id}>
                    <a href={href} aria-current={isChosen ? 'true' : undefined}>
                      {context.text(`labs:demos.${id}.title`)}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <p>{text('same')}</p>
          <p>
            <a className="button quiet" href="/chatgpt-ios-fullscreen">
              {text('whole')}
            </a>
          </p>
        </div>
        <div className="phone">
          <span className="phone-island" aria-hidden="true" />
          {chat}
        </div>
      </div>
    </LabFrame>
  );
}
