import type { AgentConfiguration } from '../../agents-configuration.contract.ts';

type Section = keyof AgentConfiguration;

/** A setting of an agent, as `basic.name`: the section's name and its field. */
export type SettingPath = {
  [Name in Section]: `${Name}.${keyof AgentConfiguration[Name] & string}`;
}[Section];

/** What has a label and a place of its own: a setting, one within it (`payment.offers.0.amount`), or a whole section. */
export type ShownPath = Section | SettingPath | `${SettingPath}.${string}`;

type At<T, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof T
    ? At<T[Key], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

/** What a path holds: of a setting its value, of a section all its settings; `never` where there is none. */
export type SettingValue<Path extends string> = At<AgentConfiguration, Path>;

/** The settings that may have any value of a kind: `SettingOf<boolean>` are the switches. */
export type SettingOf<Kind> = {
  [Path in SettingPath]: [Kind, SettingValue<Path>] extends [SettingValue<Path>, Kind] ? Path : never;
}[SettingPath];

/** The settings that are a text or one of several words. */
export type ChoicePath = {
  [Path in SettingPath]: SettingValue<Path> extends string ? Path : never;
}[SettingPath];

/** The value of a setting, or of a section. */
export function settingAt<Path extends SettingPath | Section>(
  configuration: AgentConfiguration,
  path: Path,
): SettingValue<Path> {
  const [section, field] = path.split('.') as [Section, string?];
  const slice: unknown = configuration[section];
  return (field === undefined ? slice : (slice as Record<string, unknown>)[field]) as SettingValue<Path>;
}

/** A copy with one setting, or one section, replaced; all else is shared. The same value gives the same configuration. */
export function withSetting<Path extends SettingPath | Section>(
  configuration: AgentConfiguration,
  path: Path,
  value: SettingValue<Path>,
): AgentConfiguration {
  if (Object.is(settingAt(configuration, path), value)) return configuration;
  const [section, field] = path.split('.') as [Section, string?];
  return {
    ...configuration,
    [section]: field === undefined ? value : { ...configuration[section], [field]: value },
  };
}
