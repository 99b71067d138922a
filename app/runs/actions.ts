'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { deleteRunContent } from '#lib/runs/lifecycle/sweep-old-runs.ts'
import { type ListedChoice, listChoices as listOptions } from '#lib/runs/start/list-choices.ts'
import type { RepeatedRuns, RepeatQuote } from '#lib/runs/start/repeat-runs.ts'
import * as repeats from '#lib/runs/start/repeat-runs.ts'
import { parseRunRequest } from '#lib/runs/start/run-options.ts'
import { deletePreset, savePreset } from '#lib/runs/start/run-presets.ts'
import { startRun, waitBriefly } from '#lib/runs/start/start-run.ts'
import type { PresetView, RunView, ShareLine } from '#lib/runs/views/run-view.ts'
import { shareFailure } from '#lib/runs/views/share-failure.ts'
import { revokeShare, shareRun } from '#lib/runs/views/share-run.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import type { AddedExample } from '#lib/studio/add-example.ts'
import * as examples from '#lib/studio/add-example.ts'

export async function beginRun(request: unknown): Promise<ActionResult<RunView>> {
  return actionResult(async () =>
    waitBriefly(await startRun(await contextFromCookie(), parseRunRequest(request))),
  )
}

export async function listChoices(request: unknown): Promise<ActionResult<ListedChoice[]>> {
  return actionResult(async () => listOptions(await contextFromCookie(), request))
}

export async function createPreset(
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

/** Only here is the token returned. */
export async function makeShare(runId: unknown): Promise<ActionResult<{ token: string; share: ShareLine }>> {
  return actionResult(async () => shareRun(await contextFromCookie(), runId))
}

export async function endShare(id: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await revokeShare(await contextFromCookie(), id)
    return null
  })
}

export async function shareDetails(
  runId: unknown,
  share: unknown,
): Promise<ActionResult<{ sharedAtMs: number | null }>> {
  return actionResult(async () => shareFailure(await contextFromCookie(), runId, share === true))
}

export async function deleteContent(runId: unknown): Promise<ActionResult<null>> {
  return actionResult(async () => {
    await deleteRunContent(await contextFromCookie(), runId)
    return null
  })
}

export async function addExample(runId: unknown, title: unknown): Promise<ActionResult<AddedExample>> {
  return actionResult(async () => examples.addExample(await contextFromCookie('studio'), { runId, title }))
}

export async function quoteRepeat(ids: unknown): Promise<ActionResult<RepeatQuote>> {
  return actionResult(async () => repeats.quoteRepeat(await contextFromCookie(), { ids }))
}

export async function repeatRuns(request: unknown): Promise<ActionResult<RepeatedRuns>> {
  return actionResult(async () => {
    const repeated = await repeats.repeatRuns(await contextFromCookie(), request)
    refresh()
    return repeated
  })
}
