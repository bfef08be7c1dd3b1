import { paths } from '#shared/paths.ts';
import { voiceCheckPaths, type VoiceCheck, type VoiceCheckAgent } from '#shared/voice-checks.ts';
import type { PageContext } from '#shared/page-contract.ts';

type Props = {
  check: VoiceCheck;
  agent: VoiceCheckAgent | null;
  /** A number was asked for that no running agent has. */
  isUnknown: boolean;
  context: PageContext;
};

/** Which agent is looked at, how it talks, and how to take another one. */
export function VoiceAgentSection({ check, agent, isUnknown, context }: Props) {
  const text = (key: string, values?: Record<string, string>): string =>
    context.text(`voice-check:agent.${key}`, values);
  const isOfVendors = check !== 'launcher';
  const how = agent && howItTalks(agent);
  const hasVendor = !!agent?.vendor;
  return (
    <section className="voice-step" aria-labelledby="voice-agent">
      <h2 id="voice-agent">{text('title')}</h2>
      {agent && how && (
        <p data-state={agent.voice && (hasVendor || !isOfVendors) ? 'good' : undefined}>
          {text(how, { name: agent.name, vendor: agent.vendor?.label ?? '' })}
        </p>
      )}
      {isOfVendors && (
        <p className="voice-about">
          {text(hasVendor ? 'paid' : 'connect')} <a href={paths.openAiVoiceTest}>{text('ownTest')}</a>
        </p>
      )}
      <form className="voice-number" action={voiceCheckPaths[check]}>
        <input type="hidden" name="lang" value={context.language} />
        <label htmlFor="voice-agent-number">{text('number')}</label>
        <span>
          <input
            id="voice-agent-number"
            name="agent"
            inputMode="numeric"
            pattern="[0-9]{1,10}"
            required
            defaultValue={agent?.isAsked ? agent.number : undefined}
            aria-describedby={isUnknown ? 'voice-agent-problem voice-agent-help' : 'voice-agent-help'}
          />
          <button className="button quiet small">{text('look')}</button>
        </span>
        <small id="voice-agent-help">{text('numberHelp')}</small>
        {isUnknown && (
          <p className="lab-problem" role="alert" id="voice-agent-problem">
            {text('notFound')}
          </p>
        )}
      </form>
    </section>
  );
}

function howItTalks({ voice, vendor }: VoiceCheckAgent): string {
  if (!voice) return 'cannotTalk';
  if (vendor) return vendor.label === null ? 'talksBySomeVendor' : 'talksByVendor';
  return voice.speaks === 'server' ? 'keyMissing' : 'talksByDevice';
}
