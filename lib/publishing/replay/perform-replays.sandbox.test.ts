// Replays of past runs on a submitted version, in the real sandbox.
import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { sweepOldRuns } from '../../runs/lifecycle/sweep-old-runs.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { INVOICE, makeInvoices, publishForReplay } from '../../testing/setup/catalog/replays.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { describeCount } from '../model/replay-verdicts.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { answerReplay, getOwnReplay, listOwnReplays, showOwnCase } from './own-replays.ts'
import { withdrawFromReplays } from './replay-consent.ts'
import { getReplayReport, type ReplayReport } from './replay-report.ts'
import { tellOrganisations } from './tell-organisations.ts'

const db = database()

/** Returns "others: /total other_value 12 of 40 runs, 4 of 4 organisations" for each line of a source. */
function linesOf(report: ReplayReport | null, source: string): string[] {
  const found = report?.sources.find((each) => each.source === source)
  return (found?.lines ?? []).map(
    (line) => `${line.place} ${line.verdict} ${describeCount(found!.source, line)}`,
  )
}

const invoice = (customer: string, price: number): Json => ({
  customer,
  lines: [{ name: `MARK-${customer}`, price, count: 2 }],
})

describe('a version that changes one value for amounts over 100', () => {
  const CHANGED = INVOICE.definition!.replace(
    'return {',
    'if (lines[0]?.total > 100) lines[0].total -= 1\n  return {',
  )
  const LOGGING = CHANGED.replace('const lines', 'console.log(JSON.stringify(parameters))\n  const lines')

  test('is told to its publisher as counts by place, without a word of the runs it was tried on, and leaves nothing behind', async () => {
    const published = await publishForReplay()
    const customers = []
    for (let index = 0; index < 5; index += 1)
      customers.push(await published.makeCustomer({ agrees: index < 4 }))
    // 10 runs each, of which 3 are over 100.
    for (const [index, { run }] of customers.entries())
      for (let each = 0; each < 10; each += 1)
        await run(invoice(`CUSTOMER-${index}-${each}`, each < 3 ? 51 + each : 5))
    const ids = customers.map(({ organisationId }) => organisationId)
    const before = await countTraces(ids)

    const submissionId = await published.replay({ definition: LOGGING })

    const report = await getReplayReport({ db }, submissionId)
    expect(report).toMatchObject({ state: 'ended', hasCases: true, answers: null, notes: [] })
    expect(report?.sources.find(({ source }) => source === 'others')).toMatchObject({
      all: { runs: 40, organisations: 4 },
      replayed: { runs: 40, organisations: 4 },
    })
    expect(linesOf(report, 'others')).toEqual([
      '/lines/*/total other_value 12 of 40 runs, 4 of 4 organisations',
      '/total other_value 12 of 40 runs, 4 of 4 organisations',
    ])
    const seen = JSON.stringify([report, await getSubmission(published.owner, submissionId)])
    expect(seen).not.toMatch(/MARK-|CUSTOMER-/)
    for (const id of ids) expect(seen).not.toContain(id)
    expect(await countTraces(ids)).toEqual(before)

    const { ctx, organisationId } = customers[0]!
    const own = await getOwnReplay(ctx, submissionId)
    expect(own.cases).toHaveLength(10)
    expect(own.cases.filter(({ isChange }) => isChange)).toHaveLength(3)
    expect(own.cases[0]).toMatchObject({
      atMs: expect.any(Number),
      input: expect.stringContaining('CUSTOMER-0-'),
      obstacle: null,
    })
    const shown = await showOwnCase(ctx, { submissionId, number: own.cases[0]!.number })
    expect(shown).toMatchObject({ input: { customer: expect.stringContaining('CUSTOMER-0-') }, error: null })
    expect(shown.before).not.toEqual(shown.after)
    await answerReplay(ctx, { submissionId, answer: 'not_for_me', note: 'Our totals would change.' })
    expect((await getReplayReport({ db }, submissionId))?.notes).toEqual([])
    expect(await getReplayReport({ db }, submissionId, { isAdmin: true })).toMatchObject({
      answers: null,
      notes: [{ answer: 'not_for_me', note: 'Our totals would change.' }],
    })
    expect(await listOwnReplays(ctx)).toMatchObject([
      { submissionId, cases: 10, changed: 3, untried: 0, answer: 'not_for_me' },
    ])

    const foreign = customers[1]!.ctx
    const theirs = own.cases[0]!.number
    await expect(showOwnCase(foreign, { submissionId, number: theirs })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(getOwnReplay(customers[4]!.ctx, submissionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(answerReplay(customers[4]!.ctx, { submissionId, answer: 'fine' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })

    await withdrawFromReplays(ctx, refOf(published))
    expect(await db.replayCase.count({ where: { organisationId } })).toBe(0)
    expect(await db.replayRecording.count({ where: { organisationId } })).toBe(0)
  })

  test('is told as “a few” while only two organisations have agreed', async () => {
    const published = await publishForReplay()
    for (let index = 0; index < 2; index += 1) {
      const { run } = await published.makeCustomer()
      for (let each = 0; each < 5; each += 1) await run(invoice('C', 80))
    }

    const report = await getReplayReport({ db }, await published.replay({ definition: CHANGED }))

    expect(linesOf(report, 'others')).toEqual([' differs_in_few a few runs'])
    expect(linesOf(report, 'generated').length).toBeGreaterThan(0)
  })
})

test('owners of organisations whose results would change get one notice a day for a version, and nobody else', async () => {
  const published = await publishForReplay()
  const [touched, untouched, silent] = [
    await published.makeCustomer(),
    await published.makeCustomer(),
    await published.makeCustomer({ agrees: false }),
  ]
  for (const { run } of [touched, silent]) await run(invoice('SECRET-NAME', 80))
  await untouched.run(invoice('C', 5))
  const change = {
    definition: INVOICE.definition!.replace(
      'return {',
      'if (lines[0].total > 100) lines[0].total += 1\n  return {',
    ),
  }

  const first = await published.replay(change)
  await reject(first)
  const second = await published.replay({ definition: `${change.definition}\n` }, '1.0.2')
  const ofTouched = { kind: 'replay.changes', userId: touched.user.id }
  expect(await db.notice.count({ where: ofTouched })).toBe(1)
  await reject(second)
  await db.noticeMark.updateMany({
    where: { key: { contains: touched.user.organisation.id } },
    data: { at: new Date(Date.now() - 25 * 3_600_000) },
  })
  await published.replay({ definition: `${change.definition}\n\n` }, '1.0.3')
  const notices = await db.notice.findMany({
    where: { kind: 'replay.changes' },
    orderBy: { createdAt: 'asc' },
  })

  const ids = [touched, untouched, silent].map(({ user }) => user.id)
  expect(notices.filter(({ userId }) => ids.includes(userId))).toMatchObject([
    {
      userId: touched.user.id,
      title: expect.stringMatching(/ 1\.0\.1 would change results of yours$/),
      body: expect.stringContaining('tried on 1 run of your organisation: 1 result would be different'),
      href: `/runs/updates/${first}`,
    },
    { userId: touched.user.id, title: expect.stringContaining('1.0.3') },
  ])
  expect(JSON.stringify(notices)).not.toContain('SECRET-NAME')
  await tellOrganisations({ db }, first)
  expect(await db.notice.count({ where: ofTouched })).toBe(2)
})

test('an organisation that cannot be told does not keep the others from it, or the replay from its end', async () => {
  const published = await publishForReplay()
  const customers = [await published.makeCustomer(), await published.makeCustomer()]
  for (const { run } of customers) await run(invoice('D', 80))
  const [failing, other] = customers.map(({ user }) => user.id)
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_notice() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW."userId" = '${failing}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`)
  await db.$executeRawUnsafe(
    'CREATE TRIGGER refuse_notice BEFORE INSERT ON "Notice" FOR EACH ROW EXECUTE FUNCTION refuse_notice()',
  )

  try {
    const definition = INVOICE.definition!.replace('return {', 'lines[0].total += 1\n  return {')
    const submissionId = await published.replay({ definition })
    expect(await db.replay.findUnique({ where: { submissionId } })).toMatchObject({ state: 'ended' })
  } finally {
    await db.$executeRawUnsafe('DROP FUNCTION refuse_notice() CASCADE')
  }
  const told = await db.notice.findMany({
    where: { kind: 'replay.changes', userId: { in: [failing!, other!] } },
  })
  expect(told.map(({ userId }) => userId)).toEqual([other])
})

test('a case of a version that was rejected is not shown any more, because showing it runs that version', async () => {
  const published = await publishForReplay()
  const { ctx, run } = await published.makeCustomer()
  await run(invoice('C', 80))
  const submissionId = await published.replay({
    definition: INVOICE.definition!.replace('return {', 'lines.reverse()\n  return {'),
  })
  const [first] = (await getOwnReplay(ctx, submissionId)).cases
  const wanted = { submissionId, number: first!.number }
  expect(await showOwnCase(ctx, wanted)).toMatchObject({ input: { customer: 'C' } })

  await reject(submissionId)

  await expect(showOwnCase(ctx, wanted)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: 'This version was rejected, so it does not run.',
  })
})

test('a run that could not be tried says why, and is counted apart', async () => {
  const published = await publishForReplay()
  const { ctx, run } = await published.makeCustomer()
  const { id } = await run(invoice('C', 80))
  const submissionId = await published.replay({ definition: `${INVOICE.definition}\n// 2` })
  await db.replayCase.updateMany({
    where: { submissionId, source: 'others' },
    data: { verdict: 'not_replayable' },
  })
  const obstacleOf = async () => (await getOwnReplay(ctx, submissionId)).cases[0]?.obstacle

  expect(await obstacleOf()).toBe('With the recorded answers, 1.0.0 itself gives no result for this input.')
  expect(await listOwnReplays(ctx)).toMatchObject([{ cases: 1, changed: 0, untried: 1 }])
  await db.run.update({ where: { id }, data: { purgedAt: new Date() } })
  expect(await obstacleOf()).toBe('The content of the run was deleted.')
})

async function reject(id: string): Promise<void> {
  await db.submission.update({ where: { id }, data: { decision: 'REJECTED' } })
  await db.version.updateMany({ where: { submissions: { some: { id } } }, data: { state: 'REJECTED' } })
}

/** What a run would leave behind. */
async function countTraces(organisationIds: string[]) {
  const where = { organisationId: { in: organisationIds } }
  const [runs, transfers, changes, evidence] = await Promise.all([
    db.run.count({ where }),
    db.ledgerTransfer.count(),
    db.vaultChange.count(),
    db.skillDay.aggregate({ _sum: { runs: true } }),
  ])
  return { runs, transfers, changes, evidence }
}

function refOf({ skillName }: { skillName: string }) {
  const [publisher = '', skillset = ''] = skillName.split('.')
  return { publisher, skillset }
}

test('unchanged code is proved already: nothing of it is tried again', async () => {
  const published = await publishForReplay()
  const { run } = await published.makeCustomer()
  await run(invoice('C', 1))

  const submissionId = await published.replay({
    prompt: 'Use it to add up the lines of an invoice, with each line.',
  })

  const report = await getReplayReport({ db }, submissionId)
  expect(report).toMatchObject({ state: 'ended', hasCases: false, unchangedSkills: ['invoice'] })
})

test('the same code is not tried again when it is submitted again', async () => {
  const published = await publishForReplay()
  const first = await published.replay({ definition: `${INVOICE.definition}\n// 1` })
  await db.submission.update({ where: { id: first }, data: { decision: 'CHANGES_REQUESTED' } })
  const version = await db.submission.findUniqueOrThrow({ where: { id: first } })
  await db.version.update({ where: { id: version.versionId }, data: { state: 'CHANGES_REQUESTED' } })

  const second = await published.replay({ definition: `${INVOICE.definition}\n// 1` })

  expect(await db.replay.findUnique({ where: { submissionId: second } })).toMatchObject({
    copiedFromId: first,
  })
  expect(await db.replayCase.count({ where: { submissionId: second } })).toBe(
    await db.replayCase.count({ where: { submissionId: first } }),
  )
})

test('after five submissions, runs of other organisations are left out', async () => {
  const published = await publishForReplay()
  const { run } = await published.makeCustomer()
  await run(invoice('C', 1))
  const baseVersionId = (await db.version.findFirstOrThrow({ where: { skillSetId: published.skillSetId } }))
    .id
  const ids: string[] = []
  for (let each = 1; each <= 6; each += 1) {
    const id = await published.replay({ definition: `${INVOICE.definition}\n// ${each}` }, `1.0.${each}`)
    await reject(id)
    ids.push(id)
  }

  const counts = await Promise.all(
    ids.map((submissionId) => db.replayCase.count({ where: { submissionId, source: 'others' } })),
  )
  expect(counts).toEqual([1, 1, 1, 1, 1, 0])
  expect(await db.replay.findUnique({ where: { submissionId: ids[5]! } })).toMatchObject({
    isBudgetUsed: true,
    baseVersionId,
  })
})

test('a skill that asks a host is replayed from what its past runs were answered, until their organisation deletes them', async () => {
  const ask = (host: string) =>
    `await fetch('https://${host}/totals').then((answer) => answer.status, (error) => error.message)`
  const definition = (...asked: string[]) =>
    `export default async function handler() { return { message: 'Done.', answers: [${asked.join(', ')}] } }`
  const network = ['chat.example', 'other.example']
  const document = makeInvoices(
    {
      definition: definition(ask('chat.example')),
      parameters: { type: 'object', properties: {} },
      response: { type: 'object', properties: { message: { type: 'string' }, answers: { type: 'array' } } },
      examples: [{ title: 'Ask', input: {} }],
    },
    { permissions: { network } },
  )
  const published = await publishForReplay(document)
  const { run, organisationId } = await published.makeCustomer()
  const late = await published.makeCustomer({ agrees: false })
  for (let each = 0; each < 3; each += 1) expect(await run({})).toMatchObject({ state: 'succeeded' })
  await late.run({})
  await expect.poll(() => db.replayRecording.count({ where: { organisationId } })).toBe(3)
  expect(await db.replayRecording.count({ where: { organisationId: late.organisationId } })).toBe(0)
  const verdicts = async (submissionId: string) =>
    (await db.replayCase.findMany({ where: { submissionId, source: 'others' } })).map(
      ({ verdict, differences }) => ({ verdict, differences }),
    )

  const first = await published.replay({ definition: definition(ask('chat.example'), '1') })
  expect(await verdicts(first)).toEqual(
    Array.from({ length: 3 }, () => ({
      verdict: 'other_shape',
      differences: [{ place: '/answers/*', verdict: 'other_shape' }],
    })),
  )
  await reject(first)
  const second = await published.replay(
    { definition: definition(ask('chat.example'), ask('other.example')) },
    '1.0.2',
  )
  expect((await verdicts(second))[0]).toMatchObject({
    verdict: 'behaves_otherwise',
    differences: expect.arrayContaining([{ place: 'other.example', verdict: 'behaves_otherwise' }]),
  })

  await db.organisation.update({
    where: { id: organisationId },
    data: { purgeRunsBefore: new Date(Date.now() + 1_000) },
  })
  await sweepOldRuns({ db })
  expect(await db.replayRecording.count({ where: { organisationId } })).toBe(0)
  expect(await db.replayCase.count({ where: { organisationId } })).toBe(0)
})

test('a request with a sensitive value in its address is answered, and neither version gets the value', async () => {
  const definition = (end = '') => `export default async function handler({ parameters }) {
  const url = 'https://chat.example/totals?of=' + encodeURIComponent(parameters.mail)
  const answer = await fetch(url).then(({ status }) => status, (error) => error.message)
  return { message: 'Done.', answers: [answer + '${end}', parameters.mail] }
}`
  const document = makeInvoices(
    {
      definition: definition(),
      parameters: {
        type: 'object',
        properties: { mail: { type: 'string', 'x-sensitive': true } },
        required: ['mail'],
      },
      response: { type: 'object', properties: { message: { type: 'string' }, answers: { type: 'array' } } },
      examples: [{ title: 'Ask', input: { mail: 'someone' } }],
    },
    { permissions: { network: ['chat.example'] } },
  )
  const published = await publishForReplay(document)
  const { ctx, run, organisationId } = await published.makeCustomer()
  expect(await run({ mail: 'ada+1@example.org' })).toMatchObject({ state: 'succeeded' })
  await expect.poll(() => db.replayRecording.count({ where: { organisationId } })).toBe(1)

  const submissionId = await published.replay({ definition: definition('!') })

  expect(await db.replayCase.findMany({ where: { submissionId, source: 'others' } })).toMatchObject([
    { verdict: 'other_value', differences: [{ place: '/answers/*', verdict: 'other_value' }] },
  ])
  const { cases } = await getOwnReplay(ctx, submissionId)
  const shown = await showOwnCase(ctx, { submissionId, number: cases[0]!.number })
  expect(shown).toMatchObject({
    error: null,
    after: { answers: [expect.stringMatching(/!$/), expect.any(String)] },
  })
  expect(JSON.stringify(shown)).not.toContain('ada+1')
})

const CLOCKS = {
  javascript: `export default async function handler() {
  return { message: 'Done.', at: Date.now(), id: crypto.randomUUID(), number: Math.random() }
}`,
  python: `import random, time, uuid
def main(args):
    return {"message": "Done.", "at": round(time.time() * 1000), "id": str(uuid.uuid4()), "number": random.random()}`,
} as const

test.each(['javascript', 'python'] as const)(
  'the time and random numbers in an output of %s are no change, and those of the past run’s time',
  async (runtime) => {
    await pythonReady(connectSandbox())
    const published = await publishForReplay(
      makeInvoices({
        runtime,
        definition: CLOCKS[runtime],
        parameters: { type: 'object', properties: {} },
        response: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            at: { type: 'number' },
            id: { type: 'string' },
            number: { type: 'number' },
          },
        },
        examples: [{ title: 'Now', input: {} }],
      }),
    )
    const { ctx, run, organisationId } = await published.makeCustomer()
    const { id } = await run({})
    const startedAt = new Date(Date.now() - 40 * 86_400_000)
    await db.run.update({ where: { id }, data: { startedAt } })

    const submissionId = await published.replay({ definition: `${CLOCKS[runtime]}\n` })

    const cases = await db.replayCase.findMany({ where: { submissionId } })
    expect(cases.some(({ source }) => source === 'examples')).toBe(true)
    expect(cases.filter(({ verdict }) => !verdict?.startsWith('same'))).toEqual([])
    const { number } = cases.find((each) => each.organisationId === organisationId)!
    const shown = await showOwnCase(ctx, { submissionId, number })
    const [before, after] = [shown.before, shown.after] as { at: number; id: string; number: number }[]
    expect([after!.id, after!.number]).toEqual([before!.id, before!.number])
    for (const { at } of [before!, after!]) {
      expect(at).toBeGreaterThanOrEqual(startedAt.getTime())
      expect(at).toBeLessThan(startedAt.getTime() + 60_000)
    }
  },
)
