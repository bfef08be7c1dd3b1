import { labChecks } from '#shared/labs.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { PageScript } from '../page-script.tsx';
import { LabFrame } from './lab-frame.tsx';

type Props = PageProps['check'] & { context: PageContext };

const spoken = ['run', 'again', 'running', 'good', 'bad', 'note', 'allGood', 'someBad', 'failed', 'remove'];

/** A diagnostic: what it looks at, a button that begins it, and a table that its script fills. */
export function CheckPage({ check, number, values, script, landingScript, context }: Props) {
  const text = (key: string): string => context.text(`labs:${key}`, { brand: context.brandName });
  const texts = {
    ...Object.fromEntries(spoken.map((key) => [key, text(`check.${key}`)])),
    ...Object.fromEntries(labChecks[check].map((row) => [`row.${row}`, text(`checks.${check}.rows.${row}`)])),
  };
  return (
    <LabFrame
      context={context}
      script={landingScript}
      title={text(`checks.${check}.title`)}
      lead={text(`checks.${check}.lead`)}
    >
      <section className="check" data-check={check} data-number={number ?? undefined}>
        <p className="actions">
          <button type="button" className="button" data-run disabled>
            {text('check.run')}
          </button>
        </p>
        <noscript>
          <p className="lab-problem">{text('check.needsScript')}</p>
        </noscript>
        <p role="status" data-summary />
        <div className="lab-scroll">
          <table className="lab-table" hidden>
            <thead>
              <tr>
                <th scope="col">{text('check.what')}</th>
                <th scope="col">{text('check.found')}</th>
                <th scope="col">{text('check.verdict')}</th>
              </tr>
            </thead>
            <tbody />
          </table>
        </div>
        <div data-area />
      </section>
      <p className="note">{text(`checks.${check}.about`)}</p>
      <div data-texts={JSON.stringify(texts)} data-values={JSON.stringify(values)} hidden />
      <PageScript src={script} />
    </LabFrame>
  );
}
