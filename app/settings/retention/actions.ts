'use server'

import { refresh } from 'next/cache'
import { setRetention } from '#lib/organisations/retention.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Null keeps everything. A public endpoint: the argument is whatever was sent. */
export async function saveRetention(days: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await setRetention(await contextFromCookie(), { days })
    refresh()
  })
}
