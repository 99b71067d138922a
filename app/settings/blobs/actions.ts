'use server'

import * as blobs from '#lib/blobs/blobs.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function deleteBlob(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => blobs.deleteBlob(ctx, id))
}
