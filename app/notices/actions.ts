'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import * as notices from '#lib/notices/notices.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export async function markRead(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    notices.markRead(await contextFromCookie(), parseWith(z.uuid(), id)),
  )
  refresh()
  return result
}

export async function markAllRead(): Promise<ActionResult<void>> {
  const result = await actionResult(async () => notices.markAllRead(await contextFromCookie()))
  refresh()
  return result
}
