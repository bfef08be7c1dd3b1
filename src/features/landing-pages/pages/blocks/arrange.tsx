import { Section } from './parts.tsx';
import type { BlockProps, PageScene } from './scene.ts';

const places = ['first', 'second', 'third', 'fourth'] as const;

/** Places for other blocks beside each other. */
export function ColumnsBlock({ id, values, slot }: BlockProps<'columns'>) {
  const count = values.layout.split('-').length;
  return (
    <Section name="columns" id={id} ground={values.ground} anchor={values.anchor}>
      <div className={`lp-columns lp-columns-${values.layout}`}>
        {places.slice(0, count).map((name) => (
          <div key={name} className="lp-column">
            {slot(name)}
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Room between sections. */
export function SpacerBlock({ values }: BlockProps<'spacer'>) {
  return <div className={`lp-spacer lp-plain lp-spacer-${values.size}`} aria-hidden="true" />;
}

/** A line between sections. */
export function DividerBlock({ values }: BlockProps<'divider'>) {
  return (
    <div className={`lp-divider lp-plain lp-air-${values.air} lp-divider-${values.look}`}>
      {values.look === 'line' ? (
        <hr />
      ) : (
        <svg viewBox="0 0 120 12" width="120" height="12" aria-hidden="true">
          {values.look === 'dots' ? (
            [12, 36, 60, 84, 108].map((x) => <circle key={x} cx={x} cy="6" r="2.5" />)
          ) : (
            <path d="M0 6q7.5-8 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0" />
          )}
        </svg>
      )}
    </div>
  );
}

/** HTML of the owner in a frame that reaches nothing of the page, of its visitors and of the account. */
export function HtmlBlock({ id, values, scene }: BlockProps<'html'>) {
  const { code, title, size, ground } = values;
  const source = scene.htmlFrame(id);
  return (
    <Section name="html" id={id} ground={ground}>
      {code.trim() === '' ? (
        scene.isEditing && <p className="lp-marker">{scene.text('hint.writeHtml')}</p>
      ) : source ? (
        <iframe
          className={`lp-html lp-size-${size}`}
          src={source}
          sandbox="allow-scripts allow-forms allow-popups"
          title={title || scene.text('html.label')}
          loading="lazy"
        />
      ) : (
        <iframe
          className={`lp-html lp-size-${size}`}
          srcDoc={code}
          sandbox=""
          title={title || scene.text('html.label')}
          loading="lazy"
        />
      )}
    </Section>
  );
}

/** Where a block stood that nobody knows any more. Visitors see nothing. */
export function UnknownBlock({ was, scene }: { was: string; scene: PageScene }) {
  if (!scene.isEditing) return null;
  return (
    <div className="lp-section lp-plain">
      <div className="lp-missing">
        <p>{scene.text('unknown.title', { type: was || '?' })}</p>
        <p className="lp-hint">{scene.text('hint.unknown')}</p>
      </div>
    </div>
  );
}
