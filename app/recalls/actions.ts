'use server'

import { requireViewer } from '#lib/context/context.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import { setRotated } from '#lib/publishing/recalls/recall-views.ts'

/** Public endpoint: arguments are untrusted. */
export async function rotateSecret(request: unknown): Promise<ActionResult<void>> {
  return performAction({ authorize: requireViewer, refreshes: 'always' }, (ctx) => setRotated(ctx, request))
}
