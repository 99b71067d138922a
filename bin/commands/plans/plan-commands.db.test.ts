// Plans in a terminal: checking, starting, confirming, cancelling and resuming them, and what is refused.
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/db/core/prisma-client.ts'
import type { JsonObject } from '#lib/json/json.ts'
import type { PlanStep } from '#lib/plan-documents/document/plan-document.ts'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { contextFor, makeOrganisation, makePublisher, makeUser } from '#lib/testing/factories.ts'
import { bullets, makePlan, perform, runsOf, setUpPlans, slugs } from '#lib/testing/plan-setup.ts'
import { openTerminal } from '#lib/testing/terminal.ts'
import { createFile } from '#lib/vault/files/create-file.ts'
import { listFiles } from '#lib/vault/files/list-files.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'

const { cli, write } = openTerminal()
const note: PlanStep = { id: 'note', tool: 'vault.createFile', args: { path: 'Note.md', content: 'Hello.' } }
const noting = makePlan([note], { riskLevel: 'writes' })

let me: Awaited<ReturnType<typeof setUpPlans>>
beforeAll(async () => {
  me = await setUpPlans(({ parameters }) =>
    (parameters as JsonObject).name === 'bad' ? new Error('No.') : { message: 'Good.' },
  )
})

/** Returns the output of `plan` as this person, and whether it succeeded. */
const plan = (...args: string[]) => cli('plan', ...args, '--email', me.user.email)
const greet = (id: string, name: string, more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  tool: me.skill,
  args: { name },
  ...more,
})

/** Starts a plan run for a worker to perform, and returns its id. */
async function start(document: unknown, ...more: string[]): Promise<string> {
  const { code, stdout, json } = await plan('run', write(document), '--yes', '--no-wait', '--json', ...more)
  expect(code, stdout).toBe(0)
  return json().id
}

/** Returns the vault with its journal, the workspace and the ledger, as stored in the database. */
async function everythingOfMine() {
  const where = { organisationId: me.user.organisation.id }
  const { vault, vaultFile, vaultContent, vaultOperation, vaultChange, workspace, ledgerLine } = database()
  return Promise.all([
    vault.findMany({ where }),
    vaultFile.findMany({ where, orderBy: { id: 'asc' } }),
    vaultContent.findMany({ where, orderBy: { etag: 'asc' } }),
    vaultOperation.findMany({ where, orderBy: { id: 'asc' } }),
    vaultChange.findMany({ where, orderBy: { seq: 'asc' } }),
    workspace.findMany({ where }),
    ledgerLine.findMany({ where: { account: where }, orderBy: { id: 'asc' } }),
  ])
}

const vaultPaths = async () => {
  const { db, viewer } = me.ctx
  const { items } = await listFiles({ db, organisationId: viewer!.organisationId }, { recursive: true })
  return items.map(({ path }) => path)
}

describe('plan check', () => {
  test('lists the actions of a valid plan in order, with its risk and price', async () => {
    const { code, stdout } = await plan('check', write(makePlan([bullets, slugs, greet('greet', 'x')])))

    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/1\. bullets: Read/)
    expect(stdout).toMatch(/2\. slugs: /)
    expect(stdout).toContain('risk read-only, price 0.05')
    expect(stdout).toMatch(/can run[.;]/)
  })

  test('lists the problems of an invalid plan with their lines, and starts nothing', async () => {
    const file = write(JSON.stringify(makePlan([{ ...bullets, args: { text: null } }]), null, 2))

    const shown = await plan('check', file)
    const asked = await plan('check', file, '--json')

    expect([shown.code, asked.code]).toEqual([1, 1])
    expect(shown.stdout).toMatch(/\.json:\d+ .*error/)
    expect(shown.stdout).toContain('cannot run: 1 error.')
    expect(asked.json()).toMatchObject({
      file,
      ok: false,
      issues: [{ severity: 'error', path: '/steps/0/args/text', step_id: 'bullets' }],
      risk_level: 'read-only',
      order: [['bullets']],
    })
  })
})

describe('plan run', () => {
  test('waits for confirmation, explains how to give it, and continues afterwards', async () => {
    const waiting = await plan('run', write(noting))
    const [id = ''] = /plan_[\w-]+/.exec(waiting.stdout) ?? []

    expect(waiting).toMatchObject({ code: 1, stderr: '' })
    expect(waiting.stdout).toContain(`waiting for confirmation of note: guildhall plan confirm ${id}`)
    expect((await plan('confirm', id, '--json')).json()).toMatchObject({ state: 'queued' })
    await perform(me.ctx, id)
    const done = await plan('status', id)
    expect(done.code).toBe(0)
    expect(done.stdout).toContain(`${id}  succeeded`)
    expect(done.stdout).toMatch(/ok +note: Create “?Note\.md/)
    expect(await vaultPaths()).toContain('Note.md')
    expect(await plan('confirm', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('CONFLICT') })
  })

  test('starts immediately with --yes, and shows the cost and the result', async () => {
    const id = await start(
      makePlan([bullets, greet('greet', 'x')], { outputs: { greeting: '$steps.greet.message' } }),
    )
    await perform(me.ctx, id)

    const { stdout } = await plan('status', id)

    expect(stdout).toContain('It cost 0.05 USDC.')
    expect(stdout).toContain('"greeting": "Good."')
  })

  test('takes the name of a saved plan, even where a folder has the same name', async () => {
    for (const title of ['Lib', 'My bullets']) {
      const { slug } = await createPlan(me.ctx, { title, text: JSON.stringify(makePlan([bullets])) })

      const { code, stdout, json } = await plan('run', slug, '--yes', '--no-wait', '--json')

      expect(code, stdout).toBe(0)
      expect(json()).toMatchObject({ state: 'queued', savedPlanId: expect.any(String) })
    }
  })

  test('with --dry-run goes through every built-in tool that changes something, and changes nothing', async () => {
    const vault = openVaultToWrite(me.ctx)
    for (const path of ['Keep.md', 'Old.md']) await createFile(vault, { path, content: 'one' })
    const before = await everythingOfMine()
    const steps = Object.entries<[tool: string, args: JsonObject]>({
      folder: ['vault.ensureFolder', { path: 'New/Deep' }],
      create: ['vault.createFile', { path: 'New/Never.md', content: 'x' }],
      write: ['vault.writeFile', { path: 'Keep.md', content: 'two' }],
      append: ['vault.writeFile', { path: 'Keep.md', content: '+', mode: 'append' }],
      patch: [
        'vault.patchFile',
        { path: 'Keep.md', patch: { replaceRange: { start: 0, end: 1, text: 'Z' } } },
      ],
      rename: ['vault.rename', { fromPath: 'Keep.md', toPath: 'Moved.md' }],
      delete: ['vault.delete', { path: 'Old.md', trash: false }],
      open: ['workspace.openFile', { path: 'Keep.md' }],
      command: ['commands.run', { id: 'guildhall:toggle-theme' }],
    }).map(([id, [tool, args]]): PlanStep => ({ id, tool, args }))

    const id = await start(makePlan(steps, { riskLevel: 'commands' }), '--dry-run')
    await perform(me.ctx, id)

    const { stdout } = await plan('status', id)
    expect(stdout).toContain(`${id}  succeeded (dry run)`)
    for (const step of steps) expect(stdout).toMatch(new RegExp(`ok +${step.id}: `))
    expect(await everythingOfMine()).toEqual(before)
    expect(await runsOf(id)).toHaveLength(steps.length)
  })

  test('spends at most --max-price', async () => {
    const two = write(makePlan([greet('a', 'x'), greet('b', 'y')]))
    const within = (amount: string) => plan('run', two, '--yes', '--no-wait', '--json', '--max-price', amount)

    expect((await within('0.09')).json().error.code).toBe('PAYMENT_REQUIRED')
    expect((await within('a lot')).json().error).toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ path: '/max_price' }],
    })
    expect((await within('0.1')).json()).toMatchObject({ state: 'queued' })
  })
})

describe('for an organisation that is shared', () => {
  const shared = async () => {
    const organisation = await makeOrganisation({ owner: me.user })
    const ctx = await contextFor(me.user, { organisation })
    const { handle } = await makePublisher({ owner: me.user, organisation })
    return { organisation, ctx, handle }
  }

  test('a saved plan runs in its vault, whether it is named by name, handle or id', async () => {
    const { organisation, ctx, handle } = await shared()
    const { slug } = await createPlan(ctx, { title: 'Ours', text: JSON.stringify(noting) })

    for (const org of [organisation.name, handle, organisation.id]) {
      const { code, stdout, json } = await plan('run', slug, '--org', org, '--yes', '--no-wait', '--json')
      expect(code, stdout).toBe(0)
      const row = await database().planRun.findUnique({ where: { id: json().id } })
      expect(row).toMatchObject({ organisationId: organisation.id })
      // The plan run records its owner, so the option is not needed again.
      expect((await plan('status', json().id)).code).toBe(0)
    }
    expect((await plan('run', slug, '--json')).json().error).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a check uses its tools and prices', async () => {
    const { organisation } = await shared()
    const file = write(makePlan([bullets]))
    expect((await plan('check', file, '--org', organisation.name)).stdout).toContain('can run')
  })

  test('a user who is not a member cannot act for it, and nothing is started', async () => {
    const { organisation, handle } = await shared()
    const { email } = await makeUser()

    for (const org of [organisation.name, handle, organisation.id, 'nobody’s'])
      for (const verbAndFlags of [['check'], ['run', '--yes']]) {
        const [verb = '', ...rest] = verbAndFlags
        const { code, json } = await cli(
          ...['plan', verb, write(noting), ...rest],
          ...['--email', email, '--org', org, '--json'],
        )
        expect({ code, error: json().error }, org).toMatchObject({
          code: 1,
          error: { code: 'NOT_FOUND', message: expect.stringContaining('is not a member') },
        })
      }
    expect(await database().planRun.count({ where: { organisationId: organisation.id } })).toBe(0)
  })
})

describe('plan cancel and plan resume', () => {
  test('a plan that was ended is gone on with', async () => {
    const id = await start(makePlan([greet('a', 'x')]))

    const ended = await plan('cancel', id, '--json')
    const resumed = await plan('resume', id, '--no-wait', '--json')

    expect(ended).toMatchObject({ code: 0 })
    expect(ended.json()).toMatchObject({ id, state: 'cancelled', canResume: true })
    // The new plan run waits, because its remaining steps are not approved yet.
    expect(resumed).toMatchObject({ code: 1 })
    expect(resumed.json()).toMatchObject({ state: 'waiting', resumedFromId: id })
  })

  test('a failed one continues with other arguments, without repeating or charging finished work', async () => {
    const id = await start(makePlan([greet('a', 'x'), greet('b', 'bad', { dependsOn: ['a'] })]))
    await perform(me.ctx, id)
    const failed = await plan('status', id)
    expect(failed.stdout).toMatch(/error +b: No\./)
    expect(failed.stdout).toContain(`guildhall plan resume ${id} [--edit FILE], with {"b": {…}}`)
    const resume = (edits: unknown, ...more: string[]) =>
      plan('resume', id, '--yes', '--no-wait', '--json', '--edit', write(edits), ...more)

    expect((await resume({ a: { name: 'y' } })).json().error.details[0].path).toBe('/edited_args/a')
    expect((await resume('{')).json().error.code).toBe('INVALID_INPUT')
    expect((await resume({ b: { name: 'y' } }, '--max-price', '0.01')).json().error.code).toBe(
      'PAYMENT_REQUIRED',
    )
    const { json } = await resume({ b: { name: 'y' } }, '--max-price', '0.05')
    await perform(me.ctx, json().id)

    const done = await plan('status', json().id)
    expect(done.stdout).toContain('ok        a (done before)')
    expect(done.stdout).toContain('It cost 0.05 USDC.')
    expect(await runsOf(json().id)).toHaveLength(1)
    expect((await resume({})).json().error).toMatchObject({ code: 'CONFLICT' })
  })
})

describe('refusals', () => {
  const NOBODYS = 'plan_0190a000-0000-7000-8000-000000000000'

  // biome-ignore format: table
  test.each<[string, () => string[], string]>([
    ['an unknown plan',       () => ['run', 'no-such-plan'], 'NOT_FOUND'],
    ['a missing file',       () => ['run', 'no/such.json'], 'NOT_FOUND'],
    ['a file that is not JSON',         () => ['run', write('{')], 'INVALID_INPUT'],
    ['an invalid plan',                () => ['run', write([])], 'INVALID_INPUT'],
    ['a plan that cannot run',         () => ['run', write(makePlan([{ ...bullets, tool: 'no.such.tool' }])), '--yes'], 'INVALID_INPUT'],
    ['a file that is not JSON',         () => ['check', write('{')], 'INVALID_INPUT'],
    ['a missing file',       () => ['check', 'no/such.json'], 'NOT_FOUND'],
    ['numbers that would lose digits', () => ['check', write('{"version": 12345678901234567890}')], 'INVALID_INPUT'],
    ['an unknown plan run',  () => ['status', NOBODYS], 'NOT_FOUND'],
    ['an invalid id',                  () => ['confirm', 'x'], 'NOT_FOUND'],
    ['an unknown plan run',  () => ['cancel', NOBODYS], 'NOT_FOUND'],
    ['an unknown plan run',  () => ['resume', NOBODYS], 'NOT_FOUND'],
  ])('%s: %s', async (_what, makeArgs, code) => {
    const asked = await plan(...makeArgs(), '--json')

    expect(asked, asked.stdout).toMatchObject({ code: 1 })
    expect(asked.json().error, asked.stdout).toMatchObject({ code })
  })

  test('a plan run of another organisation, whatever is asked of it', async () => {
    const id = await start(makePlan([bullets]))
    const { email } = await makeUser()

    for (const verb of ['status', 'confirm', 'cancel', 'resume'])
      expect((await cli('plan', verb, id, '--email', email, '--json')).json().error, verb).toMatchObject({
        code: 'NOT_FOUND',
      })
    expect((await plan('status', id, '--json')).json()).toMatchObject({ state: 'queued' })
  })

  test('a saved plan of another organisation', async () => {
    const { slug } = await createPlan(me.ctx, {
      title: 'Ours alone',
      text: JSON.stringify(makePlan([bullets])),
    })
    const { email } = await makeUser()

    const { code, json } = await cli('plan', 'run', slug, '--email', email, '--json')

    expect({ code, error: json().error }).toMatchObject({ code: 1, error: { code: 'NOT_FOUND' } })
  })

  test.each([
    [['check']],
    [['run']],
    [['run', 'one', 'two']],
    [['status', 'plan_x', '--yes']],
    [['resume', 'plan_x', '--edit']],
    [['cancel']],
  ])('%j, which is not valid usage: exit code 2', async (args) => {
    expect(await cli('plan', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--help'),
    })
  })
})
