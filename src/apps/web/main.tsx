import './strict-policy.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { LucideProvider } from 'lucide-react';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#ui/api/query-client.ts';
import { prefetchSession } from '#ui/api/session.ts';
import { ErrorScreen } from '#ui/page/error-screen.tsx';
import { startTranslations } from './i18n.ts';
import { watchForNewerBuild } from './newer-build.ts';
import { createAppRouter } from './router.tsx';
import { documentReady, findRoot, isWrittenForNobody, reloadSoon } from './start-up.ts';

/** Of all icons, in pixels of their own 24; finer than what they come with. */
const iconStroke = 1.75;

/** Texts of the start-up failure; English when the locale files are what failed. */
function failureText(key: string, english: string): string {
  return i18next.isInitialized && i18next.exists(`shell:errors.${key}`)
    ? i18next.t(`shell:errors.${key}`)
    : english;
}

async function start(): Promise<void> {
  const client = createQueryClient();
  const router = createAppRouter(client);
  prefetchSession(client, isWrittenForNobody());
  const [root] = await Promise.all([findRoot(), documentReady(), startTranslations(location.pathname)]);
  // Code and texts of the first screen arrive before anything is drawn over the start screen.
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, 1_500))]);
  const reactRoot = createRoot(root, { onUncaughtError: (error) => showFailure(error, 'render') });
  // Drawn in small steps, so that a slow phone scrolls and takes taps in between.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <LucideProvider strokeWidth={iconStroke}>
            <RouterProvider router={router} />
          </LucideProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

/**
 * Takes the place of an app that could not be loaded (`load`), or that broke before it could say so itself
 * (`render`).
 */
function showFailure(error: unknown, moment: 'load' | 'render'): void {
  console.error(error);
  document.getElementById('root')?.remove();
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  const refresh = {
    label: failureText('refreshPage', 'Refresh Page'),
    onClick: reloadSoon,
    primary: moment === 'render',
  };
  const again = { label: failureText('tryAgain', 'Try Again'), onClick: reloadSoon, primary: true };
  createRoot(container).render(
    <ErrorScreen
      full
      title={failureText('loadingTitle', 'Loading Error')}
      actions={moment === 'load' ? [refresh, again] : [refresh]}
    >
      {moment === 'load'
        ? failureText(
            'loadingText',
            'Something went wrong while loading the application. This usually resolves with a refresh.',
          )
        : failureText('startText', 'Please refresh the page to try again.')}
    </ErrorScreen>,
  );
}

watchForNewerBuild({
  target: window,
  entry: document.querySelector('script[type=module]')?.getAttribute('src') ?? undefined,
  fetchPage: async () => (await fetch(location.pathname, { headers: { accept: 'text/html' } })).text(),
  reload: () => location.reload(),
  store: () => sessionStorage,
});
start().catch((error: unknown) => showFailure(error, 'load'));
