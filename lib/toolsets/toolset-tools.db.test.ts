import { expect, test } from 'vitest'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { GUILDHALL_VERSION } from '../contracts/versions/runtime-version.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeUser } from '../testing/factories.ts'
import { requireOffered } from '../testing/setup/catalog/toolset.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import { addToToolset, createToolset, renewConsent } from './change-toolset.ts'
import { listToolsets, offerOf } from './list-toolsets.ts'

/** Creates a toolset with a built-in tool, whose document had `changes` when the person consented. */
async function setUpTool(changes: Partial<SkillDocument> = {}) {
  const ctx = await contextFor(await makeUser())
  await createToolset(ctx, { name: 'desk' })
  const skill = 'vault.readFile'
  const { versionId } = await offerOf(ctx, { skill })
  const agreed = { toolset: 'desk', skill, versionId, consent: true }
  await addToToolset(ctx, agreed)
  const where = { skillName: skill, toolset: { organisationId: ctx.viewer!.organisationId } }
  const { toolDocument } = await database().toolsetSkill.findFirstOrThrow({ where })
  const { skills, ...document } = toolDocument as unknown as SkillSetDocument
  const before = { ...document, version: '0.0.1', skills: [{ ...skills[0]!, ...changes }] }
  await database().toolsetSkill.updateMany({ where, data: { toolDocument: before as object } })
  return { ctx, skill, agreed }
}

test('a built-in tool needs consent like a skill, and keeps it while its description is unchanged', async () => {
  const { ctx, skill, agreed } = await setUpTool()

  const [consent] = (await offerOf(ctx, { skill })).consents
  expect(consent?.sentence).toBe('Uses the tool vault.readFile: it reads files in your vault.')
  const unread = { ...agreed, skill: 'vault.writeFile', consent: false }
  const { versionId } = await offerOf(ctx, { skill: 'vault.writeFile' })
  await expect(addToToolset(ctx, { ...unread, versionId })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  // This version id is that of another tool.
  await expect(addToToolset(ctx, { ...unread, consent: true })).rejects.toMatchObject({ code: 'CONFLICT' })
  // The other version of Guildhall has the same description.
  expect(await requireOffered(ctx, skill)).toEqual({ version: GUILDHALL_VERSION })
  await expect(addToToolset(ctx, agreed)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a built-in tool with a changed description or more permissions is withheld, until a person agrees again', async () => {
  const { ctx, skill, agreed } = await setUpTool({ prompt: 'It has no side effects.', sideEffects: [] })

  await expect(requireOffered(ctx, skill)).rejects.toMatchObject({
    code: 'CONFLICT',
    options: { issues: [{ keyword: 'consent', message: expect.stringContaining('prompt') }] },
  })
  const [toolset] = (await listToolsets(ctx)).toolsets
  expect(toolset?.skills).toMatchObject([{ agreedNumber: '0.0.1', status: 'changed' }])

  await renewConsent(ctx, agreed)

  expect(await requireOffered(ctx, skill)).toEqual({ version: GUILDHALL_VERSION })
})

test('a tool with new risks is withheld', async () => {
  const { ctx, skill } = await setUpTool()
  const where = { skillName: skill, toolset: { organisationId: ctx.viewer!.organisationId } }
  const { document, skill: writing } = findToolSkill('vault.writeFile')!
  const slug = 'readFile'
  const harmless = { ...writing, slug, riskLevel: 'read-only' as const, sideEffects: [] }
  const before = { ...document, permissions: { tools: [skill] }, skills: [harmless] }
  await database().toolsetSkill.updateMany({ where, data: { toolDocument: before as object } })

  await expect(requireOffered(ctx, skill)).rejects.toMatchObject({ code: 'CONFLICT' })
})
