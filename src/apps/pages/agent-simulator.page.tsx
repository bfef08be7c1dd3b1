import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

type Props = PageProps['agent-simulator'] & { context: PageContext };

/** The simulator to try without an account: a demo agent, a visitor who is none, and what becomes of them. */
export function AgentSimulatorPage({ agents, personas, chosen, refusal, conversations, context }: Props) {
  const text = (key: string, variables?: Record<string, string | number>): string =>
    context.text(`simulator-page:${key}`, variables);
  const address = (agent: string, persona: string): string =>
    `/agent-simulator?agent=${encodeURIComponent(agent)}&persona=${encodeURIComponent(persona)}`;
  const passed = conversations.filter(({ isPassed }) => isPassed).length;
  return (
    <Frame context={context}>
      <div className="simulator">
        <h1>{text('title')}</h1>
        <p className="lead">{text('lead')}</p>
        <nav aria-label={text('agent')}>
          <h2>{text('agent')}</h2>
          <ul className="simulator-choices">
            {agents.map(({ slug, title }) => (
              <li key={slug}>
                <a
                  rel="nofollow"
                  href={address(slug, chosen.persona)}
                  aria-current={slug === chosen.agent ? 'true' : undefined}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={text('persona')}>
          <h2>{text('persona')}</h2>
          <ul className="simulator-choices">
            {personas.map(({ id, name }) => (
              <li key={id}>
                <a
                  rel="nofollow"
                  href={address(chosen.agent, id)}
                  aria-current={id === chosen.persona ? 'true' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {refusal && <p role="status">{text(refusal)}</p>}
        {conversations.length === 0 ? (
          <p>
            <a className="simulator-run" rel="nofollow" href={address(chosen.agent, chosen.persona)}>
              {text('run')}
            </a>
          </p>
        ) : (
          <section aria-labelledby="results">
            <h2 id="results">{text('passed', { passed, total: conversations.length })}</h2>
            <ol className="simulator-conversations">
              {conversations.map(({ scenario, isPassed, turns }) => (
                <li key={scenario}>
                  <h3>
                    <span className={isPassed ? 'simulator-good' : 'simulator-bad'}>
                      {text(isPassed ? 'good' : 'bad')}
                    </span>{' '}
                    {scenario}
                  </h3>
                  {turns.map(({ said, answer, checks }, at) => (
                    <div key={at} className="simulator-turn">
                      <p className="simulator-said">{said}</p>
                      <p className="simulator-answer">{answer || text('silent')}</p>
                      <ul>
                        {checks.map((check) => (
                          <li key={check.words}>
                            <span className={check.isPassed ? 'simulator-good' : 'simulator-bad'}>
                              {text(check.isPassed ? 'good' : 'bad')}
                            </span>{' '}
                            {check.words}
                          </li>
                        ))}
                      </ul>
                    </div>
                  ))}
                </li>
              ))}
            </ol>
          </section>
        )}
        <p className="simulator-note">{text('note')}</p>
      </div>
    </Frame>
  );
}
