import { AppError } from '../errors.ts'

/** Throws INVALID_INPUT for a lone surrogate, which UTF-8 cannot represent. */
export function bytesOfText(text: string): Uint8Array {
  if (text.isWellFormed()) return new TextEncoder().encode(text)
  throw new AppError('INVALID_INPUT', {
    message: 'The text contains a lone surrogate, which cannot be stored.',
    issues: [{ path: '/content', keyword: 'format', message: 'must be well-formed Unicode' }],
  })
}
