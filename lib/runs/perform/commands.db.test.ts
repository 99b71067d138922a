// Tests the palette's commands as tools: those of the site and buttons of installed skills run with their caller's
// rights.
import { describe, expect, test } from 'vitest'
import { insertInstall } from '../../installs/rows/installs.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { runToEnd } from '../start/start-run.ts'
import { getRunPage } from '../views/get-run.ts'

const BUTTONS = [
  { label: 'Greet Ada', payload: '{"name":"Ada"}' },
  { label: 'Greet Ada', payload: '{"name":"Ada L."}' },
  { label: 'Track', payload: 'TRACK' },
  // This is one character that normalisation expands to eighteen.
  { label: 'ﷺ'.repeat(50), payload: '{}' },
]

async function setUp(pricing?: { model: 'per_job'; amount: string; currency: 'USDC' }) {
  const skill = makeSkillDocument({ name: 'Greeter', buttons: BUTTONS, ...(pricing && { pricing }) })
  const {
    id: versionId,
    skillSet,
    skillName,
  } = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [skill] }),
  })
  const user = await makeUser()
  await insertInstall(database(), {
    organisationId: user.organisation.id,
    skillSetId: skillSet.id,
    versionId,
    installedById: user.id,
  })
  const ctx = await contextFor(user, { sandbox: returns({ message: 'Hello.' }) })
  return {
    user,
    ctx,
    skillName,
    call: (name: string, args: Json) => runToEnd(ctx, { skill: { name }, args }),
  }
}

const idsOf = (output: Json | undefined) =>
  ((output as JsonObject).commands as { id: string }[]).map(({ id }) => id)

describe('commands.list', () => {
  test('commands.list lists the site’s own commands and the buttons of installed SkillSets, with their owners', async () => {
    const { call, skillName } = await setUp()

    const { output } = await call('commands.list', {})

    expect(idsOf(output)).toEqual(
      expect.arrayContaining([
        'guildhall:toggle-theme',
        'guildhall:open-file',
        'guildhall:open-runs',
        'guildhall:open-wallet',
        `${skillName}:greet-ada`,
      ]),
    )
    expect(idsOf(output)).not.toContain('guildhall:open-review')
    expect(await call('commands.list', { prefix: `${skillName}:` })).toMatchObject({
      output: {
        commands: [
          {
            id: `${skillName}:greet-ada`,
            name: 'Greeter: Greet Ada',
            ownerHint: skillName,
            ownerType: 'community',
            confidence: 'high',
          },
          { id: `${skillName}:greet-ada-2` },
          { id: `${skillName}:track`, confidence: 'low' },
          { id: expect.stringMatching(/^.{1,300}$/) },
        ],
        truncated: false,
      },
    })
    expect((await call('commands.list', { query: 'THEME toggle', limit: 1 })).output).toMatchObject({
      commands: [{ id: 'guildhall:toggle-theme', ownerHint: 'guildhall', ownerType: 'core' }],
    })
    expect((await call('commands.list', { limit: 1 })).output).toMatchObject({ truncated: true })
  })

  test('commands.list does not show commands installed by other organisations', async () => {
    const { skillName } = await setUp()
    const ctx = await contextFor(await makeUser())

    const { output } = await runToEnd(ctx, { skill: { name: 'commands.list' }, args: {} })

    expect(idsOf(output).filter((id) => id.startsWith(skillName))).toEqual([])
  })
})

describe('commands.run', () => {
  test('commands.run runs a button’s skill as a child run of the command', async () => {
    const { call, ctx, skillName } = await setUp()
    const id = `${skillName}:greet-ada-2`

    const run = await call('commands.run', { id })

    expect(run).toMatchObject({ state: 'succeeded', output: { id, executed: true } })
    const { children } = await getRunPage(ctx, run.id)
    expect(children).toMatchObject([{ skillName, state: 'succeeded' }])
    expect((await getRunPage(ctx, children[0]!.id)).run.input).toEqual({ name: 'Ada L.' })
  })

  test('commands.run pays for the skill that it runs', async () => {
    const { call, user, skillName } = await setUp({ model: 'per_job', amount: '0.05', currency: 'USDC' })
    const id = `${skillName}:greet-ada`

    await expect(call('commands.run', { id })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    await fundWallet(user.organisation.id, '1')
    expect(await call('commands.run', { id })).toMatchObject({ output: { executed: true } })

    expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 950_000n, hold: 0n })
    await call(skillName, { name: 'Ada' })
    expect(await call('commands.run', { id: 'guildhall:run-last-again' })).toMatchObject({
      output: { executed: true },
    })
    expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 850_000n, hold: 0n })
  })

  test('commands.run gives the reason if it did nothing: no page is open, the button is for agents, or there is no earlier run', async () => {
    const { call, skillName } = await setUp()
    const refusalReason = async (id: string) => {
      const { output } = await call('commands.run', { id })
      expect(output).toMatchObject({ id, executed: false })
      return (output as JsonObject).errorMessage
    }

    expect(await refusalReason('guildhall:toggle-theme')).toContain('needs an open page')
    expect(await refusalReason('guildhall:open-file')).toContain('needs an open page')
    expect(await refusalReason(`${skillName}:track`)).toContain('“TRACK”')
    expect(await refusalReason('guildhall:run-last-again')).toContain('no earlier run')
  })

  test('the command that repeats the last run never repeats itself', async () => {
    const { call, ctx, skillName } = await setUp()
    await call(skillName, { name: 'Grace' })
    await call('commands.run', { id: 'guildhall:run-last-again' })

    const { id } = await call('commands.run', { id: 'guildhall:run-last-again' })

    const { children } = await getRunPage(ctx, id)
    expect(children).toMatchObject([{ skillName }])
  })

  test('the command that makes a note uses the vault’s own tools', async () => {
    const { call, ctx } = await setUp()

    const run = await call('commands.run', { id: 'guildhall:new-note' })

    expect(run.output).toMatchObject({ executed: true })
    const { children } = await getRunPage(ctx, run.id)
    expect(children.map(({ skillName }) => skillName)).toEqual(['vault.createFile', 'workspace.openFile'])
  })

  test('commands.run does nothing in a dry run, and rejects unknown ids', async () => {
    const { call, ctx, skillName } = await setUp()

    const run = await call('commands.run', { id: `${skillName}:greet-ada`, dryRun: true })
    expect(run).toMatchObject({ output: { executed: false }, dryRun: true, terms: 'dry_run' })
    expect((await getRunPage(ctx, run.id)).children).toEqual([])
    expect(await call('commands.run', { id: 'guildhall:open-review' })).toMatchObject({
      state: 'failed',
      error: { code: 'NOT_FOUND' },
      toolResult: { status: 'error', ok: false, error: { code: 'NOT_FOUND' } },
    })
  })

  test('commands.run is refused for a key that may not write', async () => {
    const { ctx } = await setUp()
    const args = { id: 'guildhall:toggle-theme' }
    const withKey = (scopes: ('read' | 'run' | 'write')[]) =>
      runToEnd(
        { ...ctx, keyId: 'key_1', keyGrant: { scopes, skillSets: [], dailyCapMicros: null } },
        { skill: { name: 'commands.run' }, args },
      )

    await expect(withKey(['read', 'run'])).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(withKey(['write'])).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await withKey(['run', 'write'])).toMatchObject({ state: 'succeeded' })
  })
})
