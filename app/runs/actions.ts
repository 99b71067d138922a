'use server'

import { parseJsonField, parseSentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import { parseJsonText } from '#lib/protocols/http/requests/read-body.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import { callerAddress } from '#lib/protocols/session/network/caller-address.ts'
import * as examples from '#lib/publishing/drafts/add-example.ts'
import * as cancelling from '#lib/runs/batches/get-batch.ts'
import type { BatchQuote } from '#lib/runs/batches/quote-batch.ts'
import * as quotes from '#lib/runs/batches/quote-batch.ts'
import * as batches from '#lib/runs/batches/start-batch.ts'
import * as lifecycle from '#lib/runs/lifecycle/sweep-old-runs.ts'
import * as choices from '#lib/runs/start/list-choices.ts'
import * as repeats from '#lib/runs/start/repeat-runs.ts'
import * as visitors from '#lib/runs/start/run-for-visitor.ts'
import { parseFormRun, type SentFormRun } from '#lib/runs/start/run-options.ts'
import * as presets from '#lib/runs/start/run-presets.ts'
import * as runs from '#lib/runs/start/start-run.ts'
import type { PresetView, RunView, ShareLine, VisitorRun } from '#lib/runs/views/run-view.ts'
import * as shares from '#lib/runs/views/share-run.ts'

export async function startRun(request: SentFormRun): Promise<ActionResult<RunView>> {
  return actionResult(async (ctx) =>
    runs.waitBriefly(await runs.startRun(ctx, parseFormRun(parseJsonField(request, 'args')))),
  )
}

/** Needs no session: `runForVisitor` decides what people without an account may run. */
export async function runForVisitor(request: SentFormRun): Promise<ActionResult<VisitorRun>> {
  return actionResult(async (ctx) =>
    visitors.runForVisitor(ctx, {
      request: parseJsonField(request, 'args'),
      address: await callerAddress(),
    }),
  )
}

/** Needs no session: visitors get the options of what they may run. */
export async function listChoices(request: unknown): Promise<ActionResult<choices.ListedChoice[]>> {
  return actionResult(async (ctx) =>
    choices.listChoices(ctx, parseJsonField(request, 'input'), { address: await callerAddress() }),
  )
}

export async function savePreset(
  skillName: unknown,
  name: unknown,
  sent: unknown,
): Promise<ActionResult<PresetView>> {
  return actionResult((ctx) =>
    presets.savePreset(ctx, { skillName, name, input: parseJsonText(parseSentText(sent)) }),
  )
}

export async function deletePreset(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => presets.deletePreset(ctx, id))
}

export async function shareRun(
  runId: unknown,
  options?: unknown,
): Promise<ActionResult<{ token: string; share: ShareLine }>> {
  return actionResult((ctx) => shares.shareRun(ctx, runId, options))
}

export async function revokeShare(id: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => shares.revokeShare(ctx, id))
}

export async function shareFailure(
  runId: unknown,
  share: unknown,
): Promise<ActionResult<{ sharedAtMs: number | null }>> {
  return actionResult((ctx) => shares.shareFailure(ctx, runId, share === true))
}

export async function deleteRunContent(runId: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => lifecycle.deleteRunContent(ctx, runId))
}

export async function deleteRunContents(ids: unknown): Promise<ActionResult<lifecycle.DeletedContents>> {
  return performAction({ refreshes: true }, (ctx) => lifecycle.deleteRunContents(ctx, ids))
}

export async function addExample(
  runId: unknown,
  title: unknown,
): Promise<ActionResult<examples.AddedExample>> {
  return performAction({ channel: 'studio' }, (ctx) => examples.addExample(ctx, { runId, title }))
}

export async function quoteRepeat(ids: unknown): Promise<ActionResult<repeats.RepeatQuote>> {
  return actionResult((ctx) => repeats.quoteRepeat(ctx, { ids }))
}

export async function repeatRuns(request: unknown): Promise<ActionResult<repeats.RepeatedRuns>> {
  return performAction({ refreshes: true }, (ctx) => repeats.repeatRuns(ctx, request))
}

export async function quoteBatch(sent: unknown): Promise<ActionResult<BatchQuote>> {
  return performAction({ isCostly: true }, (ctx) =>
    quotes.quoteBatch(ctx, parseJsonText(parseSentText(sent))),
  )
}

export async function startBatch(sent: unknown): Promise<ActionResult<{ id: string }>> {
  return performAction({ isCostly: true }, async (ctx) => {
    const { batch } = await batches.startBatch(ctx, parseJsonText(parseSentText(sent)))
    return { id: batch.id }
  })
}

export async function cancelBatch(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, async (ctx) => {
    await cancelling.cancelBatch(ctx, id)
  })
}
