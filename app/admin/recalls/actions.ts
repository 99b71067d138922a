'use server'

import { z } from 'zod'
import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import * as quarantines from '#lib/publishing/recalls/quarantine.ts'
import * as recalls from '#lib/publishing/recalls/recall.ts'
import * as retractions from '#lib/publishing/recalls/retract-recall.ts'

const DECISION = {
  channel: 'review',
  authorize: requireAdmin,
  requiresRecentAuth: true,
  refreshes: true,
} as const

/** Public endpoint: arguments are untrusted. */
export async function quarantineVersions(request: unknown, reason: unknown): Promise<ActionResult<string>> {
  return performAction(DECISION, (ctx) =>
    quarantines.quarantine(ctx, { ...parseFields(z.record(z.string(), z.unknown()), request), reason }),
  )
}

export async function liftQuarantine(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return performAction(DECISION, (ctx) => quarantines.liftQuarantine(ctx, parseFields(IdField, id), reason))
}

export async function proposeRecall(request: unknown): Promise<ActionResult<string>> {
  return performAction(DECISION, (ctx) => recalls.proposeRecall(ctx, request))
}

export async function confirmRecall(id: unknown): Promise<ActionResult<void>> {
  return performAction(DECISION, (ctx) => recalls.confirmRecall(ctx, parseFields(IdField, id)))
}

export async function withdrawRecall(id: unknown): Promise<ActionResult<void>> {
  return performAction(DECISION, (ctx) => recalls.withdrawRecall(ctx, parseFields(IdField, id)))
}

export async function proposeRetraction(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return performAction(DECISION, (ctx) =>
    retractions.proposeRetraction(ctx, parseFields(IdField, id), reason),
  )
}

export async function confirmRetraction(id: unknown, proposedAtMs: unknown): Promise<ActionResult<void>> {
  return performAction(DECISION, (ctx) =>
    retractions.confirmRetraction(ctx, parseFields(IdField, id), proposedAtMs),
  )
}

export async function withdrawRetraction(id: unknown, proposedAtMs: unknown): Promise<ActionResult<void>> {
  return performAction(DECISION, (ctx) =>
    retractions.withdrawRetraction(ctx, parseFields(IdField, id), proposedAtMs),
  )
}
