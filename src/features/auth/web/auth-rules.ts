import { zodResolver } from '@hookform/resolvers/zod';
import {
  forgotPasswordInput,
  loginInput,
  registerForm,
  resetPasswordForm,
} from '#features/auth/auth.contract.ts';

/* What the fields of signing in must be. Fetched late (`lateResolver`), as nobody needs it to see them. */
export const loginRules = zodResolver(loginInput);
export const registerRules = zodResolver(registerForm);
export const forgotPasswordRules = zodResolver(forgotPasswordInput);
export const resetPasswordRules = zodResolver(resetPasswordForm);
