import { paths } from '#shared/paths.ts';

export type OnboardingStep = { name: 'account' | 'agent' | 'knowledge' | 'embed'; done: boolean; path?: string };

/** The way from nothing to a talking agent on the person's site. */
export function useOnboarding(): OnboardingStep[] {
  return [
    { name: 'account', done: true },
    { name: 'agent', done: false, path: paths.newAgent },
    { name: 'knowledge', done: false, path: paths.agents },
    { name: 'embed', done: false, path: paths.agents },
  ];
}
