import { plainText } from '#shared/text/plain-text.ts';
import type { SettingPath, ShownPath } from './setting-path.ts';
import { agentConfiguration } from '../../agents-configuration.contract.ts';

/** The paths of all settings, `basic.name`, in the order of the configuration. */
export const fieldPaths: readonly SettingPath[] = Object.entries(agentConfiguration.shape).flatMap(
  ([section, slice]) =>
    Object.keys('shape' in slice.def.innerType ? slice.def.innerType.shape : {}).map(
      (field) => `${section}.${field}` as SettingPath,
    ),
);

/** The setting that a path belongs to: `contactForm.fields` for `contactForm.fields.2.label`. */
export function settingOf(path: ShownPath): SettingPath {
  return path.split('.', 2).join('.') as SettingPath;
}

/** Where a setting stands in the configuration; its parts stand with it. */
export function placeOf(path: ShownPath): number {
  return fieldPaths.indexOf(settingOf(path));
}

export type FoundField = {
  path: SettingPath;
  section: string;
  label: string;
};

/** The settings whose label holds all searched words, those that begin with them first. */
export function searchFields(
  search: string,
  labelOf: (path: SettingPath) => string | undefined,
  sections: readonly string[],
): FoundField[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = fieldPaths.flatMap((path) => {
    const section = path.split('.', 1)[0] ?? '';
    const label = sections.includes(section) ? labelOf(path) : undefined;
    return label && words.every((word) => plainText(label).includes(word)) ? [{ path, section, label }] : [];
  });
  const startsRight = ({ label }: FoundField): boolean => plainText(label).startsWith(words[0] ?? '');
  return [...found.filter(startsRight), ...found.filter((field) => !startsRight(field))];
}
