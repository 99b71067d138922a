/** What a run that another one called gave back. Floor 3, pure. */
import type { Json } from '../contract/json/json.ts'
import { AppError, type PublicError } from '../errors.ts'
import type { RunView } from './run-view.ts'

/** What the child delivered; how it failed is thrown, and the caller's code may catch it. */
export function outputOf({ skillName, output, error }: RunView): Json {
  if (output !== undefined) return output
  throw asThrown(
    error ?? { code: 'SKILL_ERROR', message: `${skillName} gave nothing back.`, recoverable: false },
  )
}

function asThrown({
  code,
  message,
  recoverable,
  details,
  suggested_action: suggestedAction,
}: PublicError): AppError {
  return new AppError(code, {
    message,
    recoverable,
    ...(details && { issues: details }),
    ...(suggestedAction && { suggestedAction }),
  })
}
