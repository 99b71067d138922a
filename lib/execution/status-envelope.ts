/**
 * Errors inside an output: what a skill with the status envelope says went wrong. Floor 3, pure.
 *
 * Source: seed "Skill Input/Output Contract Design" 31.2; specification "Contracts" §5.
 */
import { isObject, type Json } from '../contract/json/json.ts'
import { ERRORS, type ErrorCode, type PublicError } from '../errors.ts'

/** The error a failed envelope reports: its first, with the others as details. */
export function errorFromEnvelope(output: Json): PublicError {
  const listed = isObject(output) && Array.isArray(output.errors) ? output.errors.filter(isObject) : []
  const [first = {}, ...others] = listed
  const { code, message, recoverable, suggested_action } = first
  const known = isErrorCode(code) ? code : 'SKILL_ERROR'
  return {
    code: known,
    message: textOf(message) ?? 'The skill reported that it failed.',
    recoverable: typeof recoverable === 'boolean' ? recoverable : ERRORS[known].recoverable,
    ...(typeof suggested_action === 'string' && { suggested_action }),
    ...(others.length > 0 && {
      details: others.map((each) => ({ path: '', message: textOf(each.message) ?? 'Unnamed error' })),
    }),
  }
}

/** Codes a skill may speak with. A fault of ours and a verdict on the skill are not its to claim. */
export function isErrorCode(code: unknown): code is ErrorCode {
  const isOurs = code === 'INTERNAL_ERROR' || code === 'OUTPUT_CONTRACT_VIOLATION'
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) && !isOurs
}

function textOf(message: unknown): string | undefined {
  return typeof message === 'string' && message.trim() !== '' ? message : undefined
}
