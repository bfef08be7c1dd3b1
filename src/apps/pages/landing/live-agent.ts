/**
 * The agent of the first screen, which can be talked to. It begins once its place is seen and the page has
 * been drawn, so that nobody waits for it.
 */
export function startLiveAgent(): void {
  const place = document.querySelector<HTMLElement>('[data-live]');
  const address = place?.dataset['live'];
  if (!place || !address) return;
  const begin = (): void => {
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    script.addEventListener('error', () => script.remove());
    document.body.append(script);
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(begin));
  });
  observer.observe(place);
}
