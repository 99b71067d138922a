'use server'

import { z } from 'zod'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import * as notices from '#lib/notices/send-notice.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function markNoticeRead(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => notices.markRead(ctx, parseFields(z.uuid(), id)))
}

export async function markAllNoticesRead(): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => notices.markAllRead(ctx))
}
