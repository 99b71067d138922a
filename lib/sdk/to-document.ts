import type { Json, JsonObject } from '../json/json.ts'
import { toJson } from '../json/to-json.ts'
import { fromCapabilities } from '../skillset/document/from-capabilities.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import type { Capabilities, SkillSetDefinition } from './definition.ts'
import { ValidationError } from './errors.ts'
import { definitionOf } from './handler-source.ts'

/** May be incomplete: `guildhall validate` checks it. Throws ValidationError if the definition is not JSON. */
export function toDocument<C extends Capabilities>(definition: SkillSetDefinition<C>): SkillSetDocument {
  const { handlers = {}, mode: _mode, warn: _warn, charge: _charge, ...rest } = definition
  const texts = Object.entries(handlers).map(([name, handler]) => [
    name,
    definitionOf(name, handler as (...given: never[]) => unknown),
  ])
  const { value, issue } = toJson({ ...rest, handlers: Object.fromEntries(texts) })
  if (issue) throw new ValidationError('The definition is not JSON.', { details: [issue] })
  return fromCapabilities(value as JsonObject).document as Json as SkillSetDocument
}
