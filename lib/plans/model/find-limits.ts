/** How much a person can send of what they have and need. The form checks it too, since a longer request does not arrive. */
export const MAX_HAVE_CHARS = 100_000
export const MAX_NEEDED_CHARS = 10_000
export const MAX_FIND_WORDS_CHARS = 200
