/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { MenuContext } from './menu-entries.tsx';

/**
 * Asks for the visitor's own OpenAI key. It goes to the server with each message and stays in this frame
 * otherwise.
 */
export function OwnKeySheet({ store, t, mode, close }: MenuContext) {
  const { number } = store.get().agent;
  const place = `chatelier:${number}:openai-key`;
  const [used, setUsed] = useState(store.api.ownKey());
  const [value, setValue] = useState('');
  const [isKept, setKept] = useState(false);
  const [isWrong, setWrong] = useState(false);

  const keep = (key: string | null) => {
    store.api.ownKey(key);
    setUsed(key);
    try {
      localStorage.removeItem(place);
      if (key && isKept) localStorage.setItem(place, key);
    } catch {
      /* Refused: it is kept until the chat is closed. */
    }
  };

  if (used)
    return (
      <>
        <p>{t('ownKey.active', { end: used.slice(-4) })}</p>
        <p>{t('ownKey.about')}</p>
        <button type="button" class="cw-button cw-quiet-button" onClick={() => keep(null)}>
          {t('ownKey.remove')}
        </button>
      </>
    );
  return (
    <form
      class="cw-own-key"
      onSubmit={(event) => {
        event.preventDefault();
        const key = value.trim();
        if (!/^sk-[\x21-\x7e]{8,380}$/.test(key)) return setWrong(true);
        keep(key);
        close();
      }}
    >
      <p>{t('ownKey.about')}</p>
      <label>
        <span>{t('ownKey.label')}</span>
        <input
          type="password"
          value={value}
          maxLength={400}
          autocomplete="off"
          spellcheck={false}
          placeholder="sk-…"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'cw-own-key-wrong' : undefined}
          onInput={(event) => {
            setValue(event.currentTarget.value);
            setWrong(false);
          }}
        />
      </label>
      {isWrong && (
        <p id="cw-own-key-wrong" class="cw-refusal" role="alert">
          {t('ownKey.wrong')}
        </p>
      )}
      {mode !== 'preview' && (
        <fieldset>
          <legend>{t('ownKey.where')}</legend>
          <label>
            <input type="radio" name="kept" checked={!isKept} onChange={() => setKept(false)} />{' '}
            {t('ownKey.tab')}
          </label>
          <label>
            <input type="radio" name="kept" checked={isKept} onChange={() => setKept(true)} />{' '}
            {t('ownKey.browser')}
          </label>
        </fieldset>
      )}
      <button type="submit" class="cw-button cw-solid-button">
        {t('ownKey.use')}
      </button>
    </form>
  );
}
