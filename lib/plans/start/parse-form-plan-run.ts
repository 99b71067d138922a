import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../../kernel/validation/text-fields.ts'

const Sent = z.strictObject({
  savedPlanId: IdField,
  confirmed: z.boolean(),
  dryRun: z.boolean(),
  timeZone: LineField,
})

export function parseFormPlanRun(given: unknown): z.infer<typeof Sent> {
  return parseFields(Sent, given)
}

const Resume = z.strictObject({ confirmed: z.boolean(), editedArgs: z.string().max(6 * 1024 * 1024) })

export function parseFormResume(given: unknown): { confirmed: boolean; editedArgs: JsonObject } {
  const { confirmed, editedArgs } = parseFields(Resume, given)
  return {
    confirmed,
    editedArgs: parseFields(z.record(z.string(), z.unknown()), readArgs(editedArgs)) as JsonObject,
  }
}

function readArgs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
