import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { get, useForm, useWatch } from 'react-hook-form';
import type { DefaultValues, FieldValues, Path, PathValue, Resolver, UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client.ts';
import { refresh } from '../api/hooks.ts';
import { isPlanExpiredError, planExpiredStore } from '../api/plan-expired.ts';
import { toast } from '../overlay/toast-store.ts';
import { refusalOf } from './refusal.ts';

type Options<Values extends FieldValues, Sent, Answer> = {
  values: Values;
  /** Checks and changes what was typed by a schema (`zodResolver(…)`); its messages are keys of texts. */
  resolver?: Resolver<Values, unknown, Sent>;
  /** Finished texts under the names of fields that are wrong, before anything is sent. */
  check?: (values: Values) => Record<string, string | undefined>;
  /** Sends it. A thrown `ApiError` says what is refused. */
  send: (values: Sent) => Promise<Answer>;
  /** Paths whose reads are fetched again after success. */
  refreshes?: readonly string[];
  onDone?: (answer: Answer, sent: Sent) => void;
  /** The field for the message of a refusal that names none of the form's. */
  placeOf?: (error: ApiError) => (string & keyof Values) | undefined;
  /** Looks at a refusal first; true when it is told in another way. */
  onRefused?: (error: ApiError) => boolean | void;
  /** Other words for what belongs under no field than the server's. */
  failureText?: (error: unknown) => string;
  /** What belongs under no field is a toast with this title; without it, a message above the fields. */
  failureToast?: string;
};

/** A form of the dashboard: its values, what is wrong with them, and sending them. */
export type ServerForm<Values extends FieldValues> = {
  values: Values;
  /** For text controls: `<Input {...form.register('name')} />`. */
  register: UseFormRegister<Values>;
  /** For other controls: `<Select value={form.values.role} onChange={(role) => form.set({ role })} />`. */
  set: (change: Partial<Values>) => void;
  /** The text for `<Field error>`: of the check, of the schema, or the server's. */
  errorOf: (name: string) => string | undefined;
  /** What went wrong that belongs under no field. */
  failure: string | null;
  isBusy: boolean;
  submit: (event?: FormEvent) => void;
  /** Begins anew, with other values where they are given. */
  reset: (values?: Values) => void;
  element: RefObject<HTMLFormElement | null>;
};

/**
 * The one way to send a form: checks first, then the server; what either finds wrong stands under its field,
 * the first wrong field gets the focus, and what belongs to none is said. Draw it in `<Form of={form}>` or
 * `<FormDialog of={form}>`.
 */
export function useServerForm<Values extends FieldValues, Answer, Sent = Values>({
  values: initial,
  resolver,
  check,
  send,
  refreshes = [],
  onDone,
  placeOf,
  onRefused,
  failureText,
  failureToast,
}: Options<Values, Sent, Answer>): ServerForm<Values> {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const form = useForm<Values, unknown, Sent>({
    defaultValues: initial as DefaultValues<Values>,
    shouldFocusError: false,
    ...(resolver && { resolver }),
  });
  const { control, setValue, handleSubmit, register, formState, reset } = form;
  const values = useWatch({ control }) as Values;
  const { errors, isSubmitting, isSubmitted } = formState;
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** From the first attempt on, the check looks at every change. */
  const [isTried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) showWhatIsWrong(element.current);
  }, [attempt]);
  const wrong = isTried && check ? check(values) : {};

  const forget = (name: string): void =>
    setRefused((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([path]) => path !== name && !path.startsWith(`${name}.`)),
      ),
    );
  const fail = (text: string): void =>
    failureToast === undefined
      ? setFailure(text)
      : void toast({ variant: 'destructive', title: failureToast, description: text });
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError))
      return fail(failureText?.(error) ?? (error instanceof Error ? error.message : t('failed.title')));
    // One dialog over every screen tells of a plan that is over.
    if (onRefused?.(error) === true || (isPlanExpiredError(error) && planExpiredStore.get())) return;
    const found = refusalOf(error, Object.keys(initial), t('failed.offline'), placeOf?.(error));
    setRefused(found.fields);
    if (found.failure !== null) fail(failureText?.(error) ?? found.failure);
  };
  const sendChecked = handleSubmit(async (sent) => {
    if (Object.values(check?.(form.getValues()) ?? {}).some(Boolean)) return;
    try {
      const answer = await send(sent);
      if (refreshes.length > 0) void refresh(client, ...refreshes);
      setTried(false);
      onDone?.(answer, sent);
    } catch (error) {
      refuse(error);
    }
  });
  return {
    values,
    register: (name, options) =>
      register(name, {
        ...options,
        onChange: (event) => {
          forget(name);
          (options?.onChange as ((event: unknown) => void) | undefined)?.(event);
        },
      }),
    set: (change) => {
      for (const [name, value] of Object.entries(change)) {
        setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
          shouldValidate: isSubmitted,
        });
        forget(name);
      }
    },
    errorOf: (name) => {
      const schema = (get(errors, name) as { message?: string } | undefined)?.message;
      return wrong[name] ?? (schema && t(schema as never)) ?? refused[name] ?? textWithin(refused, name);
    },
    failure,
    isBusy: isSubmitting,
    submit: (event) => {
      event?.preventDefault();
      // A form around a dialog's place in the code is not meant.
      event?.stopPropagation();
      if (isSubmitting) return;
      setTried(true);
      setRefused({});
      setFailure(null);
      void sendChecked()
        // Rules that could not be fetched refuse as the server does.
        .catch(refuse)
        .then(() => setAttempt((before) => before + 1));
    },
    reset: (next) => {
      reset((next ?? initial) as DefaultValues<Values>);
      setTried(false);
      setRefused({});
      setFailure(null);
    },
    element,
  };
}

/** What is refused inside a value that one field holds: its third line, an entry of a list. */
function textWithin(refused: Record<string, string>, name: string): string | undefined {
  return Object.entries(refused).find(([path]) => path.startsWith(`${name}.`))?.[1];
}

/** Puts the focus on the first wrong field; what hides it is opened. Without one, shows what went wrong. */
function showWhatIsWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  for (let hidden = field?.closest('details'); hidden; hidden = hidden.parentElement?.closest('details'))
    hidden.open = true;
  if (field) field.focus();
  else form?.querySelector('[data-failure]')?.scrollIntoView({ block: 'nearest' });
}
