/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FeedbackProps } from './Feedback.tsx';

/** Asks what was wrong, briefly, and takes "nothing" for an answer. */
export function FeedbackReason({ give, t, onEnd }: FeedbackProps & { onEnd: () => void }) {
  const [reason, setReason] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <form
      class="cw-reason"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) give('down', reason.trim());
        onEnd();
      }}
    >
      <label>
        <span>{t('feedback.title')}</span>
        <textarea
          ref={area}
          rows={2}
          maxLength={500}
          value={reason}
          placeholder={t('feedback.placeholder')}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <div>
        <button type="button" class="cw-button cw-quiet-button" onClick={onEnd}>
          {t('feedback.skip')}
        </button>
        <button type="submit" class="cw-button cw-solid-button">
          {t('feedback.send')}
        </button>
      </div>
    </form>
  );
}
