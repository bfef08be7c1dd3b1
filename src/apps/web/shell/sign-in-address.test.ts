import { expect, test } from 'vitest';
import { signInAddress } from './sign-in-address.ts';

test('the page that was wanted comes along, and the first person of an instance registers', () => {
  expect(signInAddress('/dashboard/inbox?view=mine', true)).toBe(
    '/auth?next=%2Fdashboard%2Finbox%3Fview%3Dmine',
  );
  expect(signInAddress('/dashboard', true)).toBe('/auth');
  expect(signInAddress('/dashboard/inbox', false)).toBe('/auth');
  expect(signInAddress('/superadmin/claim', true)).toBe('/auth?next=%2Fsuperadmin%2Fclaim&tab=register');
});
