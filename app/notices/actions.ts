'use server'

import { z } from 'zod'
import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import * as notices from '#lib/notices/send-notice.ts'
import { parseFields } from '#lib/validation/parse-with.ts'

export async function markRead(id: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, (ctx) => notices.markRead(ctx, parseFields(z.uuid(), id)))
}

export async function markAllRead(): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, (ctx) => notices.markAllRead(ctx))
}
