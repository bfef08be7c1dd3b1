/** Outlines of the send button in a 24 × 24 box, drawn for this product. */
export const sendIconPaths = {
  arrow: 'M12 19V5M6 11l6-6 6 6',
  plane: 'M20.5 3.5L10 14M20.5 3.5l-6.5 17-4-6.5-6.5-4z',
  chevron: 'M9 5l7 7-7 7',
} as const;
