import { AppError, type PublicError } from '../../errors.ts'
import type { Json } from '../../json/json.ts'
import type { RunView } from '../views/run-view.ts'

export function requireOutput({ skillName, output, error }: RunView): Json {
  if (output !== undefined) return output
  throw toAppError(
    error ?? { code: 'SKILL_ERROR', message: `${skillName} returned no output.`, recoverable: false },
  )
}

function toAppError({
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
