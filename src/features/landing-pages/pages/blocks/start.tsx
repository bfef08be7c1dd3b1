import type { BlockProps } from './scene.ts';
import { AgentPlace } from './agent-place.tsx';
import { ButtonLink, leadsSomewhere, Lines, linkProps, Picture, Section } from './parts.tsx';

/** Mark and name, links, one button. On a phone the links are behind a button that needs no script. */
export function NavBlock({ values, scene }: BlockProps<'nav'>) {
  const { brand, logo, links, label, href, isSticky } = values;
  const items = links.filter((entry) => entry.label && leadsSomewhere(entry.href, scene));
  const list = (
    <ul>
      {items.map((entry, at) => (
        <li key={at}>
          <a {...linkProps(entry.href, scene)}>{entry.label}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <header className={`lp-nav lp-plain${isSticky ? ' lp-sticky' : ''}`}>
      <div className="lp-inside">
        <a className="lp-name" {...linkProps('#', scene)}>
          {logo.src && (
            <span className="lp-logo">
              <Picture value={brand ? { ...logo, isDecoration: true } : logo} sizes="160px" isFirst />
            </span>
          )}
          {brand}
        </a>
        {items.length > 0 && (
          <>
            <nav className="lp-wide" aria-label={scene.text('nav.label')}>
              {list}
            </nav>
            <details className="lp-menu">
              <summary>
                <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                  <path d="M4 7h16M4 12h16M4 17h16" />
                </svg>
                <span className="lp-hidden">{scene.text('nav.menu')}</span>
              </summary>
              <nav aria-label={scene.text('nav.label')}>{list}</nav>
            </details>
          </>
        )}
        <ButtonLink label={label} href={href} scene={scene} />
      </div>
    </header>
  );
}

/** The beginning of a page: what it is about and the first thing to do, beside a picture or the agent itself. */
export function HeroBlock({ id, values, scene }: BlockProps<'hero'>) {
  const { layout, eyebrow, title, text, note, picture } = values;
  const Heading = scene.headingBlock === id ? 'h1' : 'h2';
  const words = (
    <div className="lp-hero-words">
      {eyebrow && <p className="lp-eyebrow">{eyebrow}</p>}
      {title && (
        <Heading id={`lp-${id}-title`} className="lp-display">
          {title}
        </Heading>
      )}
      {text && <Lines text={text} />}
      <div className="lp-buttons">
        <ButtonLink label={values.label} href={values.href} scene={scene} />
        <ButtonLink label={values.secondLabel} href={values.secondHref} scene={scene} look="quiet" />
      </div>
      {note && <p className="lp-note">{note}</p>}
    </div>
  );
  const side =
    layout === 'agent' ? (
      <AgentPlace block={id} number={values.agent || scene.agent} size="medium" scene={scene} />
    ) : (
      picture.src && (
        <div className="lp-hero-picture">
          <Picture value={picture} sizes="(min-width: 800px) 560px, 92vw" isFirst />
        </div>
      )
    );
  return (
    <Section
      name="hero"
      id={id}
      ground={`${layout === 'cover' ? 'deep' : values.ground} lp-hero-${layout}`}
      anchor={values.anchor}
    >
      {words}
      {side}
    </Section>
  );
}

/** One thing to do, over the whole width. */
export function CtaBlock({ id, values, scene }: BlockProps<'cta'>) {
  return (
    <Section
      name="cta"
      id={id}
      ground={values.ground}
      anchor={values.anchor}
      title={values.title}
      text={values.text}
    >
      <div className="lp-buttons">
        <ButtonLink label={values.label} href={values.href} scene={scene} />
        <ButtonLink label={values.secondLabel} href={values.secondHref} scene={scene} look="quiet" />
      </div>
    </Section>
  );
}

/** The end of a page. */
export function FooterBlock({ values, scene }: BlockProps<'footer'>) {
  const links = values.links.filter(({ label, href }) => label && leadsSomewhere(href, scene));
  return (
    <footer className="lp-footer lp-tint">
      <div className="lp-inside">
        <div className="lp-footer-words">
          {values.brand && <p className="lp-name">{values.brand}</p>}
          {values.text && <Lines text={values.text} />}
        </div>
        {links.length > 0 && (
          <ul className="lp-footer-links">
            {links.map(({ label, href }, at) => (
              <li key={at}>
                <a {...linkProps(href, scene)}>{label}</a>
              </li>
            ))}
          </ul>
        )}
        {values.small && <p className="lp-small">{values.small}</p>}
      </div>
    </footer>
  );
}
