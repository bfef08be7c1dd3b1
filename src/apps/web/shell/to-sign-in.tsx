import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '#shared/paths.ts';
import { CentredSpinner } from './centred-spinner.tsx';

/** Leaves for the sign-in, once, with the page that was wanted. */
export function ToSignIn({ remember }: { remember: boolean }) {
  const router = useRouter();
  const [wanted] = useState(() => router.state.location.href);
  useEffect(() => {
    router.history.replace(
      remember && wanted !== paths.dashboard
        ? `${paths.auth}?${new URLSearchParams({ next: wanted })}`
        : paths.auth,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- leaves once, for the page that was wanted first
  }, []);
  return <CentredSpinner full />;
}
