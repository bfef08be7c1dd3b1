/** Asks whether statistics may hear of the visitor, and loads them only after a yes. */

const kept = 'page-consent';

/** What was chosen before; browsers that keep nothing are asked each time. */
function chosenBefore(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}

function keep(choice: string): void {
  try {
    localStorage.setItem(kept, choice);
  } catch {
    // Nothing is kept: the next page asks again.
  }
}

function load(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}

type Meta = ((...words: unknown[]) => void) & {
  queue: unknown[];
  loaded: boolean;
  version: string;
};
type Tracked = Window & {
  dataLayer?: unknown[];
  gtag?: (...words: unknown[]) => void;
  fbq?: Meta;
};

function startGoogle(id: string): void {
  const page = window as Tracked;
  const layer = (page.dataLayer ??= []);
  // The service reads the words of each call as `arguments`.
  page.gtag = function gtag() {
    // oxlint-disable-next-line prefer-rest-params -- an array would be read as the name of an event
    layer.push(arguments);
  };
  page.gtag('js', new Date());
  page.gtag('config', id);
  load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
}

function startMeta(id: string): void {
  const queue: unknown[] = [];
  const fbq = Object.assign((...words: unknown[]) => void queue.push(words), {
    queue,
    loaded: true,
    version: '2.0',
  });
  (window as Tracked).fbq = fbq;
  fbq('init', id);
  fbq('track', 'PageView');
  load('https://connect.facebook.net/en_US/fbevents.js');
}

const box = document.querySelector<HTMLElement>('.lp-consent');
const again = document.querySelector<HTMLElement>('.lp-consent-again');

if (box) {
  const start = (): void => {
    const { google = '', meta = '' } = box.dataset;
    if (google !== '') startGoogle(google);
    if (meta !== '') startMeta(meta);
  };
  const show = (isAsking: boolean): void => {
    box.hidden = !isAsking;
    if (again) again.hidden = isAsking;
  };
  const before = chosenBefore();
  show(before === null);
  if (before === 'yes') start();
  box.addEventListener('click', ({ target }) => {
    const choice = (target as HTMLElement).dataset['consent'];
    if (!choice) return;
    const was = chosenBefore();
    keep(choice);
    show(false);
    if (choice === 'yes' && was !== 'yes') start();
    // What was loaded is only got rid of by loading the page anew.
    if (choice === 'no' && was === 'yes') location.reload();
  });
  again?.addEventListener('click', () => show(true));
}
