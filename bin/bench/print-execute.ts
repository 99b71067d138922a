import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { ARGS, executeBare, SKILL, withDemoServers } from './demo-servers.ts'
import { computeFigures, type Figures, formatMs, measureMs } from './measure-pace.ts'

const WARM_UP = 20

const ROUNDS = 200

await withDemoServers(async () => {
  const { service, sandbox: bare } = await compareQuickExecute()
  console.log(`\nQuick Execute, ${service.count} runs, alternating`)
  console.log(`  bare sandbox call       p50 ${formatMs(bare.p50)}   p95 ${formatMs(bare.p95)}`)
  console.log(`  service, end to end     p50 ${formatMs(service.p50)}   p95 ${formatMs(service.p95)}`)
  console.log(`  ratio of the medians    ${(service.p50 / bare.p50).toFixed(2)}`)
})

/**
 * Compares the service call end to end with the bare sandbox call: same skill and input, alternating in one
 * run.
 */
type QuickExecuteComparison = { service: Figures; sandbox: Figures }

async function compareQuickExecute(): Promise<QuickExecuteComparison> {
  // Imported late, because these modules read the environment that was just set.
  const { runToEnd } = await import('#lib/runs/start/start-run.ts')
  const { contextForOperator } = await import('#lib/session/context/context-for-operator.ts')
  const { resolveSkill } = await import('#lib/runs/resolve/resolve-skill.ts')
  const ctx = await contextForOperator({ email: 'user@demo.local' })
  const { skill, publisher } = await resolveSkill(ctx, { name: SKILL })
  const sandbox = connectSandbox()

  const viaService = async () => {
    const run = await runToEnd(ctx, { skill: { name: SKILL }, args: ARGS })
    if (run.state !== 'succeeded') throw new Error(`The run ended as ${run.state}.`)
  }
  const bare = () => executeBare(sandbox, { publisher, definition: skill.definition ?? '' })

  for (let round = 0; round < WARM_UP; round++) {
    await viaService()
    await bare()
  }
  const samples = { service: [] as number[], sandbox: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    samples.service.push(await measureMs(viaService))
    samples.sandbox.push(await measureMs(bare))
  }
  return { service: computeFigures(samples.service), sandbox: computeFigures(samples.sandbox) }
}
