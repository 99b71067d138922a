/** Takes one probe through the services that a publisher's draft goes through: resolve, bundle, test run. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#lib/context/context.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { bundleDocument, resolvePackages } from '#lib/packages/resolve-packages.ts'
import { startDraftRun } from '#lib/runs/start/start-draft-run.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import {
  contextFor,
  makeDraft,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
} from '#lib/testing/factories.ts'
import type { Measured, Probe, Stage } from './probe.ts'

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const

export async function measureProbe(probe: Probe): Promise<Measured> {
  const startedAt = performance.now()
  const { name, runtime, definition, dependencies } = probe
  const skill = makeSkillDocument({ runtime, definition, parameters: ANY_OBJECT, response: ANY_OBJECT })
  const draft = await makeDraft({
    publisher: await makePublisher(),
    document: makeSkillSetDocument({ skills: [skill], dependencies }),
  })
  const { owner, organisationId } = draft.publisher
  const ctx = await contextFor(owner, { sandbox: connectSandbox() })
  const measured: Measured = { name, reached: 'nothing', seconds: 0 }
  const end = (reached: Stage, reason?: string): Measured => ({
    ...measured,
    reached,
    ...(reason !== undefined && { reason }),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  })

  try {
    const bare = { ...draft.document, skills: [] }
    const { lock } = await resolvePackages(ctx.db, { document: bare, organisationId })
    const [first] = Array.isArray(dependencies) ? dependencies : Object.keys(dependencies)
    const named = lock?.packages.find((each) => first?.startsWith(each.name) && each.requiredBy.length === 0)
    Object.assign(measured, { version: named?.version, packages: lock?.packages.length })
    measured.reached = 'resolved'
    const document = { ...draft.document, ...(lock && { dependencyLock: lock }) }
    await bundleDocument(ctx.db, { document, organisationId })
    measured.reached = 'bundled'
    const value = await runDraft(ctx, { skillSetId: draft.id, document, skillSlug: skill.slug })
    if (probe.returns !== undefined && !isDeepStrictEqual(value, probe.returns))
      return end('bundled', `The job returned ${JSON.stringify(value)?.slice(0, 200)}.`)
    return end('ran')
  } catch (error) {
    return end(measured.reached, (error as Error).message)
  }
}

async function runDraft(
  ctx: Context,
  request: Omit<Parameters<typeof startDraftRun>[1], 'args'>,
): Promise<Json | undefined> {
  const started = await startDraftRun(ctx, { ...request, args: {} })
  const run = await started.ended
  if (run.state !== 'succeeded') throw new Error(run.error?.message ?? run.state)
  return isObject(run.output) ? run.output.value : undefined
}
