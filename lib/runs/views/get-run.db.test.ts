import { describe, expect, test } from 'vitest'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { compareRuns } from './compare-runs.ts'
import { findRerunSource, findShownRun } from './find-own-run.ts'
import { getRun, getRunPage } from './get-run.ts'
import { listRuns, parseRunQuery } from './list-runs.ts'
import { revokeShare } from './share-run.ts'

describe('a run', () => {
  test('a run is visible to members of its organisation, whichever organisation they work in, and to no one else', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const { id } = await makeEndedRun(await contextFor(owner, { organisation }))

    expect((await getRun(await contextFor(member), id)).id).toBe(id)
    await expect(getRun(await contextFor(stranger), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getRun(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a run is not found by an id that no column can store', async () => {
    const { ctx } = await makeCaller()

    await expect(getRun(ctx, 'run_\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeShare(ctx, '\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const query of [{ skill: '\0' }, { from: '0000-01-01' }, { to: '0000-01-01' }])
      expect((await listRuns(ctx, parseRunQuery(query))).runs).toEqual([])
  })

  test('a run has a page with its contract, its author and its origin', async () => {
    const { ctx, user } = await makeCaller()
    const first = await makeEndedRun(ctx)
    const second = await makeEndedRun(ctx, first.skillName, first.id)

    const page = await getRunPage(ctx, second.id)

    expect(page.before).toEqual({ id: first.id, input: { name: 'Ada' }, output: { message: 'Hello.' } })
    expect(page).toMatchObject({
      userName: user.name,
      channel: 'form',
      rerunOfId: first.id,
      canManage: true,
      shares: [],
    })
    expect(page.skill).toMatchObject({ title: 'Greet a person', response: { required: ['message'] } })
  })

  test('a run cannot claim to be edited from another person’s run', async () => {
    const [{ ctx }, other] = [await makeCaller(), await makeCaller()]
    const theirs = await makeEndedRun(other.ctx)

    const mine = await makeEndedRun(ctx, undefined, theirs.id)

    expect(await getRunPage(ctx, mine.id)).toMatchObject({ rerunOfId: null, before: null })
  })

  test('a run is compared with a run of the same skill that its reader may see, and with no other', async () => {
    const [{ ctx }, other] = [await makeCaller(), await makeCaller()]
    const [first, another, theirs] = [
      await makeEndedRun(ctx),
      await makeEndedRun(ctx),
      await makeEndedRun(other.ctx),
    ]

    expect(await findRerunSource(ctx, first.id, first.skillName)).toMatchObject({ id: first.id })
    expect(await findRerunSource(ctx, another.id, first.skillName)).toBeNull()
    expect(await findRerunSource(ctx, theirs.id)).toBeNull()
    expect(await findRerunSource(visitor(), first.id)).toBeNull()
    expect(await findRerunSource(ctx, 'run_\0')).toBeNull()
    expect(await findShownRun(ctx, first.id, first.skillName)).toMatchObject({
      id: first.id,
      state: 'succeeded',
    })
    expect(await findShownRun(ctx, another.id, first.skillName)).toBeNull()
    expect(await findShownRun(ctx, theirs.id, theirs.skillName)).toBeNull()
    expect(await findShownRun(visitor(), first.id, first.skillName)).toBeNull()
  })

  test('a run is compared with any run that its reader may see, of another skill too', async () => {
    const [{ ctx }, other] = [await makeCaller(), await makeCaller()]
    const [one, another, theirs] = [
      await makeEndedRun(ctx),
      await makeEndedRun(ctx),
      await makeEndedRun(other.ctx),
    ]
    const sibling = await makeEndedRun(ctx, one.skillName)

    expect(await compareRuns(ctx, { before: one.id, after: another.id })).toMatchObject({
      before: { id: one.id, title: 'name Ada', output: { message: 'Hello.' } },
      after: { id: another.id, skillName: another.skillName },
    })
    expect(await compareRuns(ctx, { before: another.id, after: one.id })).toMatchObject({
      before: { id: one.id },
      after: { id: another.id },
    })
    expect(await compareRuns(ctx, { before: one.id })).toMatchObject({
      after: null,
      others: [{ id: sibling.id }],
    })
    await expect(compareRuns(ctx, { before: one.id, after: theirs.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(compareRuns(ctx, { before: 'run_\0' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(compareRuns(visitor(), { before: one.id })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('a run is shown with the runs it was edited from and those edited from it, and with no others', async () => {
    const { ctx } = await makeCaller()
    const first = await makeEndedRun(ctx)
    const second = await makeEndedRun(ctx, first.skillName, first.id)
    const third = await makeEndedRun(ctx, first.skillName, second.id)
    const branch = await makeEndedRun(ctx, first.skillName, first.id)
    const alone = await makeEndedRun(ctx, first.skillName)

    const { reruns } = await getRunPage(ctx, third.id)

    expect(reruns.map(({ id, depth }) => [id, depth])).toEqual([
      [first.id, 0],
      [second.id, 1],
      [third.id, 2],
      [branch.id, 1],
    ])
    expect((await getRunPage(ctx, first.id)).reruns).toHaveLength(4)
    expect((await getRunPage(ctx, alone.id)).reruns).toEqual([])
  })

  test('a run with a very large output is compared by its input only', async () => {
    const user = await makeUser()
    const ctx = await contextFor(user, { sandbox: returns({ message: 'a'.repeat(300_000) }) })
    const first = await makeEndedRun(ctx)

    expect(await findRerunSource(ctx, first.id)).toEqual({
      id: first.id,
      input: { name: 'Ada' },
      isLarge: true,
    })
  })
})
