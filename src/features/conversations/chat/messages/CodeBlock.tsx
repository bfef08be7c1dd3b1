/** @jsxImportSource preact */
import { CopyButton } from '../shell/CopyButton.tsx';
import type { Translate } from '../shell/texts.ts';

/** Code with its language and a copy button; long lines scroll, also by keyboard. */
export function CodeBlock({ text, language, t }: { text: string; language: string; t: Translate }) {
  return (
    <div class="cw-code">
      <div class="cw-code-bar">
        <span>{language.split(/\s/, 1)[0]}</span>
        <CopyButton text={() => text} label={t('actions.copyCode')} copiedLabel={t('actions.copied')} />
      </div>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
