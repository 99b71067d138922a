'use server'

import { parseRunRequest } from '#lib/execution/parse-run-request.ts'
import { deletePreset, savePreset } from '#lib/execution/presets.ts'
import type { PresetView, RunView, ShareLine } from '#lib/execution/run-view.ts'
import { revokeShare, shareRun } from '#lib/execution/shares.ts'
import { answerSoon, startRun } from '#lib/execution/start-run.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import type { AddedExample } from '#lib/studio/add-example.ts'
import * as examples from '#lib/studio/add-example.ts'

/** Starts a run and answers soon, ended or not; how it goes on is told at /api/runs/[id]/events. */
export async function beginRun(request: unknown): Promise<ActionResult<RunView>> {
  return actionResult(async () =>
    answerSoon(await startRun(await contextFromCookie(), parseRunRequest(request))),
  )
}

export async function keepPreset(
  skillName: unknown,
  name: unknown,
  input: unknown,
): Promise<ActionResult<PresetView>> {
  return actionResult(async () => savePreset(await contextFromCookie(), { skillName, name, input }))
}

export async function forgetPreset(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await deletePreset(await contextFromCookie(), id)
    return null
  })
}

/** The link's token is in this answer and nowhere else. */
export async function makeShare(runId: unknown): Promise<ActionResult<{ token: string; share: ShareLine }>> {
  return actionResult(async () => shareRun(await contextFromCookie(), runId))
}

export async function endShare(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await revokeShare(await contextFromCookie(), id)
    return null
  })
}

/** For the skill's publisher: the run's input becomes an example in its draft. */
export async function addExample(runId: unknown, title: unknown): Promise<ActionResult<AddedExample>> {
  return actionResult(async () => examples.addExample(await contextFromCookie('studio'), { runId, title }))
}
