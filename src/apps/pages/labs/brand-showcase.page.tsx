import { showcaseBrands } from '#shared/labs.ts';
import { readableOn } from '#shared/readable-color.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { LabFrame } from './lab-frame.tsx';

type Props = PageProps['brand-showcase'] & { context: PageContext };

/** One agent under six brands: a swatch for each, and the chosen one to talk to. */
export function BrandShowcasePage({ chosen, number, script, context }: Props) {
  const text = (key: string): string => context.text(`labs:brands.${key}`, { brand: context.brandName });
  return (
    <LabFrame context={context} script={script} title={text('title')} lead={text('lead')}>
      <div className="brand-stage">
        <nav aria-label={text('choose')}>
          <ul className="brand-list">
            {showcaseBrands.map(({ id, name, agent, color }) => (
              <li key={id}>
                <a
                  href={`/brand-showcase?${new URLSearchParams({ brand: id, lang: context.language }).toString()}`}
                  aria-current={id === chosen ? 'true' : undefined}
                >
                  <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
                    <rect width="44" height="44" rx="12" fill={color} />
                    <text
                      x="22"
                      y="29"
                      textAnchor="middle"
                      fontSize="19"
                      fontWeight="600"
                      fill={readableOn(color)}
                    >
                      {name.slice(0, 1)}
                    </text>
                  </svg>
                  <strong>{name}</strong>
                  <small>
                    {agent} · <code>{color}</code>
                  </small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="brand-chat" data-chatelier-agent={number}>
          <noscript>
            <a href={`/widgets/${number}`}>{context.text('labs:openChat')}</a>
          </noscript>
        </div>
      </div>
      <p className="note">{text('note')}</p>
      <script async src={`/widgets/${number}.js?tag=chatelier`} />
    </LabFrame>
  );
}
