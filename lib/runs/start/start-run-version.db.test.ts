// Tests which version a run without a range gets.
import { describe, expect, test } from 'vitest'
import { insertInstall } from '../../installs/rows/installs.ts'
import { makePublishedVersion, makeSkillDocument } from '../../testing/factories.ts'
import { makeCaller, publishSkill } from '../../testing/run-setup.ts'
import { runToEnd } from './start-run.ts'

const ADA = { name: 'Ada' }

describe('the version that runs', () => {
  async function twoVersions() {
    const first = await publishSkill()
    const document = { ...first.skillSet.document, version: '1.1.0' }
    const second = await makePublishedVersion({ skillSet: first.skillSet, document })
    return { first, second, skillName: first.skillName }
  }

  test('a run without a requested version uses the latest', async () => {
    const { ctx } = await makeCaller()
    const { skillName } = await twoVersions()

    expect((await runToEnd(ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.1.0')
  })

  test('a run uses the installed version, for that organisation only', async () => {
    const [{ ctx, user }, other] = [await makeCaller(), await makeCaller()]
    const { skillName, first } = await twoVersions()
    const installKey = { organisationId: user.organisation.id, skillSetId: first.skillSetId }
    await insertInstall(ctx.db, { ...installKey, versionId: first.id, installedById: user.id })

    expect((await runToEnd(ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.0.0')
    expect((await runToEnd(other.ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.1.0')
  })

  test('a requested version comes before the installed and the latest one', async () => {
    const { ctx } = await makeCaller()
    const { skillName } = await twoVersions()

    const run = await runToEnd(ctx, { skill: { name: skillName, version: '1.0.0' }, args: ADA })

    expect(run.versionNumber).toBe('1.0.0')
  })

  test('a run uses an older version when the latest no longer has the skill', async () => {
    const { ctx } = await makeCaller()
    const { first, skillName } = await twoVersions()
    const skills = [makeSkillDocument({ slug: 'something_else' })]
    await makePublishedVersion({
      skillSet: first.skillSet,
      document: { ...first.skillSet.document, version: '2.0.0', skills },
    })

    expect((await runToEnd(ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.1.0')
  })
})
