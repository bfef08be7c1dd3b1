import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { timezoneOf } from '#platform/http/time-zone.ts';
import type { SignedIn } from '#platform/http/access.ts';
import { deviceNamed } from '#platform/http/device.ts';
import type { User } from '#features/accounts/accounts.contract.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { AppError } from '#shared/errors.ts';
import {
  authEndpoints,
  authErrors,
  deviceCookieName,
  ownSessionCookieName,
  sessionCookieName,
} from '../auth.contract.ts';
import { sessionLimits, type Kept, type Session } from './auth.models.ts';
import type { ImpersonationUsecases } from './auth-impersonation.usecases.ts';
import type { SessionsUsecases } from './auth-sessions.usecases.ts';
import type { TwoFactorUsecases } from './auth-two-factor.usecases.ts';
import type { AuthUsecases } from './auth.usecases.ts';

/** Gives a browser its session. */
export function setSessionCookie(reply: FastifyReply, session: Session, isSecure: boolean): void {
  void reply.setCookie(sessionCookieName(isSecure), session.token, {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'lax',
    expires: session.expiresAt,
  });
}

/**
 * @param isSecure whether people reach the server over HTTPS.
 * @param accountAt the account whose own address was asked, where people sign in to nothing else.
 */
export function authRoutes(
  binder: Binder,
  usecases: AuthUsecases,
  sessions: SessionsUsecases,
  twoFactor: TwoFactorUsecases,
  impersonation: ImpersonationUsecases,
  accounts: { currentUser(user: SignedIn): Promise<User> },
  isSecure: () => boolean,
  accountAt: (request: FastifyRequest) => string | null = () => null,
): void {
  const cookieName = (): string => sessionCookieName(isSecure());
  const setCookie = (reply: FastifyReply, session: Session): void =>
    setSessionCookie(reply, session, isSecure());
  const from = (request: FastifyRequest) => ({
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  });

  const deviceOf = (request: FastifyRequest): string | undefined =>
    request.cookies[deviceCookieName(isSecure())];
  function setDeviceCookie(reply: FastifyReply, { token, expiresAt }: Kept): void {
    const options = {
      path: '/',
      httpOnly: true,
      secure: isSecure(),
      sameSite: 'lax',
      expires: expiresAt,
    } as const;
    void reply.setCookie(deviceCookieName(isSecure()), token, options);
  }

  /** The browser in which somebody changed what they sign in with stays known; all others are strangers. */
  async function renewDevice(user: SignedIn, reply: FastifyReply): Promise<void> {
    const device = await usecases.deviceOf(user.userId);
    if (device) setDeviceCookie(reply, device);
  }

  const forget = (reply: FastifyReply, name: string): void =>
    void reply.clearCookie(name, { path: '/', httpOnly: true, secure: isSecure(), sameSite: 'lax' });

  bindEndpoints(binder, authEndpoints, {
    async currentUser({ user, request, reply }) {
      const current = await accounts.currentUser(user);
      // The session rolls on with each use, and the browser must not drop its cookie before the session ends.
      const token = request.cookies[cookieName()];
      if (token && !user.impersonation)
        setCookie(reply, { token, expiresAt: new Date(Date.now() + sessionLimits.longestMs) });
      return current;
    },
    async login({ body, request, reply }) {
      await endSession(request);
      forget(reply, ownSessionCookieName(isSecure()));
      const { user, session, device } = await usecases.login(body, {
        ...from(request),
        device: deviceOf(request),
        within: accountAt(request),
      });
      setCookie(reply, session);
      setDeviceCookie(reply, device);
      return user;
    },
    async register({ body, request, reply, language }) {
      const { user, session, device } = await usecases.register(body, {
        ...from(request),
        language,
        timezone: timezoneOf(request),
        within: accountAt(request),
      });
      setCookie(reply, session);
      setDeviceCookie(reply, device);
      return user;
    },
    async logout({ request, reply }) {
      await endSession(request);
      forget(reply, cookieName());
      forget(reply, ownSessionCookieName(isSecure()));
      return {};
    },
    async forgotPassword({ body, request, address }) {
      await usecases.forgotPassword(body.email, {
        address,
        device: deviceOf(request),
        within: accountAt(request),
      });
      return {};
    },
    async resetPassword({ body, address }) {
      await usecases.resetPassword(body, { address });
      return {};
    },
    async changePassword({ user, body, request, reply }) {
      setCookie(reply, await sessions.changePassword(user, body, from(request)));
      await renewDevice(user, reply);
      return {};
    },
    async sessions({ user }) {
      return {
        sessions: (await sessions.list(user)).map(({ userAgent, ...session }) => ({
          ...session,
          ...deviceNamed(userAgent),
        })),
      };
    },
    async endSession({ user, params }) {
      await sessions.end(user, params.id);
      return {};
    },
    async endOtherSessions({ user, address }) {
      await sessions.endOthers(user, address);
      return {};
    },
    twoFactor: ({ user }) => twoFactor.state(user),
    beginTwoFactor: ({ user, body }) => twoFactor.begin(user, body.password),
    async confirmTwoFactor({ user, body, address, reply }) {
      const recoveryCodes = await twoFactor.confirm(user, body.code, address);
      await renewDevice(user, reply);
      return { recoveryCodes };
    },
    renewRecoveryCodes: async ({ user, body, address }) => ({
      recoveryCodes: await twoFactor.renewCodes(user, body, address),
    }),
    async switchOffTwoFactor({ user, body, address, reply }) {
      await twoFactor.switchOff(user, body, address);
      await renewDevice(user, reply);
      return {};
    },
    async claimSuperadmin(call) {
      await usecases.claimSuperadmin(superadminOf(call), call.body.token);
      return {};
    },
    async impersonate(call) {
      const { user, params, body, request, reply } = call;
      const session = await impersonation.begin(
        { ...superadminOf(call), sessionId: user.sessionId },
        { userId: params.id, ...body },
        from(request).userAgent,
      );
      const own = request.cookies[cookieName()];
      if (own !== undefined)
        void reply.setCookie(ownSessionCookieName(isSecure()), own, {
          path: '/',
          httpOnly: true,
          secure: isSecure(),
          sameSite: 'lax',
          expires: session.expiresAt,
        });
      setCookie(reply, session);
      return {};
    },
    async endImpersonation({ user, request, reply }) {
      if (!user.impersonation) throw new AppError(authErrors.notImpersonating);
      const own = await impersonation.end(
        { ...user, impersonation: user.impersonation },
        request.cookies[ownSessionCookieName(isSecure())],
      );
      forget(reply, ownSessionCookieName(isSecure()));
      if (own) setCookie(reply, own);
      else forget(reply, cookieName());
      return { isSignedIn: own !== null };
    },
  });

  async function endSession(request: FastifyRequest): Promise<void> {
    const token = request.cookies[cookieName()];
    if (token) await usecases.logout(token, request.cookies[ownSessionCookieName(isSecure())]);
  }
}
