// A run may call only what its caller may: the limits of a key apply at every depth.
import { expect, test } from 'vitest'
import type { Context, KeyGrant } from '../../context/context.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { recordRun } from '../start/record-run.ts'
import { findDeclaredSkill, resolveSkill } from './resolve-skill.ts'

const setOf = (skillName: string) => skillName.split('.').slice(0, 2).join('.')

test('a key for some SkillSets gets no other one by way of a skill that calls it', async () => {
  const child = await makePublishedVersion()
  const parent = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument()],
      permissions: { skills: [child.skillName] },
    }),
  })
  const person = await contextFor(await makeUser())
  const find = async (skillSets: string[]) => {
    const keyGrant: KeyGrant = { scopes: ['run'], skillSets, dailyCapMicros: null }
    const ctx: Context = { ...person, keyId: 'a key', keyGrant }
    const runnable = await resolveSkill(ctx, { name: parent.skillName })
    const unseal = async () => ({ config: {}, secrets: [], missing: [] })
    const recorded = await recordRun(ctx, runnable, { args: { name: 'Ada' } }, unseal)
    return findDeclaredSkill(recorded, child.skillName)
  }

  await expect(find([setOf(parent.skillName)])).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining(`cannot use ${setOf(child.skillName)}`),
  })
  for (const allowed of [[], [parent.skillName, child.skillName].map(setOf)])
    expect(await find(allowed)).toMatchObject({ runnable: { name: child.skillName } })
})
