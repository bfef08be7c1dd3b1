/** The page of a stored copy: where it is a PDF, its page is drawn by code that is loaded for it alone. */
const view = document.querySelector<HTMLElement>('.pdf-view');
if (view)
  void import('./pdf-view.ts').then(
    ({ showPdf }) => showPdf(view),
    () => view.remove(),
  );
