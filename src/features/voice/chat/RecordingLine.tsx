/** @jsxImportSource preact */
import type { Translate } from '#features/conversations/chat/shell/texts.ts';
import type { CallRecording } from './use-recording.ts';

/** In a call: whether it is recorded, and the way to change that. */
export function RecordingLine({ recording, t }: { recording: CallRecording; t: Translate }) {
  const { state } = recording;
  const button = (label: string, onClick: () => void, isMain = false) => (
    <button
      type="button"
      class={`cw-button ${isMain ? 'cw-solid-button' : 'cw-quiet-button'}`}
      aria-disabled={state === 'deleting'}
      onClick={() => state !== 'deleting' && onClick()}
    >
      {label}
    </button>
  );
  if (state === 'asking')
    return (
      <div class="cw-call-record" data-row role="group" aria-label={t('voice.record.allow')}>
        <p>{recording.consent}</p>
        {button(t('voice.record.agree'), () => recording.answer(true), true)}
        {button(t('voice.record.refuse'), () => recording.answer(false))}
      </div>
    );
  const isOn = state === 'on' || state === 'deleting' || state === 'kept';
  const words = {
    starting: t('voice.opening'),
    on: t('voice.record.on'),
    deleting: t('voice.record.on'),
    off: t('voice.record.off'),
    failed: t('voice.record.failed'),
    deleted: t('voice.record.deleted'),
    kept: t('voice.record.kept'),
  }[state];
  return (
    <div class="cw-call-record" data-row data-state={state}>
      <p>
        {state === 'on' && <i aria-hidden="true" />}
        {words}
      </p>
      {isOn
        ? button(t('voice.record.stop'), () => void recording.withdraw())
        : state !== 'starting' && button(t('voice.record.allow'), recording.ask)}
    </div>
  );
}
