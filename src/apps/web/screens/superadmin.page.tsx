import { useUser } from '#ui/api/session.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { NotFoundInside } from '../shell/states.tsx';

/** Its code and texts come to superadmins only. */
const Frame = lazyScreen('superadmin', ['superadmin'], () =>
  import('./superadmin-frame.tsx').then((file) => file.SuperadminFramePage),
);

/** For whoever runs this instance. To everybody else the page doesn't exist. */
export function SuperadminPage() {
  return useUser().isSuperadmin ? <Frame /> : <NotFoundInside />;
}
