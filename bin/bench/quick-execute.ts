/**
 * What Quick Execute costs beyond the sandbox itself: the service call end to end against the bare sandbox call,
 * same skill, same input, turn by turn in the same run, so that a busy machine weighs on both alike.
 */
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { ARGS, executeBare, SKILL } from './bench-job.ts'
import { timed } from './pace.ts'
import { type Figures, figuresOf } from './percentiles.ts'

const WARM_UP = 20
const ROUNDS = 200

export type Comparison = { service: Figures; sandbox: Figures }

/** Expects the demo market in DATABASE_URL and a sandboxd on GUILDHALL_SANDBOX_SOCKET. */
export async function compareQuickExecute(): Promise<Comparison> {
  // Loaded late: they read the environment, which the benchmark has just set.
  const { runToEnd } = await import('#lib/execution/start-run.ts')
  const { contextForOperator } = await import('#lib/session/for-operator.ts')
  const { resolveSkill } = await import('#lib/execution/resolve-skill.ts')
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
    samples.service.push(await timed(viaService))
    samples.sandbox.push(await timed(bare))
  }
  return { service: figuresOf(samples.service), sandbox: figuresOf(samples.sandbox) }
}
