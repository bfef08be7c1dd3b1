/** @jsxImportSource preact */
import type { MenuContext } from './menu-entries.tsx';

/** Says what the visitor talks to, and what happens with what they write. */
export function AboutSheet({ store, t }: MenuContext) {
  const { agent } = store.get();
  return (
    <>
      <p>{t('about.text')}</p>
      <p>{t('about.stored')}</p>
      <p>{t(`about.history.${agent.history}`)}</p>
    </>
  );
}
