'use server'

import { z } from 'zod'
import { emptyDocument, newSkill } from '#lib/contracts/document/empty-document.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField, SlugField, TitleField } from '#lib/kernel/validation/text-fields.ts'
import { parseSentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import * as handles from '#lib/publishing/drafts/claim-handle.ts'
import * as lifecycle from '#lib/publishing/drafts/draft-lifecycle.ts'
import { importDocument } from '#lib/publishing/drafts/import-document.ts'
import * as planSkills from '#lib/publishing/drafts/plan-skill.ts'

const NewSkillSet = z.object({
  handle: LineField,
  name: TitleField,
  slug: SlugField,
  visibility: z.enum(['PUBLIC', 'PRIVATE']),
  skill: z.object({
    name: TitleField,
    slug: SlugField,
    kind: z.enum(['action', 'instruction']),
    runtime: z.enum(['javascript', 'python']),
  }),
})

/** Returns null for an available handle. Public endpoints: arguments are untrusted. */
export async function checkHandle(handle: unknown): Promise<ActionResult<string | null>> {
  return performAction(
    { channel: 'studio' },
    async (ctx) => (await handles.findHandleClaimError(ctx, parseFields(LineField, handle))) ?? null,
  )
}

export async function claimHandle(handle: unknown, displayName: unknown): Promise<ActionResult<void>> {
  return performAction({ channel: 'studio' }, async (ctx) => {
    const request = {
      handle: parseFields(LineField, handle),
      displayName: parseFields(LineField, displayName),
    }
    await handles.claimHandle(ctx, request)
  })
}

export async function createSkillSet(request: unknown): Promise<ActionResult<string>> {
  return performAction({ channel: 'studio' }, async (ctx) => {
    const { handle, skill, ...fields } = parseFields(NewSkillSet, request)
    const document = emptyDocument({ ...fields, skills: [newSkill(skill)] })
    return lifecycle.createSkillSet(ctx, { handle, document })
  })
}

export async function createSkillSetFromText(
  handle: unknown,
  sent: unknown,
): Promise<ActionResult<{ skillSetId: string; notices: string[] }>> {
  return performAction({ channel: 'studio', isCostly: true }, async (ctx) => {
    const { document, notices } = await importDocument(ctx, parseSentText(sent))
    const skillSetId = await lifecycle.createSkillSet(ctx, {
      handle: parseFields(LineField, handle),
      document,
    })
    return { skillSetId, notices }
  })
}

export async function createSkillFromPlan(request: unknown): Promise<ActionResult<string>> {
  return performAction({ channel: 'studio', isCostly: true }, (ctx) =>
    planSkills.createSkillFromPlan(ctx, request),
  )
}

export async function startNewVersion(skillSetId: unknown): Promise<ActionResult<void>> {
  return performAction({ channel: 'studio' }, (ctx) =>
    lifecycle.startNewVersion(ctx, parseFields(LineField, skillSetId)),
  )
}
