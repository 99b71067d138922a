/**
 * Errors inside an output: what a skill with the status envelope says went wrong. Ground; also in the browser.
 *
 * Source: seed "Skill Input/Output Contract Design" 31.2; specification "Contracts" §5.
 */

import type { PublicError } from '../../errors.ts'
import { isObject, type Json } from '../json/json.ts'
import { skillError } from './skill-error.ts'

/** The error a failed envelope reports: its first, with the others as details. */
export function errorFromEnvelope(output: Json): PublicError {
  const listed = isObject(output) && Array.isArray(output.errors) ? output.errors.filter(isObject) : []
  const [first = {}, ...others] = listed
  const { suggested_action: suggestedAction, ...said } = first
  return {
    ...skillError({ ...said, suggestedAction }, 'The skill reported that it failed.'),
    ...(others.length > 0 && {
      details: others.map((each) => ({ path: '', message: skillError(each, 'Unnamed error').message })),
    }),
  }
}
