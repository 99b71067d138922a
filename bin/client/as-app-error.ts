import { AppError } from '#lib/kernel/errors.ts'
import { GuildhallError } from '#lib/protocols/sdk/errors.ts'

/** Turns an error of the SDK into one that the command line prints. Returns others as they are. */
export function asAppError(error: unknown): unknown {
  if (!(error instanceof GuildhallError)) return error
  const { code, message, details: issues, suggestedAction } = error
  return new AppError(code, { message, issues, suggestedAction, cause: error })
}
