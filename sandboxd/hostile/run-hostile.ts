/**
 * Runs hostile skills one after the other, and asks the same questions.
 *
 * Did anybody knock at a canary, read the canary file, or learn what only the supervisor knows? Is a neighbour of
 * the same publisher, and one of another, alive and as it was? Is the supervisor, and as small as it was?
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redactText } from '../../lib/contract/json/redact.ts'
import {
  JAVASCRIPT_LIMITS,
  type Outcome,
  PYTHON_LIMITS,
  type SandboxEvent,
} from '../../lib/sandbox/sandbox.ts'
import { makeJob } from '../../lib/testing/make-job.ts'
import { pythonReady } from '../../lib/testing/python-ready.ts'
import { FINGERPRINT } from './fingerprint.ts'
import type { End, HostileCase, HostileClass } from './hostile-case.ts'
import { type HostileWorld, openWorld } from './open-world.ts'

const HOSTILE = 'the_hostile_publisher'
const STRANGER = 'some_other_publisher'
/** An honest skill's: Python may have to boot first. */
const LIMITS = { javascript: JAVASCRIPT_LIMITS, python: PYTHON_LIMITS }
const isLong = Boolean(process.env.GUILDHALL_LONG)
/** The long run asks after each case. */
const PROBE_EVERY = 6
/** Of what is kept on purpose: warm processes, and code that is known. */
const FLAT_WITHIN_BYTES = 24 * 1024 * 1024

export function runHostile(classes: HostileClass[]): void {
  let world: HostileWorld
  let bytesBefore: number
  const clean: Partial<Record<HostileClass['language'], Outcome>> = {}

  const probe = (language: HostileClass['language'], publisher: string) =>
    world.sandbox.execute(
      makeJob(FINGERPRINT[language], { runtime: language, publisher, limits: LIMITS[language] }),
    )

  /** What a skill leaves behind stays, so that neighbours are asked now and then shows it as well. */
  async function expectCleanNeighbours(language: HostileClass['language']): Promise<void> {
    const neighbours = await Promise.all([probe(language, HOSTILE), probe('javascript', STRANGER)])
    expect(neighbours).toMatchObject([told(clean[language]), { kind: 'returned' }])
  }

  beforeAll(async () => {
    const { language: main } = classes[0]!
    world = await openWorld(main)
    if (main === 'python') await pythonReady(world.sandbox)
    for (const { language } of classes) clean[language] ??= await probe(language, STRANGER)
    bytesBefore = await world.usedBytes()
  })
  afterAll(() => world.close())

  describe.each(classes)('$name', ({ language, cases }) => {
    for (const [at, hostile] of cases.entries()) {
      const here = test.runIf(isLong || !hostile.isLong)
      here(hostile.name, async () => {
        const seen: SandboxEvent[] = []
        const outcome = await world.sandbox.execute(jobOf(hostile, language, world), {
          onEvent: (event) => seen.push(event),
        })

        expectEnd(outcome, hostile.ends)
        expect(world.alarms.splice(0)).toEqual([])
        expect(world.lastReadMs() ?? 0).toBe(0)
        expectNothingLearnt(JSON.stringify([outcome, seen]), world)
        expect(world.isAlive()).toBe(true)
        if (isLong || at % PROBE_EVERY === 0) await expectCleanNeighbours(language)
      })
    }
  })

  test('after all of them the neighbours are as they were', async () => {
    for (const { language } of classes) await expectCleanNeighbours(language)
  })

  test('after all of them the supervisor is as small as before, and nothing goes on', async () => {
    await expect
      .poll(async () => (await world.sandbox.health()).hosts?.[0])
      .toMatchObject({ running: 0, waiting: 0 })
    // Buffers are given back a while after nobody holds them; what leaks is never.
    await expect.poll(async () => (await world.usedBytes()) - bytesBefore).toBeLessThan(FLAT_WITHIN_BYTES)
  })
}

function jobOf(
  { definition, body, network = [], limits }: HostileCase,
  runtime: HostileClass['language'],
  { targets, canaries, placeholder }: HostileWorld,
) {
  const defaults = LIMITS[runtime]
  return makeJob(definition ?? `export default async ({ parameters, config, context }) => { ${body} }`, {
    runtime,
    publisher: HOSTILE,
    parameters: targets,
    config: { api_key: placeholder },
    network,
    secrets: [{ key: 'api_key', value: canaries.secret, placeholder, hosts: ['api.example'] }],
    // A guard only: what is to end by the clock brings a limit of its own.
    limits: { ...defaults, wallMs: 30_000, ...limits },
  })
}

function expectEnd(outcome: Outcome, end: End): void {
  if (end === 'or is lost') return
  if (end === 'anyhow') {
    expect(outcome.kind).toMatch(/^(returned|threw|limit)$/)
    return
  }
  if ('returns' in end) expect(outcome).toMatchObject({ kind: 'returned', value: end.returns })
  if ('throws' in end) {
    expect(outcome).toMatchObject({ kind: 'threw' })
    if (outcome.kind === 'threw')
      expect(`${outcome.error.name}: ${outcome.error.message}`).toMatch(end.throws)
  }
  if ('limit' in end) {
    // Whole, so that whoever reads of a failure knows what came instead.
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'limit' })
    if (outcome.kind === 'limit') expect([end.limit].flat()).toContain(outcome.limit)
  }
}

/** Looked for in every spelling in which a secret is. */
function expectNothingLearnt(told: string, { canaries }: HostileWorld): void {
  const secrets = Object.entries(canaries).map(([key, value]) => ({ key, value }))
  expect(redactText(told, secrets)).toBe(told)
}

/** A neighbour has to say the same as a stranger did before anything happened. */
function told(outcome: Outcome | undefined) {
  if (outcome?.kind !== 'returned') throw new Error(`The first probe failed: ${JSON.stringify(outcome)}`)
  return { kind: 'returned', value: outcome.value }
}
