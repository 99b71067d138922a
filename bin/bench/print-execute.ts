import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeTracer } from '#lib/kernel/tracing/make-tracer.ts'
import { setTracer } from '#lib/kernel/tracing/tracing.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { ARGS, executeBare, SKILL, withDemoServers } from './demo-servers.ts'
import { computeFigures, type Figures, formatMs, measureMs } from './measure-pace.ts'

const WARM_UP = 20

const ROUNDS = 400

await withDemoServers(async () => {
  const { service, traced, sandbox: bare } = await compareQuickExecute()
  console.log(`\nQuick Execute, ${service.count} runs, alternating`)
  console.log(`  bare sandbox call       p50 ${formatMs(bare.p50)}   p95 ${formatMs(bare.p95)}`)
  console.log(`  service, end to end     p50 ${formatMs(service.p50)}   p95 ${formatMs(service.p95)}`)
  console.log(`  ratio of the medians    ${(service.p50 / bare.p50).toFixed(2)}`)
  console.log(`  service, with traces    p50 ${formatMs(traced.p50)}   p95 ${formatMs(traced.p95)}`)
  console.log(`  ratio to without        ${(traced.p50 / service.p50).toFixed(3)}`)
})

type QuickExecuteComparison = { service: Figures; traced: Figures; sandbox: Figures }

async function compareQuickExecute(): Promise<QuickExecuteComparison> {
  // These modules read the environment just set.
  const { runToEnd } = await import('#lib/runs/start/start-run.ts')
  const { contextForOperator } = await import('#lib/protocols/session/context/context-for-operator.ts')
  const { resolveSkill } = await import('#lib/runs/resolve/resolve-skill.ts')
  const ctx = await contextForOperator({ email: 'user@demo.local' })
  const { skill, publisher } = await resolveSkill(ctx, { name: SKILL })
  const sandbox = connectSandbox()

  const viaService = async () => {
    const run = await runToEnd(ctx, { skill: { name: SKILL }, args: ARGS })
    if (run.state !== 'succeeded') throw new Error(`The run ended as ${run.state}.`)
  }
  const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  await once(collector.listen(0, '127.0.0.1').unref(), 'listening')
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const tracer = makeTracer('bench')
  const viaTracedService = async () => {
    setTracer(tracer)
    await viaService().finally(() => setTracer(undefined))
  }
  const bare = () => executeBare(sandbox, { publisher, definition: skill.definition ?? '' })

  const calls = { service: viaService, traced: viaTracedService, sandbox: bare }
  const samples: Record<keyof typeof calls, number[]> = { service: [], traced: [], sandbox: [] }
  const names = Object.keys(calls) as (keyof typeof calls)[]
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // Random order, because each call may delay the next.
    for (const name of names.toSorted(() => Math.random() - 0.5)) {
      const ms = await measureMs(calls[name])
      if (round >= 0) samples[name].push(ms)
    }
  }
  await tracer.flush()
  const { service, traced, sandbox: direct } = samples
  return {
    service: computeFigures(service),
    traced: computeFigures(traced),
    sandbox: computeFigures(direct),
  }
}
