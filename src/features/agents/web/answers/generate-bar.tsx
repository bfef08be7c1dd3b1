import { Check, Sparkles, Square, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { GenerationControl } from './use-generation.ts';

type Props = {
  control: GenerationControl;
  onStart: (request: string) => void;
  /** Of the text about the wish: `cssWish` or `promptWish`. */
  label: string;
  help: string;
  placeholder: string;
  needsRequest?: boolean;
  disabled: boolean;
};

/** A wish in words, the button that fulfils it, and the decision about what came out. */
export function GenerateBar({
  control,
  onStart,
  label,
  help,
  placeholder,
  needsRequest = false,
  disabled,
}: Props) {
  const { t } = useTranslation('agents-look');
  const [request, setRequest] = useState('');
  const id = useId();
  const { state } = control;
  const isWriting = state.phase === 'writing';
  const isReady = !disabled && !isWriting && !(needsRequest && request.trim() === '');
  const start = () => isReady && onStart(request.trim());
  return (
    <div className="grid gap-3 rounded-card border border-line bg-sunken p-4">
      <Field label={label} help={help}>
        <div className="flex flex-wrap gap-2">
          <Input
            className="min-w-0 flex-1 basis-60"
            value={request}
            maxLength={1_000}
            placeholder={placeholder}
            disabled={disabled || isWriting}
            onChange={(event) => setRequest(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              start();
            }}
          />
          {isWriting ? (
            <Button icon={<Square size={14} strokeWidth={2} fill="currentColor" />} onClick={control.stop}>
              {t('generate.stop')}
            </Button>
          ) : (
            <Button icon={<Sparkles size={16} />} disabled={!isReady} onClick={start}>
              {t('generate.run')}
            </Button>
          )}
        </div>
      </Field>
      <p
        id={`${id}-state`}
        role="status"
        className={isWriting ? 'flex items-center gap-2 text-sm text-muted' : 'sr-only'}
      >
        {isWriting && (
          <>
            <Spinner size={16} />
            {t('generate.writing')}
          </>
        )}
        {state.phase === 'made' && t(state.engine === 'model' ? 'generate.byModel' : 'generate.byTemplate')}
      </p>
      {state.phase === 'made' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
          <p aria-hidden="true" className="min-w-0 flex-1 basis-56 text-sm text-pretty text-muted">
            {state.isStopped
              ? t('generate.stopped')
              : t(state.engine === 'model' ? 'generate.byModel' : 'generate.byTemplate')}
            {state.isShortened && ` ${t('generate.shortened')}`}
          </p>
          <div className="flex gap-2">
            <Button size="sm" icon={<Undo2 size={16} />} onClick={control.undo}>
              {t('generate.undo')}
            </Button>
            <Button size="sm" icon={<Check size={16} />} onClick={control.keep}>
              {t('generate.keep')}
            </Button>
          </div>
        </div>
      )}
      {state.phase === 'failed' && (
        <Callout tone="danger">{t('generate.failed', { reason: state.reason })}</Callout>
      )}
    </div>
  );
}
