/** One line of what a check found, as it is read. */
export type ReportRow = {
  label: string;
  value: string;
  verdict: string;
};
export type ReportPart = {
  title: string;
  rows: readonly ReportRow[];
};

/** A report to send to somebody: plain text. `facts` stand at its head, by what they are called. */
export function reportText(
  title: string,
  facts: readonly (readonly [label: string, value: string])[],
  parts: readonly ReportPart[],
): string {
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const head = [title, ...facts.map(([label, value]) => `${label}: ${oneLine(value)}`)];
  const body = parts
    .filter(({ rows }) => rows.length > 0)
    .flatMap((part) => [
      '',
      part.title,
      ...part.rows.map(({ label, value, verdict }) => `- ${label}: ${oneLine(value)} (${verdict})`),
    ]);
  return `${[...head, ...body].join('\n')}\n`;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How many words of a sentence were understood, in their order, and how many it has. */
export function wordsRight(shown: string, heard: string): { right: number; of: number } {
  const [wanted, got] = [wordsIn(shown), wordsIn(heard)];
  // The longest common subsequence, row by row.
  let best = Array.from({ length: got.length + 1 }, () => 0);
  for (const word of wanted) {
    const next = [0];
    for (const [at, other] of got.entries())
      next.push(word === other ? best[at]! + 1 : Math.max(best[at + 1]!, next[at]!));
    best = next;
  }
  return { right: best.at(-1) ?? 0, of: wanted.length };
}
