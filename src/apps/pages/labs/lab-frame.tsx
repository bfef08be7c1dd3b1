import type { ReactNode } from 'react';
import type { PageContext } from '#shared/page-contract.ts';
import { MarketingFrame } from '../landing/marketing-frame.tsx';

type Props = {
  context: PageContext;
  /** The address of the script of the pages that present the product. */
  script: string;
  title: string;
  lead: string;
  children: ReactNode;
};

/** Heading, way back to the list, and the public frame around a demo or a diagnostic. */
export function LabFrame({ context, script, title, lead, children }: Props) {
  return (
    <MarketingFrame context={context} script={script}>
      <div className="lab">
        <p className="lab-back">
          <a href="/labs">{context.text('labs:back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {children}
      </div>
    </MarketingFrame>
  );
}
