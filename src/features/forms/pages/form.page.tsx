import { pagesOf, type FormBlock } from '#shared/forms/document.ts';
import { readAnswer, type FormAnswers } from '#shared/forms/answers.ts';
import { evaluateForm } from '#shared/forms/logic.ts';
import { formThemeCss } from '#shared/forms/theme.ts';
import { filled, fillings } from '#shared/forms/placeholders.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { FormField } from './form-fields.tsx';

/** A form as people see it. Whole without a script: then it is one long page that the server checks. */
export function FormPageView({ page, texts, script, context }: PageProps['form'] & { context: PageContext }) {
  const text = (key: string, variables?: Record<string, string | number>): string =>
    context.text(`form-page:${key}`, variables);
  return (
    <>
      <style>{formThemeCss(page.theme)}</style>
      <main
        className={`ff-shell${page.isEmbedded ? ' ff-embedded' : ''}${page.isInChat ? ' ff-in-chat' : ''}`}
      >
        {page.isPreview && <p className="ff-banner">{text('preview')}</p>}
        <div className="ff-card">
          {page.document && page.state === 'open' ? (
            <Fill page={page} document={page.document} texts={texts} text={text} />
          ) : (
            <End page={page} text={text} />
          )}
        </div>
        {!page.isInChat && (
          <footer className="ff-foot">
            <a href="/privacy" target="_blank" rel="noopener">
              {text('privacy')}
            </a>
          </footer>
        )}
      </main>
      {(page.state === 'open' || page.state === 'done') && <script type="module" src={script} />}
    </>
  );
}

type Text = (key: string, variables?: Record<string, string | number>) => string;

function Fill({
  page,
  document: form,
  texts,
  text,
}: {
  page: PageProps['form']['page'];
  document: NonNullable<PageProps['form']['page']['document']>;
  texts: Record<string, string>;
  text: Text;
}) {
  const answers: FormAnswers = {};
  for (const block of form.blocks) {
    const { answer } = readAnswer(block, page.given[block.key] ?? block.initial, page.language);
    if (answer !== undefined) answers[block.key] = answer;
  }
  const { visible, required, variables } = evaluateForm(form, answers);
  const words = fillings(form, { answers, variables }, 'page');
  const pages = pagesOf(form);
  const pays = form.blocks.some(({ type }) => type === 'payment');
  const data = JSON.stringify({
    document: form,
    token: page.token,
    publicId: page.publicId,
    tag: page.tag,
    isPreview: page.isPreview,
    isInChat: page.isInChat,
    isEmbedded: page.isEmbedded,
    language: page.language,
    texts,
  });
  return (
    <>
      <h1 tabIndex={-1}>{page.name}</h1>
      <form className="ff-form" method="post" noValidate data-form={data}>
        <div
          className="ff-progress"
          role="progressbar"
          aria-label={text('progress')}
          aria-valuemin={1}
          aria-valuemax={pages.length}
          aria-valuenow={1}
          hidden={pages.length < 2}
        >
          <progress max={pages.length} value={1} aria-hidden="true" />
          <span className="ff-step" />
        </div>
        <div className="ff-notice" role="alert" hidden={page.notice === ''}>
          {page.notice}
        </div>
        <input type="hidden" name="_token" value={page.token} />
        <input type="hidden" name="_tag" value={page.tag} />
        <div className="ff-extra" aria-hidden="true">
          <label>
            Website
            <input type="text" name="_website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {pages.map(({ blocks }, at) => (
          <section key={at} className="ff-page" data-page={at}>
            {blocks.map((block) => (
              <FormField
                key={block.key}
                block={shownBlock(block, required.has(block.key), words)}
                given={page.given[block.key]}
                problem={page.problems[block.key]}
                isWaiting={!visible.has(block.key) && pages[0]?.blocks.includes(block) === true}
                text={text}
                language={page.language}
              />
            ))}
          </section>
        ))}
        <div className="ff-buttons">
          <button type="button" className="ff-button ff-quiet" data-back hidden>
            {text('back')}
          </button>
          <button
            type="submit"
            className="ff-button"
            data-submit={form.settings.submitText || text(pays ? 'pay' : 'send')}
            data-next={text('next')}
          >
            {form.settings.submitText || text(pays ? 'pay' : 'send')}
          </button>
        </div>
        {form.settings.spam === 'proof-of-work' && (
          <noscript>
            <p className="ff-problem">{text('needsScript')}</p>
          </noscript>
        )}
      </form>
    </>
  );
}

/** A block as it is shown with what was answered so far. */
function shownBlock(block: FormBlock, required: boolean, words: Record<string, string>): FormBlock {
  const isText = block.type === 'heading' || block.type === 'paragraph';
  return {
    ...block,
    required: block.required || required,
    label: isText ? filled(block.label, words) : block.label,
  };
}

function End({ page, text }: { page: PageProps['form']['page']; text: Text }) {
  if (page.state === 'done')
    return (
      <div className="ff-end" data-sent={page.publicId}>
        <Tick />
        <h1>{page.screen?.title || text('state.done.title')}</h1>
        {page.screen?.text && <p>{page.screen.text}</p>}
      </div>
    );
  if (page.state === 'confirm_sent')
    return (
      <div className="ff-end">
        <h1>{page.screen?.title}</h1>
        <p>{page.screen?.text}</p>
      </div>
    );
  if (page.state === 'confirm')
    return (
      <form className="ff-end" method="post">
        <h1>{text('state.confirm.title')}</h1>
        <p>{text('state.confirm.text', { form: page.name, email: page.email })}</p>
        <button className="ff-button">{text('confirm.button')}</button>
      </form>
    );
  const opens =
    page.opensAt === ''
      ? ''
      : new Intl.DateTimeFormat(page.language, {
          dateStyle: 'long',
          timeStyle: 'short',
          timeZone: 'UTC',
        }).format(new Date(page.opensAt));
  return (
    <div className="ff-end">
      <h1>{text(`state.${page.state}.title`)}</h1>
      <p>{text(`state.${page.state}.text`, { date: opens })}</p>
      {page.state === 'confirm_over' && (
        <a className="ff-button" href={`/forms/${page.publicId}`}>
          {text('confirm.again')}
        </a>
      )}
      {page.state === 'unpaid' && page.payUrl !== '' && (
        <a className="ff-button" href={page.payUrl}>
          {text('pay')}
        </a>
      )}
      {page.state === 'unpaid' && (
        <a className="ff-button ff-quiet" href={`/forms/${page.publicId}`}>
          {text('changeAnswers')}
        </a>
      )}
    </div>
  );
}

function Tick() {
  return (
    <svg className="ff-tick" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="m15 25 6.5 6.5L34 18.5" />
    </svg>
  );
}
