import { languages } from '#shared/languages.ts';
import type { SourceTree } from '../../tests/architecture/source-tree.ts';
import { NewFeatureError, type FeatureNames } from './names.ts';

const notFoundTexts: Record<(typeof languages)[number], string> = {
  en: 'There is no such entry. It may have been removed.',
  nl: 'Dit item bestaat niet. Misschien is het verwijderd.',
  es: 'No existe esa entrada. Puede que se haya quitado.',
  pt: 'Essa entrada não existe. Talvez tenha sido removida.',
  fr: 'Cette entrée n’existe pas. Elle a peut-être été retirée.',
  cs: 'Taková položka neexistuje. Možná byla odebrána.',
};

/** Existing files with the new feature's lines in them. */
export function changedFiles(names: FeatureNames, tree: SourceTree): Record<string, string> {
  const { kebab, camel, pascal, prefix } = names;
  const changed: Record<string, string> = {};
  const change = (file: string, ...steps: [pattern: RegExp, replacement: string][]): void => {
    changed[file] = steps.reduce(
      (text, [pattern, replacement]) => {
        if (!pattern.test(text))
          throw new NewFeatureError(
            `${file} does not look as expected (${pattern.source}). Add the feature's lines by hand, after a neighbour.`,
          );
        return text.replace(pattern, replacement);
      },
      tree.get(file) ?? '',
    );
  };
  change('src/shared/ids.ts', [/(export type IdPrefix =[^;]*);/, `$1 | '${prefix}';`]);
  change(
    'src/apps/server/routes.ts',
    [
      /(import \{ whiteLabelRoutes \}[^\n]*\n)/,
      `import { ${camel}Routes } from '#features/${kebab}/server/${kebab}.routes.ts';\n$1`,
    ],
    [/\n\}\n$/, `\n  ${camel}Routes(binder, services.${camel});\n}\n`],
  );
  change(
    'src/apps/server/services.ts',
    [
      /(import \{ createBaseServices[^\n]*\n)/,
      `import { create${pascal}Usecases } from '#features/${kebab}/server/${kebab}.usecases.ts';\n$1`,
    ],
    [/(\n {2}const deathListeners = )/, `\n  const ${camel} = create${pascal}Usecases({ clock });$1`],
    [/(\n {4}accountData,)/, `$1\n    ${camel},`],
  );
  change(
    'src/apps/web/endpoints.ts',
    [
      /(import type \{ whiteLabelEndpoints \}[^\n]*\n)/,
      `import type { ${camel}Endpoints } from '#features/${kebab}/${kebab}.contract.ts';\n$1`,
    ],
    [
      /( {2}interface Endpoints extends EndpointsByKey<typeof whiteLabelEndpoints> \{\}\n)/,
      `  interface Endpoints extends EndpointsByKey<typeof ${camel}Endpoints> {}\n$1`,
    ],
  );
  for (const language of languages) {
    const file = `locales/${language}/errors.json`;
    const texts = {
      ...(JSON.parse(tree.get(file) ?? '{}') as Record<string, unknown>),
      [kebab]: { not_found: notFoundTexts[language] },
    };
    changed[file] =
      `${JSON.stringify(Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;
  }
  return changed;
}
