/**
 * A tool's own preview as a text with its arguments in braces: "Read {path}".
 *
 * Ground. A tool makes its sentence of an input; asked with the arguments' own names it gives away where they stand,
 * so that a browser can make the sentence for arguments that are still references.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { typesOf } from '../schema/schema-tree.ts'

/** Undefined when the tool cannot speak of anything but real values. */
export function previewTemplate(
  inputSchema: JsonSchema,
  preview: (input: JsonObject) => string,
): string | undefined {
  try {
    const sentence = preview(namesIn(inputSchema))
    return typeof sentence === 'string' && !/undefined|NaN|\[object/.test(sentence) ? sentence : undefined
  } catch {
    return undefined
  }
}

/** Every required argument by its name in braces; where no text may stand, nothing. */
function namesIn({ properties, required }: JsonSchema): JsonObject {
  const asked = Array.isArray(required) ? required : []
  const entries = Object.entries(isObject(properties) ? properties : {}).flatMap(
    ([name, schema]): [string, Json][] => {
      const isText = isObject(schema) && typesOf(schema).includes('string') && !schema.enum
      return asked.includes(name) && isText ? [[name, `{${name}}`]] : []
    },
  )
  return Object.fromEntries(entries)
}
