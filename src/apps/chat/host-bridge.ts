import { embedProtocolVersion, isEmbedMessage } from '#shared/embed/protocol.ts';
import type { EmbedKind, EmbedMessage, EmbedValues } from '#shared/embed/protocol.ts';

/** The chat frame's line to the page around it. */
export type HostBridge = {
  /** Origin of the page around: the only one that is heard, as the browser names it. */
  host: string;
  /** The chat is a part of the page, or all of it, and can't be closed. */
  isFixed: boolean;
  send<Kind extends EmbedKind>(kind: Kind, value?: EmbedValues[Kind]): void;
  listen(listener: (message: EmbedMessage) => void): void;
};

/**
 * The line to the window around this one, when there is one that says who it is in our address's fragment
 * (`#frame=<id>&host=<origin>`). Only that window at that origin is heard, and nothing is ever sent to
 * another one.
 */
export function connectHost(preview: boolean): HostBridge | null {
  if (window.parent === window) return null;
  const about = new URLSearchParams(location.hash.slice(1));
  const frame = about.get('frame') ?? (preview ? 'preview' : null);
  const host = preview ? location.origin : about.get('host');
  if (!frame || !host || !/^https?:\/\/[^/]+$/.test(host)) return null;
  return {
    host,
    isFixed: ['inline', 'page'].includes(about.get('mode')!),
    send: (kind, value) =>
      window.parent.postMessage({ chatelier: embedProtocolVersion, frame, kind, value }, host),
    listen(listener) {
      addEventListener('message', ({ source, origin, data }) => {
        if (source === window.parent && origin === host && isEmbedMessage(data) && data.frame === frame)
          listener(data);
      });
    },
  };
}
