/** What a page sends to start a plan, or to go on with one. Floor 3, pure. Throws INVALID_INPUT. */
import { z } from 'zod'
import type { JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { Id, Line } from '../contract/market/sent-text.ts'

const Sent = z.strictObject({
  savedPlanId: Id,
  confirmed: z.boolean(),
  dryRun: z.boolean(),
  timeZone: Line,
})

export function parsePlanRunRequest(given: unknown): z.infer<typeof Sent> {
  return parseWith(Sent, given)
}

// One byte may take six characters on its way.
const Resume = z.strictObject({ confirmed: z.boolean(), editedArgs: z.string().max(6 * 1024 * 1024) })

/** Arguments travel as text: it keeps what the border to the server would bend. */
export function parseResumeRequest(given: unknown): { confirmed: boolean; editedArgs: JsonObject } {
  const { confirmed, editedArgs } = parseWith(Resume, given)
  return {
    confirmed,
    editedArgs: parseWith(z.record(z.string(), z.unknown()), readArgs(editedArgs)) as JsonObject,
  }
}

function readArgs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
