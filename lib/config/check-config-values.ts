/** Whether values fit their definitions. Floor 3, pure. */
import { checkConfigValue, readConfigText } from '../contract/document/config-values.ts'
import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { toPointer } from '../contract/json/json-pointer.ts'
import type { Issue } from '../errors.ts'

/**
 * Checks `values` by type, options and validation, and reads what a form sends as text ("42" for a number).
 * Required keys that are absent are no issue: a form may be filled in one value at a time.
 */
export function checkConfigValues(
  definitions: readonly ConfigDefinition[],
  values: JsonObject,
): { values: JsonObject; issues: Issue[] } {
  const issues: Issue[] = []
  const read: JsonObject = {}
  for (const [key, sent] of Object.entries(values)) {
    const path = toPointer([key])
    const definition = definitions.find((each) => each.key === key)
    if (!definition) {
      issues.push({ path, message: `There is no setting “${key}” here.`, keyword: 'config' })
      continue
    }
    const value = typedValue(definition, sent)
    issues.push(...checkConfigValue(definition, value).map((issue) => ({ ...issue, path })))
    read[key] = value
  }
  return { values: read, issues }
}

function typedValue(definition: ConfigDefinition, sent: Json): Json {
  const isTyped = definition.type === 'NUMBER' || definition.type === 'BOOLEAN'
  if (!isTyped || typeof sent !== 'string') return sent
  return readConfigText(definition, sent) ?? sent
}
