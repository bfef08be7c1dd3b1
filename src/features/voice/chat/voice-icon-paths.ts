/** Outlines of the button that begins to talk in a 24 × 24 box, drawn for this product. */
export const voiceIconPaths = {
  microphone:
    'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7',
  waveform: 'M4 10v4M8 6.5v11M12 3.5v17M16 7.5v9M20 10.5v3',
  headset:
    'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h2A1.5 1.5 0 0 1 8 15v3a1.5 1.5 0 0 1-1.5 1.5h-.5a1.5 1.5 0 0 1-1.5-1.5ZM19.5 13.5h-2A1.5 1.5 0 0 0 16 15v3a1.5 1.5 0 0 0 1.5 1.5h.5a1.5 1.5 0 0 0 1.5-1.5ZM18 19.5a3 3 0 0 1-3 2h-2',
} as const;
