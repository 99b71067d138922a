/** A name somebody gives to themselves or to a thing: one visible line. Ground. */
import { z } from 'zod'

const MAX_NAME_CHARS = 80

/** Trimmed, runs of white space made one, control and invisible formatting characters left out. */
export function oneVisibleLine(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** As one visible line. */
export const nameField = z
  .string('Enter a name.')
  .transform(oneVisibleLine)
  .pipe(
    z
      .string()
      .min(1, 'Enter a name.')
      .max(MAX_NAME_CHARS, `A name has at most ${MAX_NAME_CHARS} characters.`),
  )
