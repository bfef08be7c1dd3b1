import { videoPlace } from '#shared/landing-pages/links.ts';
import { linkProps, Missing, Picture, Section } from './parts.tsx';
import type { BlockProps } from './scene.ts';

const widths = {
  text: '(min-width: 760px) 720px, 92vw',
  wide: '(min-width: 1160px) 1100px, 92vw',
  full: '100vw',
};

/** One picture. */
export function ImageBlock({ id, values, scene }: BlockProps<'image'>) {
  const { picture, caption, href, width, ground, anchor } = values;
  const drawn = <Picture value={picture} sizes={widths[width]} />;
  // A link around a picture without words would be a link that nobody hears of.
  const isNamed = picture.alt !== '' && !picture.isDecoration;
  return (
    <Section name="image" id={id} ground={`${ground} lp-image-${width}`} anchor={anchor}>
      {picture.src ? (
        <figure>
          {href && isNamed ? <a {...linkProps(href, scene)}>{drawn}</a> : drawn}
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      ) : (
        scene.isEditing && <p className="lp-marker">{scene.text('hint.choosePicture')}</p>
      )}
    </Section>
  );
}

/** A video that loads nothing from elsewhere until somebody plays it. */
export function VideoBlock({ id, values, scene }: BlockProps<'video'>) {
  const { href, captions, title, poster, caption, ground, anchor } = values;
  const place = videoPlace(href);
  return (
    <Section name="video" id={id} ground={ground} anchor={anchor} title={title}>
      {!place ? (
        scene.isEditing && (
          <Missing scene={scene} hint={scene.text('hint.chooseVideo')}>
            {scene.text('video.gone')}
          </Missing>
        )
      ) : (
        <figure>
          {place.kind === 'file' ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- there are captions where the owner has some
            <video
              className="lp-player"
              controls
              preload="none"
              {...(!scene.isEditing && { src: place.player })}
              {...(poster.src.startsWith('/') ? { poster: poster.src } : {})}
              aria-label={title || caption || scene.text('video.label')}
            >
              {captions && !scene.isEditing && <track kind="captions" src={captions} default />}
            </video>
          ) : (
            <a
              className="lp-player"
              data-lp-video={place.player}
              data-lp-title={title || scene.text('video.label')}
              {...linkProps(place.page, scene)}
            >
              {poster.src && <Picture value={{ ...poster, isDecoration: true }} sizes={widths.wide} />}
              <span className="lp-play" aria-hidden="true">
                <svg viewBox="0 0 24 24" width="28" height="28">
                  <path d="M8 5.5v13l11-6.5z" />
                </svg>
              </span>
              <span className="lp-hidden">{scene.text('video.play', { title: title || caption })}</span>
            </a>
          )}
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      )}
    </Section>
  );
}

/** Several pictures. */
export function GalleryBlock({ id, values, scene }: BlockProps<'gallery'>) {
  const { title, columns, items, ground, anchor } = values;
  const shown = items.filter(({ picture }) => picture.src !== '');
  return (
    <Section name="gallery" id={id} ground={ground} anchor={anchor} title={title}>
      {shown.length === 0 && scene.isEditing && (
        <p className="lp-marker">{scene.text('hint.choosePicture')}</p>
      )}
      <ul className={`lp-gallery lp-grid-${columns}`}>
        {shown.map((item, at) => (
          <li key={at}>
            <figure>
              <Picture value={item.picture} sizes="(min-width: 800px) 360px, 46vw" />
              {item.caption && <figcaption>{item.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Marks of those who trust somebody. A mark without a picture is its name. */
export function LogosBlock({ id, values, scene }: BlockProps<'logos'>) {
  const { title, items, ground, anchor } = values;
  return (
    <Section name="logos" id={id} ground={ground} anchor={anchor}>
      {title && <p className="lp-logos-title">{title}</p>}
      <ul className="lp-logos">
        {items.map((item, at) => {
          const mark = item.picture.src ? (
            <Picture
              value={{ ...item.picture, alt: item.picture.alt || item.name, isDecoration: false }}
              sizes="160px"
            />
          ) : (
            <span>{item.name}</span>
          );
          return (
            <li key={at}>
              {item.href && (item.name || item.picture.alt) ? (
                <a {...linkProps(item.href, scene)}>{mark}</a>
              ) : (
                mark
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
