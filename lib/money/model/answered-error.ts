import { AppError } from '../../kernel/errors.ts'

/** The error for a request for credit that was granted or declined meanwhile. */
export function answeredError(): AppError {
  return new AppError('CONFLICT', {
    message: 'This request was answered already.',
    suggestedAction: 'Reload the page to see which requests are open.',
  })
}
