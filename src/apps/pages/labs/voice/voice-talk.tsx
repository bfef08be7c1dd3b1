import { voiceCheckPaths, type VoiceCheckAgent } from '#shared/voice-checks.ts';
import type { PageContext } from '#shared/page-contract.ts';

type Props = {
  agent: VoiceCheckAgent;
  context: PageContext;
};

/** One button to ask by, what was said, and a field for whoever would rather type. */
export function TalkSection({ agent, context }: Props) {
  const text = (key: string, values?: Record<string, string>): string =>
    context.text(`voice-check:talk.${key}`, values);
  return (
    <section className="voice-talk" data-talk aria-label={agent.name}>
      <div className="voice-stage">
        <button type="button" className="voice-big" data-talk-button disabled>
          <svg width="44" height="44" viewBox="0 0 24 24" aria-hidden="true">
            <path
              d="M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <span data-talk-label>{text('start')}</span>
        </button>
        <p className="voice-heard" data-talk-heard dir="auto" aria-hidden="true" />
        <p role="status" data-talk-status />
      </div>
      <div>
        <div className="voice-captions" role="log" aria-label={text('captions')} data-talk-log tabIndex={0}>
          <p className="voice-about" data-talk-empty>
            {text('empty', { question: agent.question })}
          </p>
        </div>
        <form className="voice-type" data-talk-form>
          <label htmlFor="voice-type">{text('type')}</label>
          <span>
            <input id="voice-type" name="text" maxLength={1000} autoComplete="off" required disabled />
            <button className="button small" disabled>
              {text('send')}
            </button>
          </span>
        </form>
      </div>
      <p className="note">
        {text('privacy')} <a href={voiceCheckPaths.device}>{text('more')}</a>
      </p>
    </section>
  );
}
