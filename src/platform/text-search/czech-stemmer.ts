/**
 * A light stemmer for Czech on words without accents, after the description of Dolamic and Savoy ("Indexing
 * and stemming approaches for the Czech language"): case endings and possessives go, softened consonants go
 * back. Working without accents makes `kolách` and `kolach` the same word; the vowel that comes and goes
 * before k and b (`objednávka`, `objednávek`) is taken out.
 */
export function stemCzech(folded: string): string {
  if (!/^[a-z]+$/.test(folded)) return folded;
  return hardened(withoutFleetingVowel(withoutPossessive(withoutCase(folded))));
}

const longEndings: readonly { length: number; endings: readonly string[]; soft: boolean }[] = [
  { length: 7, endings: ['atech'], soft: false },
  { length: 6, endings: ['etem'], soft: true },
  { length: 6, endings: ['atum'], soft: false },
  { length: 5, endings: ['ech', 'ich', 'eho', 'emi', 'emu', 'ete', 'eti', 'iho', 'imi', 'imu'], soft: true },
  { length: 5, endings: ['ach', 'ata', 'aty', 'ych', 'ama', 'ami', 'ove', 'ovi', 'ymi'], soft: false },
  { length: 4, endings: ['em', 'im'], soft: true },
  { length: 4, endings: ['um', 'at', 'am', 'os', 'us', 'ym', 'mi', 'ou'], soft: false },
];

function withoutCase(word: string): string {
  for (const { length, endings, soft } of longEndings) {
    if (word.length <= length) continue;
    const ending = endings.find((candidate) => word.endsWith(candidate));
    // A soft ending leaves its vowel behind: it decides whether the consonant before it was softened.
    if (ending) return soft ? word.slice(0, -ending.length + 1) : word.slice(0, -ending.length);
  }
  return word.length > 3 && /[uyao]$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPossessive(word: string): string {
  return word.length > 5 && /[^aeiouy]ov$/.test(word) ? word.slice(0, -2) : word;
}

function withoutFleetingVowel(word: string): string {
  return word.length > 4 ? word.replace(/([bcdfghjklmnprstvz])e([kbc])$/, '$1$2') : word;
}

function hardened(word: string): string {
  if (word.length <= 3) return word;
  if (/c[ei]?$/.test(word)) return word.replace(/c[ei]?$/, 'k');
  if (/z[ei]$/.test(word)) return `${word.slice(0, -2)}h`;
  return /[ei]$/.test(word) ? word.slice(0, -1) : word;
}
