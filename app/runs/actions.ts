'use server'

import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { JsonText, parseJsonField } from '#lib/protocols/http/requests/parse-test-run.ts'
import { parseJsonText } from '#lib/protocols/http/requests/read-body.ts'
import {
  type ActionResult,
  actionResult,
  actionResultWith,
} from '#lib/protocols/http/responses/action-result.ts'
import type { AddedExample } from '#lib/publishing/drafts/add-example.ts'
import * as examples from '#lib/publishing/drafts/add-example.ts'
import { deleteRunContent } from '#lib/runs/lifecycle/sweep-old-runs.ts'
import { type ListedChoice, listChoices as listOptions } from '#lib/runs/start/list-choices.ts'
import type { RepeatedRuns, RepeatQuote } from '#lib/runs/start/repeat-runs.ts'
import * as repeats from '#lib/runs/start/repeat-runs.ts'
import { parseFormRun, type SentFormRun } from '#lib/runs/start/run-options.ts'
import { deletePreset, savePreset } from '#lib/runs/start/run-presets.ts'
import { startRun, waitBriefly } from '#lib/runs/start/start-run.ts'
import type { PresetView, RunView, ShareLine } from '#lib/runs/views/run-view.ts'
import { revokeShare, shareFailure, shareRun } from '#lib/runs/views/share-run.ts'

export async function beginRun(request: SentFormRun): Promise<ActionResult<RunView>> {
  return actionResult(async (ctx) =>
    waitBriefly(await startRun(ctx, parseFormRun(parseJsonField(request, 'args')))),
  )
}

export async function listChoices(request: unknown): Promise<ActionResult<ListedChoice[]>> {
  return actionResult((ctx) => listOptions(ctx, parseJsonField(request, 'input')))
}

export async function createPreset(
  skillName: unknown,
  name: unknown,
  input: unknown,
): Promise<ActionResult<PresetView>> {
  return actionResult((ctx) =>
    savePreset(ctx, { skillName, name, input: parseJsonText(parseFields(JsonText, input)) }),
  )
}

export async function forgetPreset(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => deletePreset(ctx, id))
}

/** The token is returned only here. */
export async function makeShare(runId: unknown): Promise<ActionResult<{ token: string; share: ShareLine }>> {
  return actionResult((ctx) => shareRun(ctx, runId))
}

export async function endShare(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => revokeShare(ctx, id))
}

export async function shareDetails(
  runId: unknown,
  share: unknown,
): Promise<ActionResult<{ sharedAtMs: number | null }>> {
  return actionResult((ctx) => shareFailure(ctx, runId, share === true))
}

export async function deleteContent(runId: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => deleteRunContent(ctx, runId))
}

export async function addExample(runId: unknown, title: unknown): Promise<ActionResult<AddedExample>> {
  return actionResultWith({ channel: 'studio' }, (ctx) => examples.addExample(ctx, { runId, title }))
}

export async function quoteRepeat(ids: unknown): Promise<ActionResult<RepeatQuote>> {
  return actionResult((ctx) => repeats.quoteRepeat(ctx, { ids }))
}

export async function repeatRuns(request: unknown): Promise<ActionResult<RepeatedRuns>> {
  return actionResultWith({ refreshes: true }, (ctx) => repeats.repeatRuns(ctx, request))
}
