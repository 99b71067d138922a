/** Schemas of a document that are refused where it is evident what was meant, and how they would be repaired. */
import { eachObject } from '#lib/contract/json/each-object.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/contract/json/json.ts'
import { repairSchema } from '#lib/contract/schema/repair-schema.ts'

export type OfferedRepair = {
  /** Of the schema, in the document: "/skills/0/parameters". */
  pointer: string
  /** What would change, at its place in the document. */
  repairs: { pointer: string; sentence: string }[]
  /** The schema as it would be accepted. */
  schema: JsonSchema
}

/** In the order of the skills; [] for a document whose schemas are accepted or cannot be repaired. */
export function offeredRepairs({ skills }: JsonObject): OfferedRepair[] {
  return eachObject(skills).flatMap(([skill, index]) =>
    (['parameters', 'response'] as const).flatMap((part) =>
      offeredRepair(skill[part], `/skills/${index}/${part}`),
    ),
  )
}

function offeredRepair(authored: Json | undefined, at: string): OfferedRepair[] {
  const repaired = repairSchema(authored)
  if (!repaired) return []
  const repairs = repaired.repairs.map(({ pointer, sentence }) => ({ pointer: at + pointer, sentence }))
  return [{ pointer: at, repairs, schema: repaired.schema }]
}
