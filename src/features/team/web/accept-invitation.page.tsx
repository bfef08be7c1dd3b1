import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { AuthFrame, AuthHeading } from '#features/auth/web/auth-frame.tsx';
import { LoginForm } from '#features/auth/web/login-form.tsx';
import { api, type ApiError, type Output } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useSession, useSetSession, type SessionUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

type Invited = Output<'POST /api/invitations/look'>;

/**
 * The token behind the number sign; it leaves the address, so that it stays out of history, screenshots and
 * referrers.
 */
function useLinkToken(): string {
  const [token] = useState(() => location.hash.replace(/^#/, ''));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}

/**
 * Where the link of an invitation leads: a new person registers here, somebody who is known signs in and
 * joins.
 */
export function AcceptInvitationPage() {
  const { t } = useTranslation('team');
  const token = useLinkToken();
  const user = useSession();
  const { data, error } = useQuery<Invited, ApiError>({
    queryKey: ['invitation', token],
    enabled: token.length >= 20,
    queryFn: () => api('POST /api/invitations/look', { body: { token } }),
  });
  if (token.length < 20) return <Outcome title={t('accept.incompleteTitle')} text={t('accept.incomplete')} />;
  if (error)
    return (
      <Outcome
        title={t('accept.failedTitle')}
        text={error.status === 0 ? t('common:failed.offline') : error.message}
      />
    );
  return (
    <AuthFrame title={t('accept.title')} consent shown={data?.brand ?? null}>
      {!data || user === undefined ? (
        <>
          <AuthHeading title={t('accept.title')} subtitle={t('accept.subtitle')} />
          <Skeleton className="h-64 w-full" />
        </>
      ) : user ? (
        <Join token={token} invited={data} user={user} />
      ) : (
        <Enter token={token} invited={data} />
      )}
    </AuthFrame>
  );
}

function Welcome({ invited }: { invited: Invited }) {
  const { t } = useTranslation('team');
  return (
    <>
      <MailOpen size={32} strokeWidth={1.5} className="mb-4 text-accent-ink" aria-hidden="true" />
      <AuthHeading
        title={t('accept.heading', { account: invited.accountName })}
        subtitle={t('accept.text', { inviter: invited.invitedBy, role: t(`roles.${invited.role}.name`) })}
      />
      {invited.message && (
        <blockquote className="-mt-2 mb-6 border-l-2 border-accent-strong pl-3 break-words whitespace-pre-wrap text-muted">
          {invited.message}
        </blockquote>
      )}
    </>
  );
}

/** For whoever is signed in already. */
function Join({ token, invited, user }: { token: string; invited: Invited; user: SessionUser }) {
  const { t } = useTranslation('team');
  const enter = useEnter(invited);
  const setSession = useSetSession();
  const join = useMutate('POST /api/invitations/accept', { failure: false, onSuccess: enter });
  const leave = useMutate('POST /api/logout', { onSuccess: () => setSession(null) });
  const isOther = user.email.toLowerCase() !== invited.email.toLowerCase();
  return (
    <>
      <Welcome invited={invited} />
      {join.error && (
        <Callout tone="danger" live className="mb-4">
          {join.error.message}
        </Callout>
      )}
      {isOther ? (
        <div className="grid gap-4">
          <Callout tone="warning" title={t('accept.otherTitle')}>
            {t('accept.other', { invited: invited.email, email: user.email })}
          </Callout>
          <Button size="lg" className="w-full" pending={leave.isPending} onClick={() => leave.mutate({})}>
            {t('accept.signOut')}
          </Button>
        </div>
      ) : (
        <>
          <p className="mb-4 text-muted">{t('accept.as', { email: user.email })}</p>
          <Button
            variant="primary"
            size="lg"
            className="w-full"
            pending={join.isPending}
            onClick={() => join.mutate({ body: { token } })}
          >
            {t('accept.join')}
          </Button>
        </>
      )}
    </>
  );
}

/** For whoever is not signed in: as a new person, or with the password that they have. */
function Enter({ token, invited }: { token: string; invited: Invited }) {
  const { t } = useTranslation('team');
  const [tab, setTab] = useState<'register' | 'login'>('register');
  return (
    <>
      <Welcome invited={invited} />
      <Tabs
        stretch
        label={t('auth:tabs')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'register',
            label: t('accept.new'),
            content: <RegisterInvited token={token} invited={invited} onTaken={() => setTab('login')} />,
          },
          { value: 'login', label: t('accept.known'), content: <LoginForm /> },
        ]}
      />
    </>
  );
}

function RegisterInvited({
  token,
  invited,
  onTaken,
}: {
  token: string;
  invited: Invited;
  onTaken: () => void;
}) {
  const { t } = useTranslation('team');
  const enter = useEnter(invited);
  const form = useServerForm({
    values: { name: '', password: '' },
    check: ({ name, password }) => ({
      ...(name.trim().length < 2 && { name: t('auth:validation.nameMin') }),
      ...(password.length < 8 && { password: t('auth:validation.passwordMin') }),
    }),
    send: (values) => api('POST /api/invitations/register', { body: { token, ...values } }),
    onDone: enter,
    onRefused: ({ code }) => {
      if (code === 'team.email_taken') onTaken();
    },
    failureToast: t('auth:register.error.title'),
  });
  return (
    <Form of={form} className="gap-4">
      <Field label={t('auth:email')}>
        <Input type="email" autoComplete="username" readOnly value={invited.email} />
      </Field>
      <Field label={t('auth:name')} error={form.errorOf('name')}>
        <Input autoComplete="name" maxLength={200} {...form.register('name')} />
      </Field>
      <Field label={t('auth:password')} help={t('auth:passwordHelp')} error={form.errorOf('password')}>
        <PasswordField autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={form.isBusy} className="mt-1 w-full">
        {t('accept.register')}
      </Button>
    </Form>
  );
}

/** Goes to the dashboard of the account that was joined. */
function useEnter(invited: Invited): (user: SessionUser) => void {
  const { t } = useTranslation('team');
  const setSession = useSetSession();
  const { history } = useRouter();
  return (user) => {
    // What was read as somebody else, or in another account, is not this account's.
    setSession(null);
    setSession(user);
    toast({ variant: 'success', title: t('accept.done', { account: invited.accountName }) });
    history.replace(paths.dashboard);
  };
}

function Outcome({ title, text }: { title: string; text: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <AuthFrame title={title}>
      <div role="status">
        <AuthHeading title={title} subtitle={text} />
      </div>
      <Link to={paths.auth} className={buttonClass({ size: 'lg' })}>
        {t('notFound.signIn')}
      </Link>
    </AuthFrame>
  );
}
