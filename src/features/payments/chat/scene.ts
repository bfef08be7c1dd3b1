import { localEntry } from '#features/conversations/chat/store/chat-state.ts';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import type { VisitorApi } from '#features/conversations/chat/store/visitor-api.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { savePending, type PendingPayment } from './pending.ts';

/** What the server would say: its body, a refusal, or nothing for as long as one looks. */
export type SceneAnswer = { body: unknown } | { status: number; code: string; message: string } | 'never';

/** A state of paying that the owner looks at: real parts, staged answers, and no money. */
export type PaywallScene = {
  balance: PaywallBalance | null;
  sheet: 'wall' | 'usage' | null;
  /** By method and path, as in `GET wall`. What is missing is answered like a lost connection. */
  answers: Record<string, SceneAnswer>;
  /** A message that waits to be paid for. */
  waiting?: string;
  /** A payment whose page was opened. */
  purchase?: NonNullable<PendingPayment['purchase']>;
  /** What is pressed and written to get there, one after the other. */
  steps?: ({ press: string } | { fill: string; text: string })[];
};

const frame = () => new Promise(requestAnimationFrame);
/** How many frames a part may take to appear. */
const mostFrames = 240;

/**
 * Shows a scene in the owner's preview. From then on nothing is asked of the server; only loading the frame
 * anew ends it.
 */
export async function showScene(store: ChatStore, api: VisitorApi, scene: PaywallScene): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => ['ready', 'failed', 'gone'].includes(store.get().session) && resolve();
    store.subscribe(look);
    look();
  });
  api.call = (async (method: string, path: string) => {
    const answer = scene.answers[`${method} ${path.replace(/\?.*/, '')}`];
    if (answer === 'never') return new Promise(() => undefined);
    if (!answer) throw new RequestError(0, '', '');
    if ('status' in answer) throw new RequestError(answer.status, answer.code, answer.message);
    return answer.body;
  }) as VisitorApi['call'];
  /* A message that goes out is being answered for as long as one looks. */
  api.send = () => new Promise(() => undefined);
  api.follow = () => new Promise(() => undefined);
  /* No tab is opened for a page that does not exist. */
  window.open = () => null;
  const { agent } = store.get();
  if (scene.purchase) savePending(agent, 'preview', { purchase: scene.purchase });
  store.set({
    balance: scene.balance,
    paywall: scene.sheet,
    waiting: scene.waiting ? localEntry('visitor', scene.waiting) : null,
  });
  for (const step of scene.steps ?? []) {
    const element = await appearing('press' in step ? step.press : step.fill);
    if (!element) return;
    if ('press' in step) element.click();
    else if (element instanceof HTMLInputElement) {
      element.value = step.text;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }
    /* What was written is drawn before the next press. */
    await frame();
    await frame();
  }
}

/** A part of the screen, as soon as it is there. */
async function appearing(selector: string): Promise<HTMLElement | null> {
  for (let looks = 0; looks < mostFrames; looks++) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
    await frame();
  }
  return null;
}
