/** From what `defineSkillSet` was given to the document that is published. Ground; also in the browser. */
import { fromCapabilities } from '../contract/document/from-capabilities.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { toJson } from '../contract/json/to-json.ts'
import type { Capabilities, SkillSetDefinition } from './definition.ts'
import { ValidationError } from './errors.ts'
import { definitionOf } from './handler-source.ts'

/**
 * The SkillSet document, ready for `JSON.stringify` and `guildhall publish`. It is as complete as the definition: what a
 * publication needs besides, `guildhall validate` says. Throws ValidationError for what is not JSON.
 */
export function toDocument<C extends Capabilities>(definition: SkillSetDefinition<C>): SkillSetDocument {
  const { handlers = {}, mode: _mode, warn: _warn, charge: _charge, ...rest } = definition
  const texts = Object.entries(handlers).map(([name, handler]) => [
    name,
    definitionOf(name, handler as (...given: never[]) => unknown),
  ])
  const { value, issue } = toJson({ ...rest, handlers: Object.fromEntries(texts) })
  if (issue) throw new ValidationError('The definition is not JSON.', { details: [issue] })
  // Its shape is what the type of the definition asks for; whether it keeps every rule, `validate` says.
  return fromCapabilities(value as JsonObject).document as Json as unknown as SkillSetDocument
}
