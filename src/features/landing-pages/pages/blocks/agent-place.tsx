import type { PageAgent } from '#shared/landing-pages/page-facts.ts';
import { chatAnchor, linkProps, Missing } from './parts.tsx';
import type { PageScene } from './scene.ts';

/** An agent of the page by its number; null when it is gone. */
export const agentOf = (number: number, { facts }: PageScene): PageAgent | null =>
  facts.agents[String(number)] ?? null;

type AgentPlaceProps = {
  /** Of the block in which it stands. */
  block: string;
  number: number;
  size: 'small' | 'medium' | 'large' | 'page';
  scene: PageScene;
};

/**
 * The place where the chat itself appears. Until its script has come, and without scripts, it is the agent's first
 * words with its questions, each of which leads to the agent's own page.
 */
export function AgentPlace({ block, number, size, scene }: AgentPlaceProps) {
  const agent = agentOf(number, scene);
  if (!agent || !agent.isLive)
    return (
      <Missing
        scene={scene}
        hint={scene.text(
          number === 0 ? 'hint.chooseAgent' : agent ? 'hint.publishAgent' : 'hint.agentDeleted',
        )}
      >
        {scene.text('agent.gone')}
      </Missing>
    );
  return (
    <div
      {...chatAnchor(block, scene)}
      className={`lp-agent-place lp-size-${size}`}
      {...(scene.isEditing ? {} : { 'data-chatelier-agent': agent.number })}
    >
      <FirstWords agent={agent} scene={scene} />
    </div>
  );
}

function FirstWords({ agent, scene }: { agent: PageAgent; scene: PageScene }) {
  const { name, number, avatarUrl, welcome, questions } = agent;
  const home = linkProps(`/widgets/${number}`, scene);
  return (
    <div className="lp-first-words">
      <p className="lp-agent-name">
        {avatarUrl ? (
          <img src={avatarUrl} alt="" width={36} height={36} loading="lazy" />
        ) : (
          <span className="lp-initial" aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
        )}
        {name}
      </p>
      {welcome && <p className="lp-bubble">{welcome}</p>}
      {questions.length > 0 && (
        <ul className="lp-questions">
          {questions.map((question) => (
            <li key={question}>
              <a {...home}>{question}</a>
            </li>
          ))}
        </ul>
      )}
      <a className="lp-composer" {...home}>
        {scene.text('agent.write', { name })}
      </a>
    </div>
  );
}
