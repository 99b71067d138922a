/** What a rating may hold, for the form and for who takes it. Ground. */

export const RATING_WORDS_MAX = 1_000
