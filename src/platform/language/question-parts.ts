/** Words with which a question begins, in the six languages, without accents. */
const beginnings =
  'how|what|when|where|which|who|why|do|does|did|is|are|can|could|will|hoe|wat|wanneer|waar|welke?|wie|zijn|kan|kunnen|hebben|heeft|cuanto|cuanta|que|cuando|donde|cual|quien|como|hay|tienen|puedo|quanto|quando|onde|qual|quem|ha|tem|posso|combien|quand|quel|quelle|qui|comment|ou|est-ce|avez|peut|puis|kolik|co|kdy|kde|ktery|ktera|kdo|jak|je|jsou|mate|muzu|lze';
const joint = new RegExp(
  String.raw`(?:(?<![?;])[?;]+\s*|(?<!\s)\s+|,\s+)(?:(?:and|en|y|e|et|a)\s+)(?:also\s+|ook\s+|tambien\s+|tambem\s+|aussi\s+|take\s+)?(?=(?:${beginnings})\b)`,
  'giu',
);

function foldKeepingPlaces(text: string): string {
  return [...text].map((letter) => letter.normalize('NFD')[0] ?? letter).join('');
}

/**
 * The questions that a message asks one after the other ("what does it cost, and when are you open?"); at
 * most three.
 */
export function questionParts(message: string): string[] {
  // Places must stay the same while accents are left away, so letters outside the basic plane end the
  // attempt.
  if (message.length !== [...message].length) return [message];
  const folded = foldKeepingPlaces(message);
  const cuts: [number, number][] = [...folded.matchAll(joint)].map((found) => [
    found.index,
    found.index + found[0].length,
  ]);
  for (const found of folded.matchAll(/(?<![?])[?]+\s+(?=\S)/g))
    if (!cuts.some(([start, end]) => found.index >= start && found.index < end))
      cuts.push([found.index, found.index + found[0].length]);
  cuts.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of cuts) {
    parts.push(message.slice(from, start));
    from = end;
  }
  parts.push(message.slice(from));
  const whole = parts.map((part) => part.trim()).filter((part) => part.split(/\s+/).length >= 3);
  return whole.length >= 2 &&
    whole.length <= 3 &&
    whole.length === parts.filter((part) => part.trim() !== '').length
    ? whole
    : [message];
}
