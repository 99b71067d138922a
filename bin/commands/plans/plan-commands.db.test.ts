// Plans in a terminal: checking, starting, confirming, cancelling and resuming them, and what is refused.
import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import type { PlanStep } from '#lib/plans/model/document/plan-document.ts'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { bullets, makePlan, perform, runsOf, slugs } from '#lib/testing/plan-setup.ts'
import { openPlanTerminal } from '#lib/testing/setup/plans/plan-terminal.ts'
import { createFile } from '#lib/vault/files/create-file.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'
import { watchWhileRunning } from './plan-run-commands.ts'

const terminal = openPlanTerminal()
const { plan, write, greet, vaultPaths, start, everythingOfMine } = terminal

const note: PlanStep = { id: 'note', tool: 'vault.createFile', args: { path: 'Note.md', content: 'Hello.' } }
const noting = makePlan([note], { riskLevel: 'writes' })

test('plan check lists the actions of a valid plan in order, with its risk and price', async () => {
  const { code, stdout } = await plan('check', write(makePlan([bullets, slugs, greet('greet', 'x')])))

  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/1\. bullets: Read/)
  expect(stdout).toMatch(/2\. slugs: /)
  expect(stdout).toContain('risk read-only, price 0.05')
  expect(stdout).toMatch(/can run[.;]/)
})

test('plan check lists the problems of an invalid plan with their lines, and starts nothing', async () => {
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

test('plan run waits for confirmation, explains how to give it, and continues afterwards', async () => {
  const waiting = await plan('run', write(noting))
  const [id = ''] = /plan_[\w-]+/.exec(waiting.stdout) ?? []

  expect(waiting).toMatchObject({ code: 1, stderr: '' })
  expect(waiting.stdout).toContain(`waiting for confirmation of note: guildhall plan confirm ${id}`)
  expect((await plan('confirm', id, '--json')).json()).toMatchObject({ state: 'queued' })
  await perform(terminal.me.ctx, id)
  const done = await plan('status', id)
  expect(done.code).toBe(0)
  expect(done.stdout).toContain(`${id}  succeeded`)
  expect(done.stdout).toMatch(/ok +note: Create “?Note\.md/)
  expect(await vaultPaths()).toContain('Note.md')
  expect(await plan('confirm', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('CONFLICT') })
})

test('plan run stops watching at a step that waits for approval, and names the page for it', async () => {
  const gated = makePlan([bullets, { ...slugs, approval: {} }])
  const { planRun } = await startPlanRun(terminal.me.ctx, { plan: gated, confirmed: true })
  await perform(terminal.me.ctx, planRun.id)

  expect(await watchWhileRunning(terminal.me.ctx, planRun)).toMatchObject({ state: 'waiting' })
  expect((await plan('status', planRun.id)).stdout).toMatch(
    new RegExp(`Waiting for approval of step slugs: http.*/plans/runs/${planRun.id}`),
  )
})

test('plan run starts immediately with --yes, and shows the cost and the result', async () => {
  const id = await start(
    makePlan([bullets, greet('greet', 'x')], { outputs: { greeting: '$steps.greet.message' } }),
  )
  await perform(terminal.me.ctx, id)

  const { stdout } = await plan('status', id)

  expect(stdout).toContain('It cost 0.05 USDC.')
  expect(stdout).toContain('"greeting": "Good."')
})

test('plan run takes the name of a saved plan, even where a folder has the same name', async () => {
  for (const title of ['Lib', 'My bullets']) {
    const { slug } = await createPlan(terminal.me.ctx, { title, text: JSON.stringify(makePlan([bullets])) })

    const { code, stdout, json } = await plan('run', slug, '--yes', '--no-wait', '--json')

    expect(code, stdout).toBe(0)
    expect(json()).toMatchObject({ state: 'queued', saved_plan: expect.any(String) })
  }
})

test('plan run with --dry-run goes through every built-in tool that changes something, and changes nothing', async () => {
  const vault = openVaultToWrite(terminal.me.ctx)
  for (const path of ['Keep.md', 'Old.md']) await createFile(vault, { path, content: 'one' })
  const before = await everythingOfMine()
  const steps = Object.entries<[tool: string, args: JsonObject]>({
    folder: ['vault.ensureFolder', { path: 'New/Deep' }],
    create: ['vault.createFile', { path: 'New/Never.md', content: 'x' }],
    write: ['vault.writeFile', { path: 'Keep.md', content: 'two' }],
    append: ['vault.writeFile', { path: 'Keep.md', content: '+', mode: 'append' }],
    patch: ['vault.patchFile', { path: 'Keep.md', patch: { replaceRange: { start: 0, end: 1, text: 'Z' } } }],
    rename: ['vault.rename', { fromPath: 'Keep.md', toPath: 'Moved.md' }],
    delete: ['vault.delete', { path: 'Old.md', trash: false }],
    open: ['workspace.openFile', { path: 'Keep.md' }],
    command: ['commands.run', { id: 'guildhall:toggle-theme' }],
  }).map(([id, [tool, args]]): PlanStep => ({ id, tool, args }))

  const id = await start(makePlan(steps, { riskLevel: 'commands' }), '--dry-run')
  await perform(terminal.me.ctx, id)

  const { stdout } = await plan('status', id)
  expect(stdout).toContain(`${id}  succeeded (dry run)`)
  for (const step of steps) expect(stdout).toMatch(new RegExp(`ok +${step.id}: `))
  expect(await everythingOfMine()).toEqual(before)
  expect(await runsOf(id)).toHaveLength(steps.length)
})

test('plan run spends at most --max-price', async () => {
  const two = write(makePlan([greet('a', 'x'), greet('b', 'y')]))
  const within = (amount: string) => plan('run', two, '--yes', '--no-wait', '--json', '--max-price', amount)

  expect((await within('0.09')).json().error.code).toBe('PAYMENT_REQUIRED')
  expect((await within('a lot')).json().error).toMatchObject({
    code: 'INVALID_INPUT',
    details: [{ path: '/max_price' }],
  })
  expect((await within('0.1')).json()).toMatchObject({ state: 'queued' })
})
