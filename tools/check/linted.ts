/** What the linter is asked about for a change: its files of code, or everything (`null`) when a rule itself may have changed. */
export function lintedOf(changed: readonly string[]): string[] | null {
  if (changed.some((file) => /^(\.oxlintrc\.json|tsconfig.*\.json|package-lock\.json)$/.test(file)))
    return null;
  return changed.filter((file) => /\.(tsx?|mjs|js)$/.test(file));
}
