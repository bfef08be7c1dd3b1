const microsInDollar = 1_000_000;

/** What a minute of speech costs at a vendor, to read; `micros` in micro-dollars. */
export const minutePrice = (language: string, micros: number): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 }).format(
    micros / microsInDollar,
  );
