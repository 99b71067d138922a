'use server'

import { z } from 'zod'
import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import * as appeals from '#lib/publishing/review/appeals/appeals.ts'

const CHANGE = { channel: 'review', refreshes: true } as const

/** Public endpoints: arguments are untrusted. */
export async function openAppeal(
  kind: unknown,
  subjectId: unknown,
  text: unknown,
): Promise<ActionResult<string>> {
  return performAction(CHANGE, (ctx) => appeals.openAppeal(ctx, { kind, subjectId, text }))
}

export async function decideAppeal(
  id: unknown,
  request: unknown,
): Promise<ActionResult<{ isWaiting: boolean }>> {
  const fields = parseOutcome(request)
  return performAction(
    { ...CHANGE, authorize: requireAdmin, requiresRecentAuth: fields.outcome === 'overturned' },
    (ctx) => appeals.decideAppeal(ctx, parseFields(IdField, id), request),
  )
}

function parseOutcome(request: unknown): { outcome?: unknown } {
  return z.looseObject({ outcome: z.unknown() }).safeParse(request).data ?? {}
}

export async function withdrawAppeal(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => appeals.withdrawAppeal(ctx, parseFields(IdField, id)))
}
