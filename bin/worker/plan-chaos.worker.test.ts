// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
/*
 * Plans are performed while the processes that work on them are killed at any moment: workers, the sandbox, the site
 * that starts them. Afterwards every plan has ended, no call was made twice, and vault and ledger match the record.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { sumLedger } from '#lib/money/rows/ledger.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { fundWallet, moneyOf } from '#lib/testing/fund-wallet.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const PLANS = Number(process.env.GUILDHALL_CHAOS_PLANS) || (process.env.GUILDHALL_LONG ? 300 : 6)
/** Ends the test if a plan never does; a busy machine may take this long. */
const PATIENCE_MS = 240_000 + PLANS * 4_000
const ORGANISATIONS = 4
const PRICE_MICROS = 10_000n
const PRICE = { model: 'per_job' as const, amount: '0.01', currency: 'USDC' as const }
const KILL_EVERY_MS = [400, 1_600] as const

/** Restarts each process as soon as it has been killed. */
class ProcessGroup {
  private readonly children = new Map<string, ChildProcess>()
  /** Names of the processes that are ready. */
  private readonly ready = new Set<string>()
  private isClosed = false
  kills: Record<string, number> = {}

  start(name: string, args: string[], env: NodeJS.ProcessEnv): void {
    const child = spawn(process.execPath, ['--disable-warning=DeprecationWarning', ...args], {
      cwd: PROJECT_ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.children.set(name, child)
    // The first output of a process means that it is ready.
    child.stdout?.once('data', () => this.ready.add(name)).resume()
    child.once('exit', (code) => {
      this.ready.delete(name)
      // A process that has ended normally is not restarted.
      if (!this.isClosed && code !== 0) this.start(name, args, env)
      else this.children.delete(name)
    })
  }

  /** Returns a ready process, if possible of a kind never killed before; never the only ready worker. */
  pick(): string | undefined {
    const workers = [...this.ready].filter((name) => name.startsWith('worker'))
    const names = [...this.ready].filter((name) => !name.startsWith('worker') || workers.length > 1)
    const rarest = Math.min(...names.map((name) => this.kills[kindOf(name)] ?? 0))
    const choice = rarest === 0 ? names.filter((name) => !this.kills[kindOf(name)]) : names
    return choice[Math.floor(Math.random() * choice.length)]
  }

  kill(name: string): void {
    this.ready.delete(name)
    if (!this.children.get(name)?.kill('SIGKILL')) return
    this.kills[kindOf(name)] = (this.kills[kindOf(name)] ?? 0) + 1
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(
      [...this.children.values()].map(async (child) => child.kill('SIGKILL') && once(child, 'exit')),
    )
  }
}

const kindOf = (name: string) => name.split(' ')[0] ?? name

const processes = new ProcessGroup()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-chaos-'))
afterAll(async () => {
  await processes.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function planOf(skill: string) {
  return {
    version: '1',
    goal: 'To survive.',
    riskLevel: 'writes',
    steps: [
      { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- One\n- Two\n- Three' } },
      { id: 'folder', tool: 'vault.ensureFolder', args: { path: 'RUN' } },
      {
        id: 'ask',
        tool: skill,
        args: { name: '$item.text' },
        foreach: { from: '$steps.bullets.items', itemName: 'x', concurrency: 2 },
      },
      {
        id: 'files',
        tool: 'vault.createFile',
        args: { path: 'RUN/${$index}.md', content: '${$item.message}' },
        foreach: { from: '$steps.ask', itemName: 'x', concurrency: 3 },
        dependsOn: ['folder'],
      },
      {
        id: 'report',
        tool: 'vault.createFile',
        args: { path: 'RUN/report.md', content: '${$steps.files[2].path}' },
      },
    ],
    outputs: { report: '$steps.report.path' },
  }
}

async function setUp() {
  const parameters = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const definition =
    'async function handler({ parameters }) { await new Promise((done) => setTimeout(done, 150)); return { message: parameters.name } }'
  const skill = makeSkillDocument({ pricing: PRICE, definition, parameters, examples: [] })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
  const users = await Promise.all(Array.from({ length: ORGANISATIONS }, () => makeUser()))
  for (const { organisation } of users) await fundWallet(organisation.id, '100')
  return { skillName, users, organisationIds: users.map(({ organisation }) => organisation.id) }
}

const isHere = (file: string) => fs.existsSync(file)

test(`${PLANS} plans end, whichever process dies: each call made once, each charge and each file accounted for`, {
  timeout: 3 * PATIENCE_MS,
}, async () => {
  const { skillName, users, organisationIds } = await setUp()
  const where = { organisationId: { in: organisationIds } }
  const socket = path.join(folder, 'sandbox.sock')
  const env = { ...process.env, GUILDHALL_SANDBOX_SOCKET: socket, GUILDHALL_DATA_DIR: folder }
  const order = { emails: users.map(({ email }) => email), total: PLANS, plan: planOf(skillName) }

  processes.start('sandboxd', ['sandboxd/main.ts'], env)
  await expect.poll(() => isHere(socket)).toBe(true)
  for (const name of ['worker 1', 'worker 2']) processes.start(name, ['bin/worker.ts'], env)
  processes.start('app', ['lib/testing/start-plans.ts', JSON.stringify(order)], env)
  const count = (states: ('succeeded' | 'failed' | 'cancelled')[]) =>
    database().planRun.count({ where: { ...where, state: { in: states } } })
  const countEnded = () => count(['succeeded', 'failed', 'cancelled'])
  await expect.poll(() => database().planRun.count({ where }), { timeout: 90_000 }).toBeGreaterThan(0)
  const [least, most] = KILL_EVERY_MS
  // A process is killed for every fourth plan, and the last fifth of the plans runs undisturbed.
  for (let killed = 0; killed < Math.max(3, PLANS / 4) && (await countEnded()) < PLANS * 0.8; ) {
    const name = processes.pick()
    if (name) processes.kill(name)
    if (name) killed += 1
    await sleep(least + Math.random() * (most - least))
  }
  await expect.poll(countEnded, { timeout: PATIENCE_MS, interval: 200 }).toBe(PLANS)

  const [succeeded, failed] = [await count(['succeeded']), await count(['failed'])]
  const failures = await database().planRun.findMany({
    where: { ...where, state: 'failed' },
    select: { error: true },
  })
  console.log(
    JSON.stringify({
      plans: PLANS,
      succeeded,
      failed,
      kills: processes.kills,
      why: failures.map(({ error }) => error),
    }),
  )
  const plans = await database().planRun.findMany({ where, include: { attempts: true } })
  const runs = await database().run.findMany({ where })
  const operations = await database().vaultOperation.findMany({ where })
  for (const { id, attempts, userId } of plans) {
    const results = attempts.map(({ result }) => result as { ok: boolean; tool: string })
    // Every attempt has a result, every run is an attempt's, and no call succeeded twice.
    expect(results).not.toContain(null)
    const ran = attempts.flatMap(({ runId }) => runId ?? [])
    expect(ran.sort()).toEqual(
      runs
        .filter(({ planRunId }) => planRunId === id)
        .map((run) => run.id)
        .sort(),
    )
    const done = attempts.filter((_, index) => results[index]?.ok)
    expect(new Set(done.map(({ unit }) => unit)).size).toBe(done.length)
    // The vault's journal has exactly one write for each that was recorded as done.
    const wrote = done
      .filter(({ stepId }) => ['folder', 'files', 'report'].includes(stepId))
      .map(({ runId }) => runId)
    expect(
      operations
        .filter(({ planRunId }) => planRunId === id)
        .map(({ runId }) => runId)
        .sort(),
    ).toEqual(wrote.sort())
    const view = await getPlanRun(await contextFor(users.find((user) => user.id === userId)!), id)
    const asked = done.filter(({ stepId }) => stepId === 'ask').length
    expect(view.charged ?? '0').toBe(String(asked / 100))
  }
  expect(runs.filter(({ endedAt }) => endedAt === null)).toEqual([])
  // The charges equal the successful runs, no money is reserved, and the ledger is balanced.
  const paid = runs.filter(({ skillName: name, state }) => name === skillName && state === 'succeeded')
  const money = await Promise.all(organisationIds.map(moneyOf))
  const totalCharged = money.reduce((sum, { wallet }) => sum + 100_000_000n - wallet, 0n)
  expect(totalCharged).toBe(BigInt(paid.length) * PRICE_MICROS)
  expect(money.every(({ hold }) => hold === 0n)).toBe(true)
  expect((await sumLedger(database())).total).toBe(0n)
})
