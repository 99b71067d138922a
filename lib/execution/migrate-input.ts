/**
 * Input for an older major version, turned into that of a newer one by the publisher's migration.
 *
 * Floor 3. The function runs in the same box as handlers do, alone, with less of everything, and without config,
 * network or logs: it is there to move values. What it makes is not trusted; it goes through the contract of the
 * newer version like anything a caller sends.
 * Source: specification "Contracts" §2 step 3, and §6, Migrations.
 */
import type { Context } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { JAVASCRIPT_LIMITS, type Outcome, type SandboxJob, type SandboxLimits } from '../sandbox/sandbox.ts'

const MIGRATION_LIMITS: SandboxLimits = {
  ...JAVASCRIPT_LIMITS,
  wallMs: 2_000,
  cpuMs: 500,
  outputBytes: 1024 * 1024,
  logBytes: 1024,
  logLines: 1,
}

export type Migration = { from: string; definition: string }

/** One input for one migration. */
export type MigrationCall = {
  migration: Migration
  /** Whose code it is. */
  publisher: string
  /** Whose input it is, and whether the code is a stranger's to them; the publisher tries it when left out. */
  caller?: Pick<SandboxJob, 'organisation' | 'isUnreviewed'>
  /** What `migrate` is told beside the input. */
  skill: string
  version: string
  input: Json
}

export type Migrated =
  | { input: JsonObject; whyNot?: undefined }
  /** A sentence for the caller; with `isDown` the box could not be asked. */
  | { whyNot: string; isDown: boolean }

/** Runs `migrate(input, { skill, from, to })`. Never throws for what the function does. */
export async function migrateInput(
  { sandbox }: Pick<Context, 'sandbox'>,
  { migration, publisher, caller, skill, version, input }: MigrationCall,
  signal?: AbortSignal,
): Promise<Migrated> {
  const outcome = await sandbox.execute(
    {
      runId: 'migration',
      publisher,
      ...(caller ?? { organisation: publisher, isUnreviewed: false }),
      runtime: 'javascript',
      definition: migration.definition + DISPATCH,
      parameters: input,
      config: {},
      hasSecrets: false,
      secrets: [],
      context: { skill, from: migration.from, to: version },
      limits: MIGRATION_LIMITS,
      network: [],
    },
    signal && { signal },
  )
  if (outcome.kind === 'unavailable')
    return {
      whyNot: 'The sandbox is not available right now, so the input could not be migrated.',
      isDown: true,
    }
  if (outcome.kind === 'returned' && isObject(outcome.value)) return { input: outcome.value }
  return { whyNot: failureOf(outcome), isDown: false }
}

// On a line of its own, below the publisher's last: their lines keep their numbers, and a comment ends before it.
const DISPATCH = `
;export default async ({ parameters, context: { skill, from, to } }) => {
  const made = await migrate(parameters, { skill, from, to })
  if (made === undefined) throw new TypeError('migrate returned nothing')
  return made
}
`

function failureOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'threw':
      return outcome.error.message
    case 'limit':
      return `it broke a limit (${outcome.limit})`
    case 'returned':
      return 'migrate has to return an object'
    default:
      return 'it was cancelled'
  }
}
