/**
 * The optional inputs that tools have in common. Floor 3, data.
 *
 * A tool takes those that make sense for it: `properties: { path: …, ...DRY_RUN, ...NOTE, ...REQUEST_ID }`.
 * Source: seed "Tool Input/Output Schema Conventions" §1.1.
 */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'

export type CommonInputs = { dryRun?: boolean; note?: string; requestId?: string }

export const DRY_RUN = {
  dryRun: { type: 'boolean', description: 'Say what would be done, and change nothing; done when left out.' },
} as const

export const NOTE = {
  note: {
    type: 'string',
    maxLength: 500,
    description:
      'Why this is done, for whoever reads the history: “asked for by Ada”; nothing when left out.',
  },
} as const

/** The id of the run that the call is recorded as. Set by the executor: no caller and no planner may send it. */
export const REQUEST_ID = {
  requestId: { type: 'string', description: 'The run that this call is part of. Set by the executor.' },
} as const

/** What a caller may send of a tool's inputs: all but what the executor sets. */
export function callerSchema(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as JsonObject | undefined
  if (!properties || !('requestId' in properties)) return schema
  const { requestId: _, ...rest } = properties
  return { ...schema, properties: rest }
}
