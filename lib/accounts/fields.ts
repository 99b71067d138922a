/** What may be typed about a person: one rule and one sentence for each field. Floor 3, pure. */
import { z } from 'zod'

const MIN_PASSWORD_CHARS = 10
// Far beyond any passphrase; keeps the work of one hash bounded.
const MAX_PASSWORD_CHARS = 256
// RFC 5321 §4.5.3.1.3: a path has at most 256 octets, two of them its brackets.
const MAX_EMAIL_CHARS = 254

/** An address, trimmed and in lower case. */
export const emailField = z
  .string('Enter your email address.')
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARS, 'That is too long for an email address.')
  .pipe(z.email('Enter an email address, like ada@example.com.'))

/** A password somebody chooses. */
export const newPasswordField = z
  .string('Choose a password.')
  .min(MIN_PASSWORD_CHARS, `A password has at least ${MIN_PASSWORD_CHARS} characters.`)
  .max(MAX_PASSWORD_CHARS, `A password has at most ${MAX_PASSWORD_CHARS} characters.`)

/** A password somebody says they have. */
export const passwordField = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(MAX_PASSWORD_CHARS, `A password has at most ${MAX_PASSWORD_CHARS} characters.`)
