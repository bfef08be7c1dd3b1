import { voiceChecks, voiceHints, voiceSteps, type VoiceCheck } from '#shared/voice-checks.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { LabFrame } from '../lab-frame.tsx';
import { PageScript } from '../../page-script.tsx';
import { VoiceAgentSection } from './voice-agent.tsx';
import { TalkSection } from './voice-talk.tsx';
import { VoiceStepSection } from './voice-step.tsx';
import { scriptWords } from './voice-words.ts';

type Props = PageProps['voice-check'] & { context: PageContext };

/** What the script of a page says, by the names by which it asks for it. */
function textsOf(check: VoiceCheck, text: PageContext['text']): Record<string, string> {
  const texts: Record<string, string> = {
    'check.title': text(`voice-check:checks.${check}.title`),
    'report.good': text('labs:check.good'),
    'report.bad': text('labs:check.bad'),
    'report.note': text('labs:check.note'),
  };
  for (const hint of voiceHints) texts[`hint.${hint}`] = text(`voice-check:hints.${hint}`);
  for (const key of scriptWords) texts[key] = text(`voice-check:${key}`);
  for (const step of voiceChecks[check]) {
    texts[`step.${step}`] = text(`voice-check:steps.${step}.title`);
    for (const row of voiceSteps[step].rows)
      texts[`${step}.${row}`] = text(`voice-check:steps.${step}.rows.${row}`);
  }
  return texts;
}

/** A diagnostic of voice: its parts, and a report of what they found. */
export function VoiceCheckPage({ check, agent, isUnknown, sentence, script, landingScript, context }: Props) {
  const text = (key: string): string => context.text(`voice-check:${key}`);
  const isAboutAgents = check === 'launcher' || check === 'vendorLauncher' || check === 'vendor';
  const shown = voiceChecks[check].filter((step) => step !== 'trip' || agent?.vendor);
  const values = { language: context.language, sentence, agent };
  return (
    <LabFrame
      context={context}
      script={landingScript}
      title={text(`checks.${check}.title`)}
      lead={text(`checks.${check}.lead`)}
    >
      <noscript>
        <p className="lab-problem">{context.text('labs:check.needsScript')}</p>
      </noscript>
      <div className="voice-check" data-voice={check}>
        {isAboutAgents && (
          <VoiceAgentSection check={check} agent={agent} isUnknown={isUnknown} context={context} />
        )}
        {check === 'conversation' && agent && <TalkSection agent={agent} context={context} />}
        {shown.map((step) => (
          <VoiceStepSection key={step} step={step} context={context}>
            {(step === 'hearing' || step === 'trip') && (
              <blockquote className="voice-sentence" aria-label={text('ui.toRead')}>
                {sentence}
              </blockquote>
            )}
          </VoiceStepSection>
        ))}
        {(check === 'launcher' || check === 'vendorLauncher') && (
          <section className="voice-step" aria-labelledby="voice-log">
            <h2 id="voice-log">{text('log.title')}</h2>
            <p className="voice-about" data-log-empty>
              {text('log.empty')}
            </p>
            <ol className="voice-log" data-log tabIndex={0} aria-labelledby="voice-log" hidden />
          </section>
        )}
        {shown.length > 0 && (
          <section className="voice-step" aria-labelledby="voice-report">
            <h2 id="voice-report">{text('report.title')}</h2>
            <p className="voice-about">{text('report.text')}</p>
            <p className="actions">
              <button type="button" className="button small" data-report="copy" disabled>
                {text('report.copy')}
              </button>
              <button type="button" className="button quiet small" data-report="download" disabled>
                {text('report.download')}
              </button>
              <span className="voice-doing" data-report-said role="status" />
            </p>
            <pre
              className="lab-snippet voice-report"
              data-report="text"
              role="group"
              tabIndex={0}
              aria-labelledby="voice-report"
            />
          </section>
        )}
      </div>
      <div
        data-texts={JSON.stringify(textsOf(check, context.text))}
        data-values={JSON.stringify(values)}
        hidden
      />
      <PageScript src={script} />
    </LabFrame>
  );
}
