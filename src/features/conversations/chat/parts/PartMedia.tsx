/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  videoAddresses,
  type ImageContent,
  type PartPicture,
  type VideoContent,
} from '#shared/chat/message-parts.ts';
import { LateIcon } from '../shell/late-icons.tsx';
import type { Translate } from '../shell/texts.ts';

/** A picture in a place that is kept free for it, so that nothing jumps when it comes, or does not come. */
export function Picture({ picture, isWhole, t }: { picture: PartPicture; isWhole?: boolean; t: Translate }) {
  const [state, setState] = useState<'waiting' | 'there' | 'missing'>('waiting');
  return (
    <span class={`cw-part-picture cw-part-picture-${state}${isWhole ? ' cw-part-picture-whole' : ''}`}>
      {state === 'missing' ? (
        <span class="cw-part-picture-missing">{picture.alt || t('parts.missing')}</span>
      ) : (
        <img
          src={picture.url}
          alt={picture.alt}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onLoad={() => setState('there')}
          onError={() => setState('missing')}
        />
      )}
    </span>
  );
}

export function ImagePart({ part, t }: { part: ImageContent; t: Translate }) {
  return (
    <figure class="cw-part cw-part-frame" style={{ margin: 0 }}>
      <a
        href={part.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={`${part.alt || part.caption || t('content.image')}, ${t('citations.newTab')}`}
      >
        <Picture picture={{ url: part.url, alt: part.alt }} isWhole t={t} />
      </a>
      {part.caption && part.caption !== part.alt && <figcaption>{part.caption}</figcaption>}
    </figure>
  );
}

const hostNames = { youtube: 'YouTube', vimeo: 'Vimeo', loom: 'Loom', wistia: 'Wistia' };

/**
 * A host's player inside a page that asks for isolation must be without the visitor's cookies there. A
 * browser that keeps to the one and does not know the other (Firefox) would show nothing: it opens the video
 * beside the chat.
 */
const playsInside = () =>
  'credentialless' in HTMLIFrameElement.prototype ||
  parent === window ||
  !/Firefox\//.test(navigator.userAgent);

/** A video as a picture with a play button: its host hears of the visitor by the click and not before. */
export function VideoPart({ part, t }: { part: VideoContent; t: Translate }) {
  const [isPlaying, setPlaying] = useState(false);
  const player = useRef<HTMLIFrameElement & HTMLVideoElement>(null);
  useEffect(() => {
    if (isPlaying) player.current?.focus();
  }, [isPlaying]);
  const { host, source, title, image } = part;
  const addresses = host === 'file' ? null : videoAddresses(host, source);
  const name = title || t('parts.video');
  const play = () => {
    if (addresses && !playsInside()) open(addresses.watch, '_blank', 'noopener,noreferrer');
    else setPlaying(true);
  };
  return (
    <div class="cw-part cw-part-frame cw-video">
      {!isPlaying ? (
        <button
          type="button"
          class="cw-button cw-video-cover"
          aria-label={t('parts.play', { title: name })}
          onClick={play}
        >
          {image && <Picture picture={{ ...image, alt: '' }} t={t} />}
          <span class="cw-video-play">
            <svg width={24} height={24} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 4l14 8-14 8z" />
            </svg>
          </span>
          <span class="cw-video-words">
            {name}
            {host !== 'file' && <small>{t('parts.host', { host: hostNames[host] })}</small>}
          </span>
        </button>
      ) : addresses ? (
        <iframe
          ref={player}
          src={addresses.player}
          title={name}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="strict-origin-when-cross-origin"
          {...{ credentialless: true, allowFullScreen: true }}
        />
      ) : (
        <video ref={player} src={source} title={name} controls autoplay playsInline preload="metadata">
          <track kind="captions" />
          <a href={source}>{name}</a>
        </video>
      )}
    </div>
  );
}

/** A link out of the chat, with the sign that says so. */
export function Outside({ url, label, t }: { url: string; label: string; t: Translate }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={`${label}, ${t('citations.newTab')}`}
    >
      {label}
      <LateIcon name="open" size={14} />
    </a>
  );
}
