import { createHash } from 'node:crypto'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { LONG_LIMITS, PYTHON_LIMITS, type SandboxJob } from '#lib/sandbox/sandbox.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { openBareLoop } from './bare-workerd.ts'
import { ARGS, executeBare, makeBareJob, SKILL, withDemoServers } from './demo-servers.ts'
import { computeFigures, formatMs, measureMs, measurePace, type Paced } from './measure-pace.ts'

const LANES = 4

const ROUNDS = 6

const PER_ROUND = 50

/** A sandbox host has at least so many processes for long runs. */
const MIN_LONG_PROCESSES = 2

/** Takes all processor time that it gets. The line tells that it has begun, and leaves before the loop blocks the thread. */
const LOOPS = `export default async ({ context }) => {
  context.log('begun')
  await new Promise((next) => setTimeout(next, 20))
  for (;;);
}`

const PYTHON_DEFINITION = 'def main(args):\n    return {"words": len(args["text"].split())}'

await withDemoServers(async () => {
  const [processor] = os.cpus()
  const memory = `${Math.round(os.totalmem() / 1024 ** 3)} GB`
  console.log(
    `\nThe sandbox, on ${os.cpus().length} × ${processor?.model}, ${memory}, Node ${process.version}`,
  )
  for (const { what, measured, goal, isMet } of await measureSandbox())
    console.log(`  ${isMet ? '✓' : '✗'} ${what.padEnd(52)} ${measured}   goal ${goal}`)
})

/** Measurements of the whole service, compared with bare workerd. Goals: docs/spec/execution.md. */
type SandboxMeasurement = { what: string; measured: string; goal: string; isMet: boolean }

async function measureSandbox(): Promise<SandboxMeasurement[]> {
  // These modules read the environment just set.
  const { runToEnd } = await import('#lib/runs/start/start-run.ts')
  const { resolveSkill } = await import('#lib/runs/resolve/resolve-skill.ts')
  const { contextForOperator } = await import('#lib/protocols/session/context/context-for-operator.ts')
  const sandbox = connectSandbox()
  const ctx = await contextForOperator({ email: 'user@demo.local' })
  const { skill } = await resolveSkill(ctx, { name: SKILL })
  const definition = skill.definition ?? ''

  const run: Run = async (publisher, changes = {}) => {
    const execute: typeof sandbox.execute = (job, options) =>
      sandbox.execute({ ...job, publisher: publisher ?? job.publisher, ...changes }, options)
    const ended = await runToEnd(
      { ...ctx, sandbox: { ...sandbox, execute } },
      { skill: { name: SKILL }, args: ARGS },
    )
    if (ended.state !== 'succeeded') throw new Error(`A run ended as ${ended.state}: ${ended.error?.message}`)
  }
  const execute = (job: Partial<SandboxJob>) => executeBare(sandbox, { definition, ...job })

  return [
    ...(await compareWithWorkerd(run, definition)),
    ...(await firstRuns(run)),
    ...(await withPackages(run, definition)),
    ...(await python(execute)),
    ...(await idleMemory(definition)),
    ...(await roundRobin(execute)),
    ...(await besideLongRuns(run, sandbox)),
  ]
}

type Run = (publisher?: string, changes?: Partial<SandboxJob>) => Promise<void>
type Execute = (job: Partial<SandboxJob>) => Promise<void>

async function compareWithWorkerd(run: Run, definition: string): Promise<SandboxMeasurement[]> {
  const bare = await openBareLoop({ definition, parameters: ARGS }, LANES)
  const alone = await warm(() => bare.call(0)).then(() => measurePace({ count: 200 }, () => bare.call(0)))
  const single = await warm(() => run()).then(() => measurePace({ count: 200 }, () => run()))
  const rounds: { bare: Paced; service: Paced }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      bare: await measurePace({ count: PER_ROUND, lanes: LANES }, ({ lane }) => bare.call(lane)),
      service: await measurePace({ count: PER_ROUND, lanes: LANES }, () => run()),
    })
  }
  await bare.close()
  const [, ...warmRounds] = rounds
  const rate = (of: 'bare' | 'service') => median(warmRounds.map((round) => round[of].perSecond))
  const ratio = median(warmRounds.map(({ bare, service }) => service.perSecond / bare.perSecond))
  return [
    {
      what: 'throughput beside workerd alone, 4 at once',
      measured: `${ratio.toFixed(2)} (${Math.round(rate('service'))}/s beside ${Math.round(rate('bare'))}/s)`,
      goal: '≥ 0.5',
      isMet: ratio >= 0.5,
    },
    {
      what: 'a run through the whole service, warm',
      measured: `p50 ${formatMs(single.p50)}, p95 ${formatMs(single.p95)} (workerd alone p50 ${formatMs(alone.p50)})`,
      goal: 'p50 ≤ 15 ms, p95 ≤ 40 ms',
      isMet: single.p50 <= 15 && single.p95 <= 40,
    },
  ]
}

async function firstRuns(run: Run): Promise<SandboxMeasurement[]> {
  const samples: number[] = []
  for (let number = 0; number < 60; number += 1) {
    // Time for a spare process, which the round of publishers lacks.
    await sleep(300)
    samples.push(await measureMs(() => run(`first_${number}`)))
  }
  const first = computeFigures(samples)
  return [
    {
      what: 'a publisher’s first run, through the whole service, 0.3 s apart',
      measured: `p50 ${formatMs(first.p50)}, p95 ${formatMs(first.p95)}`,
      goal: 'p50 ≤ 60 ms',
      isMet: first.p50 <= 60,
    },
  ]
}

/** Runs with a bundle of 1 MB and without take turns; what they import is not called. */
async function withPackages(run: Run, definition: string): Promise<SandboxMeasurement[]> {
  const code = makeBundle(1024 * 1024)
  const key = createHash('sha256').update(code).digest('hex')
  const packages = { key, code, hasNode: true }
  const importing = { definition: `import { first } from 'package'\n${definition}\nvoid first`, packages }
  const warmRatios: { plain: Paced; bundled: Paced }[] = []
  const bare = await openBareLoop({ ...importing, parameters: ARGS }, 1)
  const alone = await warm(() => bare.call(0)).then(() => measurePace({ count: 100 }, () => bare.call(0)))
  await bare.close()
  for (let round = 0; round < ROUNDS; round += 1) {
    await warm(() => run('bench_plain'), 3)
    const plain = await measurePace({ count: PER_ROUND }, () => run('bench_plain'))
    await warm(() => run('bench_bundled', importing), 3)
    warmRatios.push({
      plain,
      bundled: await measurePace({ count: PER_ROUND }, () => run('bench_bundled', importing)),
    })
  }
  const [, ...rounds] = warmRatios
  const warmRatio = median(rounds.map(({ plain, bundled }) => bundled.p50 / plain.p50))
  const first: { plain: number[]; bundled: number[] } = { plain: [], bundled: [] }
  for (let number = 0; number < 30; number += 1) {
    await sleep(300)
    first.plain.push(await measureMs(() => run(`plain_${number}`)))
    await sleep(300)
    first.bundled.push(await measureMs(() => run(`bundled_${number}`, importing)))
  }
  const firstRatio = median(first.bundled) / median(first.plain)
  return [
    {
      what: 'a warm run with packages of 1 MB beside one without',
      measured: `${warmRatio.toFixed(2)} (p50 ${formatMs(median(rounds.map(({ bundled }) => bundled.p50)))}, workerd alone ${formatMs(alone.p50)})`,
      goal: '≤ 1.5',
      isMet: warmRatio <= 1.5,
    },
    {
      what: 'a publisher’s first run with packages of 1 MB, likewise',
      measured: `${firstRatio.toFixed(2)} (p50 ${formatMs(median(first.bundled))})`,
      goal: '≤ 3',
      isMet: firstRatio <= 3,
    },
  ]
}

/** Functions like those of libraries, of which one is exported. */
function makeBundle(bytes: number): string {
  const functions: string[] = []
  for (let size = 0; size < bytes; size += functions.at(-1)?.length ?? 0) {
    const name = `helper${functions.length}`
    functions.push(
      `function ${name}(list, options = {}) { const { separator = ',' } = options; return list.map((each) => String(each).trim()).filter(Boolean).join(separator) + '${name}' }\n`,
    )
  }
  return `${functions.join('')}export { helper0 as _0 }`
}

async function python(execute: Execute): Promise<SandboxMeasurement[]> {
  const job = { runtime: 'python', limits: PYTHON_LIMITS, definition: PYTHON_DEFINITION } as const
  await warm(() => execute(job), 3)
  const samples: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    // Time for the next isolate; people pause longer.
    await sleep(1_000)
    samples.push((await measurePace({ count: 1 }, () => execute(job))).p50)
  }
  const p50 = median(samples)
  return [
    {
      what: 'Python, with a prewarmed isolate',
      measured: `p50 ${formatMs(p50)}, slowest ${formatMs(Math.max(...samples))}`,
      goal: 'p50 ≤ 60 ms',
      isMet: p50 <= 60,
    },
  ]
}

async function idleMemory(definition: string): Promise<SandboxMeasurement[]> {
  const publishers = 12
  const idle = await openBareLoop({ definition, parameters: ARGS }, publishers)
  for (let number = 0; number < publishers; number += 1) {
    await idle.call(number)
    idle.prewarm(number)
  }
  await sleep(1_000)
  const totalMb = idle.memoryMb()
  await idle.close()
  if (totalMb === undefined) return []
  return [
    {
      what: 'memory of an idle publisher',
      measured: `${(totalMb / publishers).toFixed(1)} MB (of ${publishers}, shared pages counted once)`,
      goal: 'none set',
      isMet: true,
    },
  ]
}

async function roundRobin(execute: Execute): Promise<SandboxMeasurement[]> {
  const all = await measurePace({ count: 1_000, lanes: LANES }, ({ number }) =>
    execute({ publisher: `round_${number}`, organisation: `org_${number % 50}` }),
  )
  return [
    {
      what: '1,000 publishers in turn, 4 at once',
      measured: `${Math.round(all.perSecond)}/s, p50 ${formatMs(all.p50)}, p95 ${formatMs(all.p95)}; none failed`,
      goal: 'none fails',
      isMet: true,
    },
  ]
}

/** Quick runs take turns with rounds in which busy loops fill the long lane. */
async function besideLongRuns(
  run: Run,
  sandbox: ReturnType<typeof connectSandbox>,
): Promise<SandboxMeasurement[]> {
  const rounds: { alone: Paced; beside: Paced }[] = []
  await warm(() => run())
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await measurePace({ count: PER_ROUND }, () => run())
    const over = new AbortController()
    const loops = await startLoops(sandbox, over.signal)
    const beside = await measurePace({ count: PER_ROUND }, () => run())
    over.abort()
    await Promise.all(loops)
    rounds.push({ alone, beside })
  }
  const ratio = median(rounds.map(({ alone, beside }) => beside.p95 / alone.p95))
  const p95 = (of: 'alone' | 'beside') => formatMs(median(rounds.map((round) => round[of].p95)))
  return [
    {
      what: 'p95 of quick runs while long runs fill the machine',
      measured: `${ratio.toFixed(2)} (p95 ${p95('beside')} beside ${p95('alone')})`,
      goal: '≤ 1.5',
      isMet: ratio <= 1.5,
    },
  ]
}

/** Starts two loops for each processor. Resolves with their ends when as many as there are processors have begun. */
async function startLoops(sandbox: ReturnType<typeof connectSandbox>, signal: AbortSignal) {
  const begun = Promise.withResolvers<void>()
  let missing = Math.min(os.cpus().length, MIN_LONG_PROCESSES)
  const onEvent = () => {
    missing -= 1
    if (missing === 0) begun.resolve()
  }
  const job = { definition: LOOPS, lane: 'long' as const, limits: LONG_LIMITS }
  const loops = Array.from({ length: 2 * os.cpus().length }, (_, number) => {
    const owner = { organisation: `long_${number}`, publisher: `long_${number}` }
    return sandbox.execute(makeBareJob({ ...job, ...owner }), { signal, onEvent })
  })
  await begun.promise
  return loops
}

async function warm(work: () => Promise<unknown>, count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await work()
}

function median(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN
}
