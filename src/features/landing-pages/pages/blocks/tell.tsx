import { Icon } from './icons.tsx';
import { itemHeading, leadsSomewhere, linkProps, Lines, Markdown, Picture, Section } from './parts.tsx';
import type { BlockProps } from './scene.ts';

/** What something can do, side by side. */
export function FeaturesBlock({ id, values, scene }: BlockProps<'features'>) {
  const { ground, anchor, title, text, items, columns } = values;
  const Heading = itemHeading(title);
  return (
    <Section name="features" id={id} ground={ground} anchor={anchor} title={title} text={text}>
      <ul className={`lp-grid lp-grid-${columns}`}>
        {items.map((item, at) => (
          <li key={at} className="lp-feature">
            <Icon name={item.icon} />
            {item.title && (
              <Heading>
                {item.href && leadsSomewhere(item.href, scene) ? (
                  <a {...linkProps(item.href, scene)}>{item.title}</a>
                ) : (
                  item.title
                )}
              </Heading>
            )}
            {item.text && <Lines text={item.text} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A text with headings, lists, tables and links. */
export function TextBlock({ id, values, scene }: BlockProps<'text'>) {
  return (
    <Section name="text" id={id} ground={`${values.ground} lp-align-${values.align}`} anchor={values.anchor}>
      <div className="lp-prose">
        <Markdown text={values.text} scene={scene} />
      </div>
    </Section>
  );
}

/** Questions that open their answers without a script. */
export function FaqBlock({ id, values, scene }: BlockProps<'faq'>) {
  const { ground, anchor, title, items } = values;
  return (
    <Section name="faq" id={id} ground={ground} anchor={anchor} title={title}>
      <div className="lp-faq">
        {items.map((item, at) => (
          <details key={at} name={`lp-${id}`}>
            <summary>{item.question}</summary>
            <div className="lp-prose">
              <Markdown text={item.answer} scene={scene} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** What others say. */
export function TestimonialsBlock({ id, values, scene }: BlockProps<'testimonials'>) {
  const { ground, anchor, title, items } = values;
  return (
    <Section name="testimonials" id={id} ground={ground} anchor={anchor} title={title}>
      <ul className="lp-quotes">
        {items.map((item, at) => (
          <li key={at}>
            <figure className="lp-card">
              {item.stars > 0 && (
                <p
                  className="lp-stars"
                  role="img"
                  aria-label={scene.text('testimonials.stars', { count: item.stars })}
                >
                  {[1, 2, 3, 4, 5].map((star) => (
                    <svg
                      key={star}
                      viewBox="0 0 24 24"
                      width="18"
                      height="18"
                      className={star > item.stars ? 'lp-faint' : ''}
                    >
                      <path d="m12 2.8 2.9 5.9 6.5.9-4.7 4.6 1.1 6.4-5.8-3-5.8 3 1.1-6.4L2.6 9.6l6.5-.9z" />
                    </svg>
                  ))}
                </p>
              )}
              <blockquote>
                <Lines text={item.quote} />
              </blockquote>
              <figcaption>
                {item.picture.src && (
                  <span className="lp-face">
                    <Picture value={item.picture} sizes="48px" />
                  </span>
                )}
                <span>
                  <b>{item.name}</b>
                  {item.role && <small>{item.role}</small>}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A few figures. */
export function StatsBlock({ id, values }: BlockProps<'stats'>) {
  const { ground, anchor, title, items } = values;
  return (
    <Section name="stats" id={id} ground={ground} anchor={anchor} title={title}>
      <dl className="lp-stats">
        {items.map((item, at) => (
          <div key={at}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
