'use server'

import { refresh } from 'next/cache'
import * as blobs from '#lib/blobs/blobs.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function deleteBlob(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => blobs.deleteBlob(await contextFromCookie(), id))
  refresh()
  return result
}
