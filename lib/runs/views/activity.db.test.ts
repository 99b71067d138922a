// Tests what admins see of tools and vaults on the whole site, and its filters: person, tool, channel and time.
import { expect, test } from 'vitest'
import { parseActivityQuery } from '../../audit/audit-query.ts'
import { listActivity } from '../../audit/list-activity.ts'
import { contextFor, freshName, makeAdmin, makeUser, visitor } from '../../testing/factories.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { makeCaller, makeEndedRun, publishSkill } from '../../testing/run-setup.ts'
import { runToEnd } from '../start/start-run.ts'

const tools = ['vault.createFile', 'util.slugifyTitle']

async function setUp() {
  const user = await makeUser({ name: freshName('Ada') })
  const ctx = await contextFor(user)
  await runToEnd(ctx, { skill: { name: 'util.slugifyTitle' }, args: { title: 'A' } })
  await runToEnd(
    { ...ctx, channel: 'rpc' },
    { skill: { name: 'vault.createFile' }, args: { path: 'Notes/Secret.md', content: 'hush' } },
  )
  const admin = await contextFor(await makeAdmin())
  const look = (asked: string, after?: string) =>
    listActivity(admin, parseActivityQuery(new URLSearchParams(`${asked}&kind=tools&person=${user.name}`)), {
      tools,
      after,
    })
  return { user, ctx, look }
}

test('an admin sees calls and writes, by person, tool, channel and day', async () => {
  const { user, look } = await setUp()

  expect((await look('')).lines.map(({ what }) => what)).toEqual(['vault.createFile', 'util.slugifyTitle'])
  expect((await look('what=slugify')).lines).toMatchObject([
    { what: 'util.slugifyTitle', state: 'succeeded', person: user.name },
  ])
  expect((await look('channel=rpc')).lines).toMatchObject([{ what: 'vault.createFile', channel: 'rpc' }])
  // Links of earlier versions use this parameter.
  expect((await look('door=rpc')).lines).toHaveLength(1)
  expect((await look('to=2020-01-01')).lines).toEqual([])
  expect((await look(`organisation=${user.organisation.name}&from=2020-01-01`)).lines).toHaveLength(2)
  expect((await look('organisation=nobody-at-all')).lines).toEqual([])
  const vault = await look('kind=vault&what=notes/')
  expect(vault.lines).toMatchObject([
    { what: expect.stringContaining('Notes'), channel: 'rpc', person: user.name },
  ])
  expect(JSON.stringify(vault)).not.toContain('hush')
  expect((await look('kind=plans')).lines).toEqual([])
})

test('the next page of the activity starts after the last row', async () => {
  const { look } = await setUp()
  const [first, second] = (await look('')).lines

  expect((await look('', first!.id)).lines).toEqual([second])
})

test('the activity is for admins only', async () => {
  const { ctx } = await setUp()
  const ask = (caller: typeof ctx) =>
    listActivity(caller, parseActivityQuery(new URLSearchParams()), { tools })

  await expect(ask(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(ask(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('an admin finds runs of skills by skill, person, status and ID, with what they cost and without their contents', async () => {
  const { ctx } = await makeCaller()
  await fundWallet(ctx.viewer!.organisationId, '1')
  const { skillName } = await publishSkill(
    {},
    { pricing: { model: 'per_job', amount: '0.02', currency: 'USDC' } },
  )
  const run = await makeEndedRun(ctx, skillName)
  const admin = await contextFor(await makeAdmin())
  const find = async (search: string) =>
    (await listActivity(admin, parseActivityQuery(new URLSearchParams(search)), { tools })).lines

  const found = [
    expect.objectContaining({ runId: run.id, what: skillName, charged: '0.02', isRefunded: false }),
  ]
  expect(await find(`what=${run.id}`)).toEqual(found)
  expect(await find(`what=${skillName}&state=succeeded&person=${ctx.viewer!.email}`)).toEqual(found)
  expect(await find(`what=${skillName}&state=failed`)).toEqual([])
  expect(JSON.stringify(await find(`what=${run.id}`))).not.toContain('Ada')
  expect(await find('what=run_none')).toEqual([])
})
