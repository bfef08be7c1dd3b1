import { Brand } from '../frame.tsx';
import { PageScript } from '../page-script.tsx';
import type { PageContext, PageProps } from '#shared/page-contract.ts';

type Props = PageProps['widget-dev'] & { context: PageContext };

const spoken = [
  'accepted',
  'firstWord',
  'done',
  'failed',
  'sources',
  'noSources',
  'tools',
  'engine',
  'speed',
  'empty',
  'part',
];

/** The draft of an agent in its frame, and beside it what happens in it, for its owner alone. */
export function WidgetDevPage({ number, name, previewUrl, editUrl, hasChanges, script, context }: Props) {
  const text = (key: string): string => context.text(`widget-dev:${key}`, { brand: context.brandName, name });
  return (
    <>
      <header className="dev-header">
        <Brand name={context.brandName} />
        <nav aria-label={text('links')}>
          <a href={editUrl}>{text('editor')}</a>
          <a href={`/widgets/${number}`}>{text('public')}</a>
        </nav>
      </header>
      <main className="dev">
        <div className="dev-frame">
          <h1>{text('title')}</h1>
          <p>{text(hasChanges ? 'changed' : 'same')}</p>
          <iframe src={previewUrl} title={name} data-dev-frame />
        </div>
        <div
          className="dev-panel"
          data-texts={JSON.stringify(Object.fromEntries(spoken.map((key) => [key, text(key)])))}
        >
          <noscript>
            <p className="lab-problem">{text('needsScript')}</p>
          </noscript>
          <section aria-labelledby="dev-answers">
            <h2 id="dev-answers">{text('answers')}</h2>
            <div data-dev="answers" aria-live="polite">
              <p className="note">{text('empty')}</p>
            </div>
          </section>
          <section aria-labelledby="dev-wallet">
            <h2 id="dev-wallet">{text('wallet')}</h2>
            <dl data-dev="wallet">
              <div>
                <dt>{text('noWallet')}</dt>
                <dd />
              </div>
            </dl>
          </section>
          <section aria-labelledby="dev-events">
            <h2 id="dev-events">{text('events')}</h2>
            <div className="lab-scroll" tabIndex={0} role="region" aria-labelledby="dev-events">
              <table className="lab-table">
                <thead>
                  <tr>
                    <th scope="col">{text('time')}</th>
                    <th scope="col">{text('what')}</th>
                    <th scope="col">{text('content')}</th>
                  </tr>
                </thead>
                <tbody data-dev="events" />
              </table>
            </div>
          </section>
        </div>
      </main>
      <PageScript src={script} />
    </>
  );
}
