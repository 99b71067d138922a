'use server'

import { refresh } from 'next/cache'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Id } from '#lib/contract/market/sent-text.ts'
import * as reports from '#lib/feedback/report.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Answers a report. A public endpoint: the arguments are whatever was sent. */
export async function closeReport(id: unknown, answer: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await reports.closeReport(await contextFromCookie('review'), parseWith(Id, id), answer)
    refresh()
  })
}
