import type { ReactNode } from 'react';
import { voiceSteps, type VoiceStep } from '#shared/voice-checks.ts';
import type { PageContext } from '#shared/page-contract.ts';

type Props = {
  context: PageContext;
  step: VoiceStep;
  /** What stands between the words and the buttons. */
  children?: ReactNode;
};

/** One part of a voice diagnostic: what it does, its buttons, and the table that its script fills. */
export function VoiceStepSection({ context, step, children }: Props) {
  const text = (key: string): string => context.text(`voice-check:steps.${step}.${key}`);
  const { buttons, rows } = voiceSteps[step];
  // What is found without anybody's press has its place at once, so that nothing moves when it comes.
  const awaited = step === 'browser' ? rows : [];
  return (
    <section className="voice-step" data-step={step} aria-labelledby={`step-${step}`}>
      <h2 id={`step-${step}`}>{text('title')}</h2>
      <p className="voice-about">{text('text')}</p>
      {children}
      {buttons.length > 0 && (
        <p className="actions">
          {buttons.map((name, at) => (
            <button
              key={name}
              type="button"
              className={at === 0 ? 'button small' : 'button quiet small'}
              data-do={name}
              disabled
            >
              {text(`buttons.${name}`)}
            </button>
          ))}
          <span className="voice-doing" data-doing role="status" />
        </p>
      )}
      <div data-area />
      <table
        className="lab-table voice-table"
        aria-labelledby={`step-${step}`}
        data-awaited={awaited.length > 0 ? '' : undefined}
        hidden={awaited.length === 0}
      >
        <colgroup>
          <col />
          <col />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{context.text('labs:check.what')}</th>
            <th scope="col">{context.text('labs:check.found')}</th>
            <th scope="col">{context.text('labs:check.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {awaited.map((row) => (
            <tr key={row} data-row={row}>
              <th scope="row">{text(`rows.${row}`)}</th>
              <td>…</td>
              <td>…</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="voice-hints" data-hints role="status" />
    </section>
  );
}
