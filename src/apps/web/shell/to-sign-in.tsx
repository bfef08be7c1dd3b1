import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CentredSpinner } from './centred-spinner.tsx';
import { signInAddress } from './sign-in-address.ts';

/** Leaves for the sign-in, once, with the page that was wanted. */
export function ToSignIn({ remember }: { remember: boolean }) {
  const router = useRouter();
  const [wanted] = useState(() => router.state.location.href);
  useEffect(() => {
    router.history.replace(signInAddress(wanted, remember));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- leaves once, for the page that was wanted first
  }, []);
  return <CentredSpinner full />;
}
