/** Built-in tools are free and run in the server. Schemas are strict. See docs/spec/tools-and-plans.md §1. */
import type { Viewer } from '../../context/context.ts'
import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import type { PreviewTemplate } from '../../plans/model/document/preview-sentence.ts'
import type { Effects } from '../../runs/model/tool-result.ts'
import { MAX_PATH_BYTES } from '../../vault/model/vault-path.ts'

/** The vault's journal stores it, so that a run or plan can be undone as a whole. */
type ToolCallCause = {
  runId: string
  planRunId?: string
  stepId?: string
  note?: string
}

export type ToolEnvironment = {
  db: Database
  caller: Viewer
  cause: ToolCallCause
  /** Set by the call or the tool's input. */
  dryRun: boolean
  signal: AbortSignal
  /** Reports effects, or in a dry run what would change. */
  observe(effects: Effects): void
  /** Runs a skill as a child run of the same caller. Throws the pipeline's errors. */
  runSkill(name: string, args: Json): Promise<Json>
}

export type BuiltInTool<Input extends object = JsonObject, Output extends object = JsonObject> = {
  name: string
  title: string
  description: string
  riskLevel: RiskLevel
  sideEffects: string[]
  /** When the tool is available: “always”, or a condition in words. */
  availability: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** Begins with a verb, for the person who confirms. */
  preview: PreviewTemplate
  /** Returns the skills that the tool runs, so that the hold of the run includes their prices. */
  runsSkills?(input: Input, environment: Pick<ToolEnvironment, 'db' | 'caller'>): Promise<string[]>
  /** `input` is valid, with defaults. Throws AppError. */
  run(input: Input, environment: ToolEnvironment): Promise<Output> | Output
}

export type CommonInputs = { dryRun?: boolean; note?: string; requestId?: string }

export const WRITE_INPUTS = {
  dryRun: {
    type: 'boolean',
    description: 'Report what would change without changing anything. Default: false.',
  },
  note: {
    type: 'string',
    maxLength: 500,
    description: 'A reason that is shown in the history, such as “requested by Ada”.',
  },
  /** Set by the executor only, never by a caller. */
  requestId: { type: 'string', description: 'The run that this call belongs to. Set by the executor.' },
} as const

/** Returns the schema of an object that allows no other properties. */
export function strictObject(required: string[], properties: JsonObject, description?: string): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required,
    ...(description && { description }),
    properties,
  }
}

/** Returns the schema without the field that the executor sets. */
export function callerSchema(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as JsonObject | undefined
  if (!properties || !('requestId' in properties)) return schema
  const { requestId: _, ...rest } = properties
  return { ...schema, properties: rest }
}

/** Path rules (lib/vault/model/vault-path.ts) throw POLICY_DENIED, so the schema sets no length. */
export function inputPathField(description: string) {
  return { type: 'string', format: 'vault-path', minLength: 1, description } as const
}

/** Sets the maximum length, so the schema suits other tools. */
export function outputPathField(description: string) {
  return { type: 'string', minLength: 1, maxLength: MAX_PATH_BYTES, description } as const
}

export const ETAG_OUT = {
  etag: {
    type: 'string',
    title: 'Etag',
    'x-technical': true,
    description: 'The etag of the content. Send it as expectedEtag to write only if the file is unchanged.',
  },
} as const

export const MTIME_OUT = {
  mtimeMs: {
    type: 'integer',
    title: 'Changed',
    description: 'The last change, in epoch milliseconds.',
  },
} as const

export const EXPECTED_ETAG = {
  expectedEtag: {
    type: 'string',
    description:
      'Write only if the file still has this etag. Otherwise it fails with CONFLICT and returns the current one.',
  },
} as const

/** Every tool that writes takes it, so that agents can send it without knowing which. */
export const EXPECTED_ETAG_OF_FOLDER = {
  expectedEtag: {
    type: 'string',
    description: 'A folder has no etag, so any value fails with CONFLICT. For files, see the other tools.',
  },
} as const
