/** Text as bytes that are the same text again. Ground. */
import { AppError } from '../../errors.ts'

/** UTF-8. Throws INVALID_INPUT for half of a surrogate pair, which would come back as something else. */
export function bytesOfText(text: string): Uint8Array {
  if (text.isWellFormed()) return new TextEncoder().encode(text)
  throw new AppError('INVALID_INPUT', {
    message: 'The text has half of a surrogate pair in it, which no file can hold.',
    issues: [{ path: '/content', keyword: 'format', message: 'must be well-formed Unicode' }],
  })
}
