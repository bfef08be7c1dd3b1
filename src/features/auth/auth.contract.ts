import { z } from 'zod';
import { userSchema } from '#features/accounts/accounts.contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const authErrors = defineErrors('auth', {
  invalidCredentials: 401,
  accountDisabled: 403,
  registrationFailed: 409,
  registrationClosed: 403,
  /** Nobody registers by themselves; whom a team invites comes in. */
  invitationNeeded: 403,
  /** The superadmin names from which domains of mail addresses people come in; says which. */
  mailDomainRefused: 422,
  tooManyAttempts: 429,
  /** So many tries failed that one more costs the solution of the puzzle in the details. */
  proofNeeded: 429,
  resetLinkInvalid: 400,
  /** The link is old, or is about another person or address than the one who is signed in. */
  emailProofInvalid: 400,
  claimInvalid: 404,
  /** The current password, asked for again. */
  passwordWrong: 422,
  passwordUnchanged: 422,
  sessionNotFound: 404,
  /** Whoever was suspended or removed, in a browser that was signed in. */
  accessEnded: 401,
  /** The password was right; now the second factor. */
  twoFactorNeeded: 401,
  twoFactorWrong: 401,
  twoFactorOn: 409,
  twoFactorOff: 409,
  /** The server can be reached by others, so its superadmin signs in with a second factor. */
  secondFactorRequired: 403,
  /** The superadmin has one, but this session was opened without its code. */
  secondFactorNotPassed: 403,
  /** A superadmin works as somebody else, and this is that person's own affair. */
  notAsAnother: 403,
  impersonationRefused: 409,
  notImpersonating: 409,
});

/** Texts of the specification, section 5; the keys name them in every language. */
const email = z
  .string()
  .trim()
  .max(320, 'auth:validation.emailInvalid')
  .pipe(z.email('auth:validation.emailInvalid'));
const password = z.string().min(8, 'auth:validation.passwordMin').max(1_024, 'auth:validation.passwordMax');
const name = z.string().trim().min(2, 'auth:validation.nameMin').max(200, 'auth:validation.nameMax');

/** Six digits of an authenticator, or a recovery code. */
const code = z.string().trim().min(6, 'auth:validation.codeShort').max(20, 'auth:validation.codeShort');

/** A puzzle that the server gave, and its solution: `findProof` finds it for `hashedOf` the challenge. */
const proof = z.strictObject({ challenge: z.string().max(1_000), answer: z.string().max(15) });
/**
 * What is hashed of a puzzle: its signature, which nobody foresees and which is short enough for one round of
 * the hash.
 */
export const hashedOf = (challenge: string): string => challenge.slice(challenge.lastIndexOf('.') + 1);
/** The details of `proofNeeded`. */
export const puzzleSchema = z.object({ challenge: z.string(), bits: z.number().int().max(24) });

export const loginInput = z.strictObject({ email, password, code: code.optional(), proof: proof.optional() });
export const registerInput = z.strictObject({
  name,
  email,
  username: z.string().max(320).optional(),
  password,
  firstName: z.string().max(200).optional(),
});
/** The form's own shape: the server never sees the confirmation. */
export const registerForm = z
  .object({ name, email, password, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'auth:validation.passwordsDiffer',
  });
export const forgotPasswordInput = z.strictObject({ email });
export const resetPasswordInput = z.strictObject({ token: z.string().min(20).max(200), password });
export const resetPasswordForm = z
  .object({ password, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'auth:validation.passwordsDiffer',
  });

export const changePasswordInput = z.strictObject({
  current: z.string().min(1, 'auth:validation.passwordMissing').max(1_024, 'auth:validation.passwordMax'),
  password,
});
export const changePasswordForm = changePasswordInput
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'auth:validation.passwordsDiffer',
  })
  .refine((form) => form.password !== form.current, {
    path: ['password'],
    message: 'auth:validation.passwordUnchanged',
  });

/** A browser in which a person is signed in. */
export const sessionSchema = z
  .object({
    /** Names the session and opens nothing. */
    id: z.string(),
    isCurrent: z.boolean(),
    device: z.string().nullable(),
    browser: z.string().nullable(),
    os: z.string().nullable(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
  })
  .meta({ id: 'Session' });

const done = z.object({});
const passwordAndCode = z.strictObject({
  password: z.string().min(1, 'auth:validation.passwordMissing').max(1_024),
  code,
});

export const authEndpoints = {
  currentUser: endpoint({
    method: 'GET',
    path: '/api/user',
    access: 'user',
    summary: 'The signed-in person; 401 when nobody is signed in.',
    response: userSchema,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Signs in and sets the session cookie.',
    body: loginInput,
    response: userSchema,
    errors: [
      authErrors.invalidCredentials,
      authErrors.accountDisabled,
      authErrors.twoFactorNeeded,
      authErrors.twoFactorWrong,
      authErrors.tooManyAttempts,
      authErrors.proofNeeded,
    ],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    access: 'public',
    summary: 'Makes a person and their account with its trial, and signs them in.',
    body: registerInput,
    response: userSchema,
    errors: [
      authErrors.registrationFailed,
      authErrors.registrationClosed,
      authErrors.invitationNeeded,
      authErrors.mailDomainRefused,
      authErrors.tooManyAttempts,
    ],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    summary: 'Ends the session on the server and in the browser.',
    response: done,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/forgot-password',
    access: 'public',
    summary: 'Mails a link for a new password. The answer is the same whether the address is known or not.',
    body: forgotPasswordInput,
    response: done,
    errors: [authErrors.tooManyAttempts],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/reset-password',
    access: 'public',
    summary: 'Sets a new password with the token of a mailed link, and ends all sessions of that person.',
    body: resetPasswordInput,
    response: done,
    errors: [authErrors.resetLinkInvalid, authErrors.tooManyAttempts],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/password',
    access: 'user',
    summary:
      "Changes the signed-in person's password, ends all other sessions and gives this one a new name.",
    body: changePasswordInput,
    response: done,
    errors: [authErrors.passwordWrong, authErrors.passwordUnchanged, authErrors.tooManyAttempts],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'user',
    summary: 'The browsers in which the person is signed in, last used first.',
    response: z.object({ sessions: z.array(sessionSchema) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    access: 'user',
    summary: 'Signs the person out of one browser.',
    params: z.strictObject({ id: z.string().max(100) }),
    response: done,
    errors: [authErrors.sessionNotFound],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'user',
    summary: 'Signs the person out everywhere but here.',
    response: done,
  }),
  twoFactor: endpoint({
    method: 'GET',
    path: '/api/user/two-factor',
    access: 'user',
    summary: 'Whether signing in asks for a second factor, and how many recovery codes are left.',
    response: z.object({ isOn: z.boolean(), since: z.string().nullable(), codesLeft: z.number() }),
  }),
  beginTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/two-factor/begin',
    access: 'user',
    summary:
      'Makes a secret for an authenticator (RFC 6238), as text, address and drawing. It counts once its first code is confirmed.',
    body: z.strictObject({ password: z.string().min(1, 'auth:validation.passwordMissing').max(1_024) }),
    response: z.object({
      secret: z.string(),
      uri: z.string(),
      qr: z.object({ size: z.number(), path: z.string() }),
    }),
    errors: [authErrors.passwordWrong, authErrors.twoFactorOn, authErrors.tooManyAttempts],
  }),
  confirmTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/two-factor/confirm',
    access: 'user',
    summary: 'Switches the second factor on with its first code, and answers ten recovery codes, once.',
    body: z.strictObject({ code }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [
      authErrors.twoFactorWrong,
      authErrors.twoFactorOn,
      authErrors.twoFactorOff,
      authErrors.tooManyAttempts,
    ],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/user/two-factor/recovery-codes',
    access: 'user',
    summary: 'Ten new recovery codes; those of before are worthless.',
    body: passwordAndCode,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [
      authErrors.passwordWrong,
      authErrors.twoFactorWrong,
      authErrors.twoFactorOff,
      authErrors.tooManyAttempts,
    ],
  }),
  switchOffTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/two-factor/off',
    access: 'user',
    summary: 'Switches the second factor off, with the password and a code.',
    body: passwordAndCode,
    response: done,
    errors: [
      authErrors.passwordWrong,
      authErrors.twoFactorWrong,
      authErrors.twoFactorOff,
      authErrors.tooManyAttempts,
    ],
  }),
  claimSuperadmin: endpoint({
    method: 'POST',
    path: '/api/superadmin/claim',
    access: 'user',
    summary:
      "Makes the signed-in person the instance's superadmin, with the one-time link that the first start prints.",
    body: z.strictObject({ token: z.string().min(10).max(200) }),
    response: done,
    errors: [authErrors.claimInvalid],
  }),
  impersonate: endpoint({
    method: 'POST',
    path: '/api/superadmin/users/{id}/impersonate',
    access: 'superadmin',
    summary:
      'Works as somebody else for an hour, in this browser. They and the account read who did, and why, in its audit log.',
    params: z.strictObject({ id: z.string().max(60) }),
    body: z.strictObject({
      accountId: z.string().max(60).nullable(),
      reason: z.string().trim().min(3).max(300),
      password: z.string().min(1, 'auth:validation.passwordMissing').max(1_024),
    }),
    response: done,
    errors: [authErrors.passwordWrong, authErrors.impersonationRefused, authErrors.tooManyAttempts],
  }),
  endImpersonation: endpoint({
    method: 'POST',
    path: '/api/impersonation/end',
    access: 'user',
    summary: 'Ends working as somebody else, and goes on in the own session.',
    response: z.object({ isSignedIn: z.boolean() }),
    errors: [authErrors.notImpersonating],
  }),
} as const;

/** Name of the session cookie; the `__Host-` prefix binds it to this host and needs HTTPS. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-chatelier_session' : 'chatelier_session';
}

/** Name of the cookie that keeps a superadmin's own session while they work as somebody else. */
export function ownSessionCookieName(secure: boolean): string {
  return secure ? '__Host-chatelier_own_session' : 'chatelier_own_session';
}

/** Name of the cookie by which a browser is known in which somebody signed in before. It opens nothing. */
export function deviceCookieName(secure: boolean): string {
  return secure ? '__Host-chatelier_device' : 'chatelier_device';
}
