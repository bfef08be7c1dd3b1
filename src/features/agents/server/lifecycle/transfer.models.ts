import { hasTooManyValues } from '#shared/text/json-size.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import { exportVersion, type AgentExport } from '../../agents-lifecycle.contract.ts';

/** Hash of a picture inside custom CSS, as the chat's own address of it. */
const cssImage = /\/images\/([0-9a-f]{32})\b/g;

/** The pictures that a configuration shows. */
export function imagesOf({ appearance, css }: AgentConfiguration): string[] {
  const named = [
    appearance.avatar,
    appearance.backgroundImage,
    ...[...css.code.matchAll(cssImage)].map(([, hash]) => hash ?? ''),
  ];
  return [...new Set(named.filter((hash) => hash !== ''))];
}

/** The configuration with other pictures in the place of its own; empty for one that is gone. */
export function withImages(
  configuration: AgentConfiguration,
  change: (hash: string) => string,
): AgentConfiguration {
  const { appearance, css } = configuration;
  const changed = (hash: string): string => (hash === '' ? '' : change(hash));
  return {
    ...configuration,
    appearance: {
      ...appearance,
      avatar: changed(appearance.avatar),
      backgroundImage: changed(appearance.backgroundImage),
    },
    css: {
      ...css,
      code: css.code.replace(cssImage, (address, hash: string) =>
        change(hash) ? `/images/${change(hash)}` : address,
      ),
    },
  };
}

/** The file's text: keys and knowledge in one order, so that the same agent always gives the same bytes. */
export function canonicalExport(file: AgentExport): string {
  const knowledge = file.knowledge
    .map((entry) => ({ entry, key: JSON.stringify(sorted(entry)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return `${JSON.stringify(sorted({ ...file, knowledge: knowledge.map(({ entry }) => entry), leftOut: file.leftOut.toSorted() }), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/**
 * How many values a file may hold: 24 MB of questions with answers of 100 characters have as many. What stands
 * in many more is no agent, and reading it would hold up everybody else.
 */
const mostValues = 200_000;

/** What a file holds that says of itself to be an export, or why it is none. */
export function readExport(bytes: Uint8Array): object | 'not an export' | 'too new' {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (hasTooManyValues(text, mostValues)) return 'not an export';
    value = JSON.parse(text);
  } catch {
    return 'not an export';
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    !('kind' in value) ||
    value.kind !== 'chatelier.agent' ||
    !('schemaVersion' in value)
  )
    return 'not an export';
  if (typeof value.schemaVersion === 'number' && value.schemaVersion > exportVersion) return 'too new';
  return value;
}
