'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Id } from '#lib/contract/market/sent-text.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { deprecate, takeDown, yank } from '#lib/review/retire.ts'
import { verifyPublisher } from '#lib/review/verify-publisher.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

const Words = z.string().max(100_000)
/** A day, or nothing for today. */
const Day = z.union([
  z.literal('').transform(() => undefined),
  z.iso.date().transform((day) => new Date(day)),
])

/** Takes one version down. A public endpoint, like all of these: the arguments are whatever was sent. */
export async function yankVersion(versionId: unknown, reason: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = { versionId: parseWith(Id, versionId), reason: parseWith(Words, reason) }
    await yank(await contextFromCookie('review'), request)
    refresh()
  })
}

/** Takes every public version of a SkillSet down; answers with their numbers. */
export async function takeDownSkillSet(
  skillSetId: unknown,
  reason: unknown,
): Promise<ActionResult<string[]>> {
  return actionResult(async () => {
    const request = { skillSetId: parseWith(Id, skillSetId), reason: parseWith(Words, reason) }
    const numbers = await takeDown(await contextFromCookie('review'), request)
    refresh()
    return numbers
  })
}

export async function deprecateVersion(
  versionId: unknown,
  notice: unknown,
  from: unknown,
): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = {
      versionId: parseWith(Id, versionId),
      notice: parseWith(Words, notice),
      from: parseWith(Day, from),
    }
    await deprecate(await contextFromCookie('review'), request)
    refresh()
  })
}

/** Gives a publisher the verified mark, or takes it back. */
export async function setVerified(handle: unknown, isVerified: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const wanted = [parseWith(Id, handle), parseWith(z.boolean(), isVerified)] as const
    await verifyPublisher(await contextFromCookie('review'), ...wanted)
    refresh()
  })
}
