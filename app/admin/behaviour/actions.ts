'use server'

import * as behaviour from '#lib/behaviour/first-ever-behaviour.ts'
import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoint: arguments are untrusted. */
export async function resumeVersion(versionId: unknown): Promise<ActionResult<void>> {
  return performAction(
    { channel: 'review', authorize: requireAdmin, requiresRecentAuth: true, refreshes: true },
    (ctx) => behaviour.resumePausedVersion(ctx, parseFields(IdField, versionId)),
  )
}
