import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** Copies a text and says so for two seconds. With `label` a full button, without it an icon. */
export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string;
  label?: string;
  onCopied?: () => void;
}) {
  const { t } = useTranslation('common');
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    const done = await copyText(text);
    setState(done ? 'copied' : 'failed');
    if (done) onCopied?.();
  };
  const icon = state === 'copied' ? <Check size={16} /> : <Copy size={16} />;
  const said =
    state === 'copied' ? t('copy.copied') : state === 'failed' ? t('copy.failed') : (label ?? t('copy.copy'));
  return (
    <>
      {label ? (
        <Button icon={icon} onClick={copy}>
          {said}
        </Button>
      ) : (
        <IconButton label={said} onClick={copy}>
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : said}
      </span>
    </>
  );
}

/** The clipboard needs a secure page; plain http falls back to the old command. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
