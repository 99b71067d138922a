'use server'

import { z } from 'zod'
import { emptyDocument } from '#lib/contract/document/empty-document.ts'
import { newSkill } from '#lib/contract/document/new-skill.ts'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Line } from '#lib/contract/market/sent-text.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { claimHandle, whyNotClaim } from '#lib/studio/claim-handle.ts'
import { createSkillSet } from '#lib/studio/create-skill-set.ts'
import { importDocument } from '#lib/studio/import-document.ts'
import { startNewVersion } from '#lib/studio/new-version.ts'

const Text = z.string().max(4_000_000)
const NewSkillSet = z.object({
  handle: Line,
  name: Line,
  slug: Line,
  visibility: z.enum(['PUBLIC', 'PRIVATE']),
  skill: z.object({
    name: Line,
    slug: Line,
    kind: z.enum(['action', 'instruction']),
    runtime: z.enum(['javascript', 'python']),
  }),
})

/** Why this handle cannot be claimed; null when it is free. All of these are public endpoints. */
export async function checkHandle(handle: unknown): Promise<ActionResult<string | null>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie('studio')
    return (await whyNotClaim(ctx, parseWith(Line, handle))) ?? null
  })
}

export async function claim(handle: unknown, displayName: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const wanted = { handle: parseWith(Line, handle), displayName: parseWith(Line, displayName) }
    await claimHandle(await contextFromCookie('studio'), wanted)
  })
}

/** Makes a SkillSet with its first skill; answers with its id. */
export async function create(wanted: unknown): Promise<ActionResult<string>> {
  return actionResult(async () => {
    const { handle, skill, ...fields } = parseWith(NewSkillSet, wanted)
    const document = emptyDocument({ ...fields, skills: [newSkill(skill)] })
    return createSkillSet(await contextFromCookie('studio'), { handle, document })
  })
}

/** Makes a SkillSet out of an uploaded text; answers with its id. */
export async function createFromText(handle: unknown, text: unknown): Promise<ActionResult<string>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie('studio')
    const document = importDocument(ctx, parseWith(Text, text))
    return createSkillSet(ctx, { handle: parseWith(Line, handle), document })
  })
}

/** Begins a draft from the published version. */
export async function startVersion(skillSetId: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await startNewVersion(await contextFromCookie('studio'), parseWith(Line, skillSetId))
  })
}
