import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, freshName, makeAdmin, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { makeChatDocument, SECRET } from '../../testing/setup/catalog/test-settings.ts'
import { makeTwoCompanies } from '../../testing/setup/catalog/transfer.ts'
import { getTestSettings, saveTestSettings, shareTestSettings } from '../drafts/test-settings.ts'
import { restrict } from '../review/decide/restrict.ts'
import { renameSlug } from './rename.ts'
import { acceptTransfer, cancelTransfer, offerTransfer } from './transfer.ts'
import { getTransfer } from './transfer-view.ts'

const db = database()

describe('an accepted SkillSet', () => {
  test('gets a name under the receiver’s handle, and keeps the old one', async () => {
    const { giver, taker, version, skillSetId, skillName } = await makeTwoCompanies()
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    const name = `${taker.publisher.handle}.${version.skillSet.slug}.greet`
    const caller = await contextFor(await makeUser())
    for (const called of [skillName, name])
      expect(await runToEnd(caller, { skill: { name: called }, args: { name: 'Ada' } })).toMatchObject({
        skillName: name,
      })
  })

  test('takes details of failures that callers had shared away from the new owner', async () => {
    const { giver, taker, version, skillSetId } = await makeTwoCompanies()
    const caller = await contextFor(await makeUser())
    const run = await runToEnd(caller, { skill: { name: version.skillName }, args: { name: 'Ada' } })
    await db.run.update({ where: { id: run.id }, data: { state: 'failed', detailsSharedAt: new Date() } })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    expect(await db.run.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({ detailsSharedAt: null })
  })

  test('ends the former publisher’s proof of a repository that only this SkillSet trusted', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const { id: publisherId } = giver.publisher
    const repository = 'acme/tools'
    const trust = { repositoryId: '42', createdById: giver.owner.viewer!.userId, createdByName: 'A' }
    await db.trustedRepository.create({ data: { ...trust, skillSetId, repository } })
    await db.publisherProof.createMany({
      data: [
        { publisherId, method: 'github', subject: repository },
        { publisherId, method: 'dns', subject: 'acme.example' },
      ],
    })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    expect(await db.publisherProof.findMany({ where: { publisherId } })).toMatchObject([{ method: 'dns' }])
  })

  test('takes no recordings of examples along', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const recorded = { skillSlug: 'greet', inputDigest: 'digest', sealed: Buffer.of(1), keyId: 'key' }
    await db.exampleRecording.create({ data: { ...recorded, skillSetId, steps: 1, sizeBytes: 1 } })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    expect(await db.exampleRecording.count({ where: { skillSetId } })).toBe(0)
  })

  test('takes no draft along from before a program changed it', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const beforeProgram = { name: 'What the former owner has removed' }
    await db.draft.update({ where: { skillSetId }, data: { beforeProgram, beforeProgramAt: new Date() } })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    expect(await db.draft.findUniqueOrThrow({ where: { skillSetId } })).toMatchObject({
      beforeProgram: null,
      beforeProgramAt: null,
    })
  })

  test('takes no test settings along, and no permission for reviewers to use them', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    await db.draft.update({
      where: { skillSetId },
      data: { document: makeChatDocument() as unknown as Json & object },
    })
    const changes = { token: { kind: 'set', value: SECRET } }
    await saveTestSettings(giver.owner, { skillSetId, changes })
    await shareTestSettings(giver.owner, { skillSetId, forReviewers: true })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    await acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })

    expect(await db.testConfigValue.count({ where: { skillSetId } })).toBe(0)
    expect(await getTestSettings(taker.owner, skillSetId)).toMatchObject({ forReviewers: false })
    await expect(saveTestSettings(giver.owner, { skillSetId, changes })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('does not leave the suspension of its publisher', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const suspension = { publisherId: giver.publisher.id, kind: 'suspended', reason: 'A report.' }
    await restrict(await contextFor(await makeAdmin()), suspension)

    await expect(acceptTransfer(taker.owner, id, { handle })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await cancelTransfer(giver.owner, id)
    const again = offerTransfer(giver.owner, { skillSetId }, { to: handle })
    await expect(again).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('that was renamed since the offer keeps all its names', async () => {
    const { giver, taker, skillSetId, skillName } = await makeTwoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const slug = await renameSlug(giver.owner, { skillSetId, slug: freshName('set') })
    await acceptTransfer(taker.owner, id, { handle })

    const caller = await contextFor(await makeUser())
    for (const called of [skillName, `${giver.publisher.handle}.${slug}.greet`])
      expect(await runToEnd(caller, { skill: { name: called }, args: { name: 'Ada' } })).toMatchObject({
        skillName: `${handle}.${slug}.greet`,
      })
  })

  test.each([undefined, 'not_theirs'])('needs a handle of the receiver, not %j', async (handle) => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    const accepting = acceptTransfer(taker.owner, id, { handle })
    await expect(accepting).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/handle' }] },
    })
    expect(await getTransfer(taker.owner, id)).toMatchObject({ state: 'open', canAccept: true })
  })

  test('does not replace one of the receiver’s with the same slug', async () => {
    const { giver, taker, version, skillSetId } = await makeTwoCompanies()
    await makePublishedVersion({ publisher: taker.publisher, document: version.skillSet.document })
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: taker.publisher.handle })

    const accepting = acceptTransfer(taker.owner, id, { handle: taker.publisher.handle })
    await expect(accepting).rejects.toMatchObject({ code: 'CONFLICT' })
    const row = await db.skillSet.findUniqueOrThrow({ where: { id: skillSetId } })
    expect(row.publisherId).toBe(giver.publisher.id)
  })
})
