/** About so many characters are said in a minute. */
export const charactersPerMinute = 900;
