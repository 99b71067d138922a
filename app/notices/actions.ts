'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as notices from '#lib/notices/send-notice.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { parseFields } from '#lib/validation/parse-with.ts'

export async function markRead(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    notices.markRead(await contextFromCookie(), parseFields(z.uuid(), id)),
  )
  refresh()
  return result
}

export async function markAllRead(): Promise<ActionResult<void>> {
  const result = await actionResult(async () => notices.markAllRead(await contextFromCookie()))
  refresh()
  return result
}
