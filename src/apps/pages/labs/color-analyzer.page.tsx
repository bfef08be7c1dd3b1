import { gradeOf, type PaletteColor } from '#shared/color-palette.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { PageScript } from '../page-script.tsx';
import { LabFrame } from './lab-frame.tsx';

type Props = PageProps['color-analyzer'] & { context: PageContext };

/** What the script needs to say, and the sentences that the server says without it. */
const scriptTexts = [
  'logoFailed',
  'choose',
  'apply',
  'applied',
  'applyFailed',
  'editor',
  'noAgents',
] as const;

/** The palette of a site, a logo or a colour, what can be read on it, and a way to give it to an agent. */
export function ColorAnalyzerPage({
  asked,
  palette,
  source,
  problem,
  mayApply,
  script,
  labScript,
  context,
}: Props) {
  const text = (key: string, values?: Record<string, string | number>): string =>
    context.text(`labs:colors.${key}`, { brand: context.brandName, ...values });
  const percent = new Intl.NumberFormat(context.language, { style: 'percent', maximumFractionDigits: 1 });
  const ratio = new Intl.NumberFormat(context.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const cell = (value: number) => (
    <td className={gradeOf(value) === 'none' ? 'lab-bad' : undefined}>
      {ratio.format(value)} <small>{text(`grades.${gradeOf(value)}`)}</small>
    </td>
  );
  const swatch = ({ color, text: ink }: PaletteColor) => (
    <svg width="92" height="34" viewBox="0 0 92 34" aria-hidden="true">
      <rect width="92" height="34" rx="6" fill={color} stroke="#8886" />
      <text x="46" y="22" textAnchor="middle" fontSize="13" fontWeight="600" fill={ink}>
        {text('sample')}
      </text>
    </svg>
  );
  return (
    <LabFrame context={context} script={script} title={text('title')} lead={text('lead')}>
      <div className="color-finders">
        <form action="/color-analyzer" role="search" aria-label={text('byUrl')}>
          <input type="hidden" name="lang" value={context.language} />
          <label htmlFor="color-url">{text('byUrl')}</label>
          <span>
            <input
              id="color-url"
              name="url"
              type="text"
              inputMode="url"
              maxLength={2000}
              defaultValue={asked.url}
              placeholder="example.com"
              autoComplete="url"
            />
            <button type="submit" className="button small">
              {text('read')}
            </button>
          </span>
        </form>
        <form action="/color-analyzer" aria-label={text('byColor')}>
          <input type="hidden" name="lang" value={context.language} />
          <label htmlFor="color-value">{text('byColor')}</label>
          <span>
            <input
              id="color-value"
              name="color"
              type="text"
              maxLength={40}
              defaultValue={asked.color}
              placeholder="#36d6b5"
              spellCheck={false}
              autoComplete="off"
            />
            <button type="submit" className="button small">
              {text('show')}
            </button>
          </span>
        </form>
        <form data-lab="logo" action="/color-analyzer">
          <input type="hidden" name="lang" value={context.language} />
          <label htmlFor="color-logo">{text('byLogo')}</label>
          <span>
            <input
              id="color-logo"
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
            />
          </span>
          <p className="note">{text('logoStays')}</p>
        </form>
      </div>
      {problem !== null && (
        <p className="lab-problem" role="alert">
          {text(`problems.${problem}`)}
        </p>
      )}
      {palette && (
        <section>
          <h2 id="palette">{source === null ? text('palette') : text('paletteOf', { source })}</h2>
          <div className="lab-scroll" tabIndex={0} role="region" aria-labelledby="palette">
            <table className="lab-table color-table">
              <thead>
                <tr>
                  <th scope="col">{text('color')}</th>
                  <th scope="col">{text('share')}</th>
                  <th scope="col">{text('textOn')}</th>
                  <th scope="col">{text('onWhite')}</th>
                  <th scope="col">{text('onDark')}</th>
                </tr>
              </thead>
              <tbody>
                {palette.colors.map((each) => (
                  <tr key={each.color}>
                    <th scope="row">
                      {swatch(each)} <code>{each.color}</code>
                      {each.color === palette.accent && <small> {text('accent')}</small>}
                    </th>
                    <td>{each.share > 0 ? percent.format(each.share) : '–'}</td>
                    {cell(each.ofText)}
                    {cell(each.onWhite)}
                    {cell(each.onDark)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="note">{text('legend')}</p>
          <section
            className="color-apply"
            data-lab={mayApply ? 'apply' : undefined}
            data-color={palette.accent}
            aria-labelledby="apply-title"
          >
            <h2 id="apply-title">{text('applyTitle')}</h2>
            <p>
              {text('applySignedOut', { color: palette.accent })}{' '}
              <a
                href={`/auth?${new URLSearchParams({
                  next: `/color-analyzer?${new URLSearchParams({ color: palette.accent }).toString()}`,
                }).toString()}`}
              >
                {context.text('landing:nav.signIn')}
              </a>
            </p>
          </section>
        </section>
      )}
      <div
        data-texts={JSON.stringify(
          Object.fromEntries(scriptTexts.map((key) => [key, text(key, { color: palette?.accent ?? '' })])),
        )}
        hidden
      />
      <PageScript src={labScript} />
    </LabFrame>
  );
}
