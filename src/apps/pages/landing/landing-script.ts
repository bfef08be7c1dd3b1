import { followTheme } from './theme.ts';
import { showProductWidget } from './product-widget.ts';
import { startLiveAgent } from './live-agent.ts';

/** Opacity and movement are in the style sheet; this says when a part has come into view. */
function revealParts(): void {
  const root = document.documentElement;
  if (!('IntersectionObserver' in window)) return;
  root.classList.add('reveals');
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        target.classList.add('is-revealed');
        observer.unobserve(target);
      }
    },
    // Source: the specification, "Scroll reveal threshold".
    { threshold: 0.1 },
  );
  for (const part of document.querySelectorAll('[data-reveal]')) observer.observe(part);
}

/** The menu of small screens closes when a link of it is chosen, when it is left by Escape, and by a click beside. */
function closeMenuOnChoice(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.site-menu');
  if (!menu) return;
  const wide = matchMedia('(min-width: 768px)');
  const fit = (): void => {
    menu.open = wide.matches;
  };
  fit();
  wide.addEventListener('change', fit);
  document.addEventListener('click', ({ target }) => {
    if (wide.matches || !(target instanceof Element)) return;
    if (target.closest('.site-menu a') || !target.closest('.site-menu')) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || wide.matches) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

/** Signing in and getting started say that they load, and can't be pressed twice. */
function sayThatAuthLoads(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-loading]')];
  const words = new Map(forms.map((form) => [form, form.querySelector('button')?.textContent ?? '']));
  const setLoading = (isLoading: boolean, pressed?: HTMLFormElement): void => {
    for (const [form, label] of words) {
      const button = form.querySelector('button');
      if (!button) continue;
      button.disabled = isLoading;
      button.textContent = isLoading && form === pressed ? (form.dataset['loading'] ?? label) : label;
    }
  };
  for (const form of forms) form.addEventListener('submit', () => setLoading(true, form));
  // Whoever comes back finds the page as it was kept.
  addEventListener('pageshow', () => setLoading(false));
}

followTheme();
closeMenuOnChoice();
sayThatAuthLoads();
revealParts();
startLiveAgent();
showProductWidget();
// Only the documentation has examples.
if (document.querySelector('[data-docs-own]'))
  void import('../docs/own-examples.ts').then(({ fillExamples }) => fillExamples());
