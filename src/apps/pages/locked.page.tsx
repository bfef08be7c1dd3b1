import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { Frame } from './frame.tsx';

/** A landing page that asks for its password. */
export function LockedPage({
  action,
  isWrong,
  context,
}: PageProps['locked-page'] & { context: PageContext }) {
  return (
    <Frame context={context}>
      <div className="narrow">
        <h1>{context.text('page-visit:locked.title')}</h1>
        <p id="locked-text">{context.text('page-visit:locked.text')}</p>
        <form method="post" action={action} className="locked">
          <label>
            {context.text('page-visit:locked.password')}
            <input
              type="password"
              name="password"
              required
              maxLength={200}
              autoComplete="off"
              aria-describedby={isWrong ? 'locked-problem' : 'locked-text'}
              aria-invalid={isWrong || undefined}
            />
          </label>
          {isWrong && (
            <p id="locked-problem" className="problem" role="alert">
              {context.text('page-visit:locked.wrong')}
            </p>
          )}
          <button type="submit">{context.text('page-visit:locked.enter')}</button>
        </form>
      </div>
    </Frame>
  );
}
