import { gateOf } from '#shared/chat/visitor-gate.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { VisitorProgress } from '../../conversations-visitor.contract.ts';

/** Whether the visitor is filling in the form: what they gave so far would be lost. */
function isInUse(): boolean {
  const form = document.querySelector('.cw-ask');
  if (!form) return false;
  const isChecked = form.querySelector('input:checked') !== null;
  const typed = form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), textarea, select');
  const isInFrame = document.activeElement?.matches('.cw-ask iframe') === true;
  return isChecked || isInFrame || [...typed].some(({ value }) => value !== '');
}

/**
 * Skips the contact form for a visitor with whom a person talks: it stands between the two, below what the person says.
 * One that may not be skipped stays. Null where nothing is in the way.
 */
export function leaveForm(store: ChatStore): Promise<void> | null {
  const { agent, progress, people } = store.get();
  const isInTheWay = people?.handler === 'human' && gateOf(agent, progress) === 'form';
  if (!isInTheWay || !agent.contactForm?.skipAllowed || isInUse()) return null;
  return store.api.call<{ progress: VisitorProgress }>('POST', 'contact-form/skip', {}).then(
    ({ progress: skipped }) => {
      store.set({ progress: skipped });
      store.release();
    },
    /* The form is still there, with its own way to skip it. */
    () => undefined,
  );
}
