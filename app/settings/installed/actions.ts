'use server'

import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Id, SkillSetPlace } from '#lib/contract/market/sent-text.ts'
import { install } from '#lib/installs/install.ts'
import { type PlannedChange, type PlannedVersion, whatChanges } from '#lib/installs/plan-change.ts'
import { forgetConfig, uninstall } from '#lib/installs/uninstall.ts'
import { upgrade } from '#lib/installs/upgrade.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** An exact number or a range, as it was typed. */
const Range = z.string().max(1_000)
const Sent = z.object({ versionId: Id.optional(), range: Range.optional() })
const Agreed = z.object({ versionId: Id, range: Range.optional(), consent: z.boolean() })
const Step = Agreed.extend({ fromVersionId: Id })

/** What a step to this version would mean. A public endpoint, like all of these: arguments are whatever was sent. */
export async function planStep(ref: unknown, request: unknown): Promise<ActionResult<PlannedChange>> {
  return actionResult(async () =>
    whatChanges(await contextFromCookie(), parseWith(SkillSetPlace, ref), parseWith(Sent, request)),
  )
}

export async function installVersion(ref: unknown, agreed: unknown): Promise<ActionResult<PlannedVersion>> {
  return actionResult(async () =>
    install(await contextFromCookie(), parseWith(SkillSetPlace, ref), parseWith(Agreed, agreed)),
  )
}

export async function changeVersion(ref: unknown, step: unknown): Promise<ActionResult<PlannedVersion>> {
  return actionResult(async () =>
    upgrade(await contextFromCookie(), parseWith(SkillSetPlace, ref), parseWith(Step, step)),
  )
}

export async function uninstallSkillSet(ref: unknown, config: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const wanted = { config: parseWith(z.enum(['keep', 'delete']), config) }
    await uninstall(await contextFromCookie(), parseWith(SkillSetPlace, ref), wanted)
  })
}

/** Deletes settings and secrets that were kept without an install. */
export async function deleteKeptConfig(ref: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => forgetConfig(await contextFromCookie(), parseWith(SkillSetPlace, ref)))
}
