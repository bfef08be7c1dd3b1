import { zoneHeaders } from '#shared/time-zone.ts';

/** What the server says to a submission. */
export type Outcome = {
  next: 'screen' | 'redirect' | 'pay' | 'confirm';
  url: string;
  title: string;
  text: string;
};

export type FormEndingsParts = {
  data: { token: string; isInChat: boolean; isPreview: boolean };
  /** Asks how it stands with a payment that is made in another tab, and shows its end when it is made. */
  askAgain(): void;
  /** A text of the page in its language. */
  text(key: string): string;
  /** The address of one of the page's endpoints. */
  address(rest: string): string;
  /** Drops what this tab kept of the answers. */
  forget(): void;
};

/** What takes the place of a form that was sent: a screen, a mail to confirm, or a payment. */
export function formEndings({ data, text, address, forget, askAgain }: FormEndingsParts) {
  /** A mail is on its way; who does not get it may ask for it again. */
  function awaitConfirmation(outcome: Outcome): void {
    forget();
    const done = document.createElement('div');
    done.className = 'ff-end';
    const title = document.createElement('h1');
    title.textContent = outcome.title;
    title.tabIndex = -1;
    const words = document.createElement('p');
    words.textContent = outcome.text;
    const again = document.createElement('button');
    again.type = 'button';
    again.className = 'ff-button ff-quiet';
    again.textContent = text('confirm.resend');
    const said = document.createElement('p');
    said.className = 'ff-said';
    said.setAttribute('role', 'status');
    again.addEventListener('click', () => {
      again.disabled = true;
      void fetch(address('confirmation'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...zoneHeaders() },
        body: JSON.stringify({ token: data.token }),
      })
        .then(
          async (response) =>
            ((await response.json()) as { message?: string }).message ?? text('confirm.resent'),
        )
        .catch(() => text('failed'))
        .then((news) => {
          said.textContent = news;
          again.disabled = false;
        });
    });
    done.append(title, words, again, said);
    document.querySelector('.ff-card')?.replaceChildren(done);
    title.focus();
  }
  function end(outcome: Pick<Outcome, 'title' | 'text'>): void {
    forget();
    const card = document.querySelector('.ff-card');
    const done = document.createElement('div');
    done.className = 'ff-end';
    done.innerHTML =
      '<svg class="ff-tick" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="m15 25 6.5 6.5L34 18.5"/></svg>';
    const title = document.createElement('h1');
    title.textContent = outcome.title || text('state.done.title');
    title.tabIndex = -1;
    const words = document.createElement('p');
    words.textContent = outcome.text;
    done.append(title, ...(outcome.text === '' ? [] : [words]));
    card?.replaceChildren(done);
    title.focus();
    tellFrame(data.isInChat ? { isDone: true, isPreview: data.isPreview } : { isTop: true });
  }
  /** Nothing of the answers: who frames the page is not known here. */
  function tellFrame(
    news: { height: number } | { isTop: true } | { isDone: true; isPreview: boolean },
  ): void {
    parent.postMessage({ from: 'chatelier-form', ...news }, '*');
  }
  /** Neither a chat nor a page is left for a payment: it goes on where the person comes back to it. */
  function offerPayment(url: string): void {
    const done = document.createElement('div');
    done.className = 'ff-end';
    const words = document.createElement('p');
    words.textContent = text('state.unpaid.text');
    const link = document.createElement('a');
    link.className = 'ff-button';
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = text('pay');
    done.append(words, link);
    document.querySelector('.ff-card')?.replaceChildren(done);
    link.focus();
    tellFrame({ isTop: true });
    if (data.isInChat) return;
    document.addEventListener('visibilitychange', function look() {
      if (!link.isConnected) document.removeEventListener('visibilitychange', look);
      else if (document.visibilityState === 'visible') askAgain();
    });
  }

  return { end, awaitConfirmation, offerPayment, tellFrame };
}
