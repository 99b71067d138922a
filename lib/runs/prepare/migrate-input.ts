/**
 * Migrations run in the sandbox, without config, network or logs; their output is validated like a caller's input.
 * See docs/spec/contracts.md §6.
 */

import type { Context } from '../../context/context.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import {
  JAVASCRIPT_LIMITS,
  type Outcome,
  type SandboxJob,
  type SandboxLimits,
} from '../../sandbox/sandbox.ts'
import { NOT_AVAILABLE } from '../finish/not-available.ts'
import type { Migration } from '../resolve/runnable.ts'
import { isUnreviewed } from '../resolve/runnable.ts'

const MIGRATION_LIMITS: SandboxLimits = {
  ...JAVASCRIPT_LIMITS,
  wallMs: 2_000,
  cpuMs: 500,
  outputBytes: 1024 * 1024,
  logBytes: 1024,
  logLines: 1,
}

export type MigrationCall = {
  migration: Migration
  publisher: string
  caller?: Pick<SandboxJob, 'organisation' | 'person'> & { isPublisherOrganisation: boolean }
  skill: string
  version: string
  input: Json
}

type MigrationResult =
  | { input: JsonObject; failureReason?: undefined }
  /** With `isDown` the migration did not run. */
  | { failureReason: string; isDown: boolean; suggestedAction?: string }

export async function migrateInput(
  { sandbox }: Pick<Context, 'sandbox'>,
  { migration, publisher, caller, skill, version, input }: MigrationCall,
  signal?: AbortSignal,
): Promise<MigrationResult> {
  const { organisation = publisher, person, isPublisherOrganisation = true } = caller ?? {}
  const { isApproved = false } = migration
  const outcome = await sandbox.execute(
    {
      runId: 'migration',
      publisher,
      organisation,
      person,
      isApproved,
      isUnreviewed: isUnreviewed({ isApproved, isPublisherOrganisation }),
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
  if (outcome.kind === 'unavailable') return { isDown: true, ...unavailable(outcome) }
  if (outcome.kind === 'returned' && isObject(outcome.value)) return { input: outcome.value }
  return { failureReason: describeFailure(outcome), isDown: false }
}

function unavailable({ reason }: Extract<Outcome, { kind: 'unavailable' }>) {
  const { message, suggested_action } = reason === 'unjailed' ? NOT_AVAILABLE.unjailed : DOWN
  return { failureReason: message, suggestedAction: suggested_action }
}

const DOWN = {
  message: 'The sandbox is not available right now, so the input could not be migrated.',
  suggested_action: 'Try again in a moment.',
}

// A new line after the publisher's code, so that line numbers match and a trailing comment ends.
const DISPATCH = `
;export default async ({ parameters, context: { skill, from, to } }) => {
  const made = await migrate(parameters, { skill, from, to })
  if (made === undefined) throw new TypeError('migrate returned nothing')
  return made
}
`

function describeFailure(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'threw':
      return outcome.error.message
    case 'limit':
      return `it exceeded a limit (${outcome.limit})`
    case 'returned':
      return 'migrate must return an object'
    default:
      return 'it was cancelled'
  }
}
