/** From a stored run to what may be shown of it. Floor 3. */

import type { Json } from '../contract/json/json.ts'
import { amountOf } from '../contract/money/money.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import type { RunLineRow } from '../db/run-history.ts'
import type { RunRow } from '../db/runs.ts'
import type { ShareRow } from '../db/shares.ts'
import type { Issue, PublicError } from '../errors.ts'
import type { LogLine, SandboxRequest } from '../sandbox/sandbox.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import { costOf } from './run-cost.ts'
import type { RunLine, RunMigration, RunView, ShareLine } from './run-view.ts'
import { toolResultOf } from './tool-result.ts'

/** `forPublisher` adds what only the skill's own people may see of a failure. */
export function showRun(row: RunRow, { forPublisher = false } = {}): RunView {
  // The JSON columns hold what this folder wrote into them.
  const view: RunView = {
    id: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    mode: row.mode as RunView['mode'],
    state: row.state,
    input: row.input as Json,
    ...(row.migration !== null && { migration: row.migration as RunMigration }),
    coercions: row.coercions as unknown as Coercion[],
    ...(row.hasOutput && { output: row.output as Json }),
    ...(row.error !== null && { error: row.error as unknown as PublicError }),
    ...(forPublisher &&
      row.errorDetail !== null && { errorDetail: row.errorDetail as RunView['errorDetail'] }),
    warnings: row.warnings as unknown as Issue[],
    notices: (row.notices ?? []) as string[],
    logs: row.logs as unknown as LogLine[],
    ...(row.inputBlobs.length > 0 && { inputBlobs: row.inputBlobs }),
    ...(row.outputBlobs.length > 0 && { outputBlobs: row.outputBlobs }),
    ...(row.requests !== null && { requests: row.requests as unknown as SandboxRequest[] }),
    ...(row.progress !== null && { progress: row.progress }),
    ...(row.progressNote !== null && { progressNote: row.progressNote }),
    contractHash: row.contractHash,
    ...(row.permissionsHash !== null && { permissionsHash: row.permissionsHash }),
    terms: row.terms as RunView['terms'],
    ...(row.priceMicros > 0n && { price: amountOf(row.priceMicros) }),
    ...costOf(row),
    ...(row.durationMs !== null && { durationMs: row.durationMs }),
    ...(row.cpuMs !== null && { cpuMs: row.cpuMs }),
    createdAtMs: row.createdAt.getTime(),
    ...(row.startedAt !== null && { startedAtMs: row.startedAt.getTime() }),
    ...(row.endedAt !== null && { endedAtMs: row.endedAt.getTime() }),
    ...(row.forgottenAt !== null && { forgottenAtMs: row.forgottenAt.getTime() }),
    ...(row.dryRun && { dryRun: true }),
    ...(row.effects !== null && { effects: row.effects as Effects }),
    ...(row.planRunId !== null &&
      row.stepId !== null && {
        planStep: { planRunId: row.planRunId, stepId: row.stepId, attempt: row.attempt },
      }),
  }
  const toolResult = view.planStep || findToolSkill(view.skillName) ? toolResultOf(view) : undefined
  return { ...view, ...(toolResult && { toolResult }) }
}

export function showRunLine(row: RunLineRow): RunLine {
  return {
    id: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    mode: row.mode as RunLine['mode'],
    door: row.door,
    state: row.state,
    ...(row.error !== null && { error: row.error as unknown as PublicError }),
    userName: row.user.name,
    ...(row.durationMs !== null && { durationMs: row.durationMs }),
    createdAtMs: row.createdAt.getTime(),
  }
}

export function showShare({ id, createdAt, revokedAt }: ShareRow): ShareLine {
  return { id, createdAtMs: createdAt.getTime(), revokedAtMs: revokedAt?.getTime() ?? null }
}
