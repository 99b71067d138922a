/**
 * Runs hostile skills one after the other with common checks.
 *
 * No canary was contacted, read or leaked. Neighbouring processes of the same and of another publisher are
 * alive and unchanged. The supervisor is alive and its memory has not grown.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostsInParameters } from '../../lib/contracts/permissions/url-parameters.ts'
import { redactText } from '../../lib/kernel/redaction/redact.ts'
import {
  JAVASCRIPT_LIMITS,
  type Outcome,
  PYTHON_LIMITS,
  type SandboxEvent,
} from '../../lib/sandbox/sandbox.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { inLongRun } from '../../lib/testing/skip-unless.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'
import { FINGERPRINT } from './fingerprint.ts'
import type { End, HostileCase, HostileClass } from './hostile-case.ts'
import { type HostileEnvironment, openHostileEnvironment } from './hostile-environment.ts'

const HOSTILE_PUBLISHER = 'the_hostile_publisher'
const OTHER_PUBLISHER = 'some_other_publisher'
/** Limits of an honest skill: Python may have to boot first. */
const LIMITS = { javascript: JAVASCRIPT_LIMITS, python: PYTHON_LIMITS }
const longSuiteReason = Boolean(process.env.GUILDHALL_LONG)
const PROBE_EVERY = 6
/** Tolerance for warm processes and cached code. */
const MAX_GROWTH_BYTES = 24 * 1024 * 1024

export function runHostile(classes: HostileClass[]): void {
  let environment: HostileEnvironment
  let bytesBefore: number
  const clean: Partial<Record<HostileClass['language'], Outcome>> = {}

  const probe = (language: HostileClass['language'], publisher: string) =>
    environment.sandbox.execute(
      makeJob(FINGERPRINT[language], { runtime: language, publisher, limits: LIMITS[language] }),
    )

  /** Leftovers persist, so periodic checks of the neighbours suffice. */
  async function expectCleanNeighbours(language: HostileClass['language']): Promise<void> {
    const neighbours = await Promise.all([
      probe(language, HOSTILE_PUBLISHER),
      probe('javascript', OTHER_PUBLISHER),
    ])
    expect(neighbours).toMatchObject([returnedValue(clean[language]), { kind: 'returned' }])
  }

  beforeAll(async () => {
    const { language: main } = classes[0]!
    environment = await openHostileEnvironment(main)
    if (main === 'python') await pythonReady(environment.sandbox)
    for (const { language } of classes) clean[language] ??= await probe(language, OTHER_PUBLISHER)
    bytesBefore = await environment.usedBytes()
  })
  afterAll(() => environment.close())

  describe.each(classes)('$name', ({ language, cases }) => {
    for (const [index, hostile] of cases.entries()) {
      test(hostile.name, hostile.longSuiteReason ? inLongRun : {}, async () => {
        const seen: SandboxEvent[] = []
        const outcome = await environment.sandbox.execute(jobOf(hostile, language, environment), {
          onEvent: (event) => seen.push(event),
        })

        expectEnd(outcome, hostile.ends)
        expect(environment.alarms.splice(0)).toEqual([])
        expect(environment.lastReadMs() ?? 0).toBe(0)
        expectNoLeak(JSON.stringify([outcome, seen]), environment)
        expect(environment.isAlive()).toBe(true)
        if (longSuiteReason || index % PROBE_EVERY === 0) await expectCleanNeighbours(language)
      })
    }
  })

  test('after all hostile skills the neighbouring processes are unchanged', async () => {
    for (const { language } of classes) await expectCleanNeighbours(language)
  })

  test('after all hostile skills the supervisor uses as little memory as before, and nothing runs', async () => {
    await expect
      .poll(async () => (await environment.sandbox.health()).hosts?.[0])
      .toMatchObject({ running: 0, waiting: 0 })
    // Buffers are freed with a delay, whereas leaked memory never is.
    await expect
      .poll(async () => (await environment.usedBytes()) - bytesBefore)
      .toBeLessThan(MAX_GROWTH_BYTES)
  })
}

function jobOf(
  { definition, body, packages, network = [], entered = {}, limits }: HostileCase,
  runtime: HostileClass['language'],
  { targets, canaries, placeholder }: HostileEnvironment,
) {
  const defaults = LIMITS[runtime]
  return makeJob(definition ?? `export default async ({ parameters, config, context }) => { ${body} }`, {
    runtime,
    ...(packages !== undefined && { packages: { key: sha256(packages), code: packages, hasNode: true } }),
    publisher: HOSTILE_PUBLISHER,
    parameters: { ...targets, ...entered },
    config: { api_key: placeholder },
    network: [
      ...network,
      ...hostsInParameters({ urlParameters: ['url'] }, { schema: ENTERED, parameters: entered }),
    ],
    secrets: [{ key: 'api_key', value: canaries.secret, placeholder, hosts: ['api.example'] }],
    // Only a safeguard: cases that test the time limit set their own.
    limits: { ...defaults, wallMs: 30_000, ...limits },
  })
}

const ADDRESS = { type: 'string', format: 'uri' }
const ENTERED = { type: 'object', properties: { url: ADDRESS, note: { type: 'string' }, link: ADDRESS } }

function sha256(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

function expectEnd(outcome: Outcome, end: End): void {
  if (end === 'anyhow' || end === 'or is lost') {
    const kinds = ['returned', 'threw', 'limit', ...(end === 'or is lost' ? ['unavailable'] : [])]
    expect(kinds).toContain(outcome.kind)
    return
  }
  if ('returns' in end) expect(outcome).toMatchObject({ kind: 'returned', value: end.returns })
  if ('throws' in end) {
    expect(outcome).toMatchObject({ kind: 'threw' })
    if (outcome.kind === 'threw')
      expect(`${outcome.error.name}: ${outcome.error.message}`).toMatch(end.throws)
  }
  if ('limit' in end) {
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'limit' })
    if (outcome.kind === 'limit') expect([end.limit].flat()).toContain(outcome.limit)
  }
}

/** Searches for every encoding in which a secret may appear. */
function expectNoLeak(text: string, { canaries }: HostileEnvironment): void {
  const secrets = Object.entries(canaries).map(([key, value]) => ({ key, value }))
  expect(redactText(text, secrets)).toBe(text)
}

/** A neighbour must report the same as a fresh process did before. */
function returnedValue(outcome: Outcome | undefined) {
  if (outcome?.kind !== 'returned') throw new Error(`The first probe failed: ${JSON.stringify(outcome)}`)
  return { kind: 'returned', value: outcome.value }
}
