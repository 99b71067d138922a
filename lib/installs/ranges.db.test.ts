// Installs that follow a range: what they lead to, and what waits for a consent.
import { describe, expect, test } from 'vitest'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { database } from '../db/client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../testing/factories.ts'
import { install } from './install.ts'
import { listInstalled } from './list-installed.ts'
import { whatChanges } from './plan-change.ts'
import { upgrade } from './upgrade.ts'

const host = (...network: string[]): Partial<SkillSetDocument> => ({ permissions: { network } })

async function setUp(overrides: Partial<SkillSetDocument> = {}) {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const version = await makePublishedVersion({ document: makeSkillSetDocument(overrides) })
  const { skillSet } = version
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  const publish = (number: string, changes: Partial<SkillSetDocument> = {}, state?: TestVersion['state']) =>
    makePublishedVersion({ skillSet, document: { ...skillSet.document, ...changes, version: number }, state })
  const follow = async (range: string, consent = true) =>
    install(ctx, ref, { versionId: (await whatChanges(ctx, ref, { range })).to.id, range, consent })
  const installed = async () => (await listInstalled(ctx)).installed[0]
  return { ctx, version, ref, publish, follow, installed }
}

describe('following a range', () => {
  test('runs what is best in it, as it is published', async () => {
    const { publish, follow, installed } = await setUp()
    await publish('1.2.0')

    expect(await follow('^1.0')).toMatchObject({ number: '1.2.0' })
    await publish('1.4.1')
    await publish('2.0.0')

    expect(await installed()).toMatchObject({ number: '1.4.1', range: '^1.0', upgrade: { number: '2.0.0' } })
  })

  test('goes back when the best is taken down, and says so when nothing is left', async () => {
    const { publish, follow, installed, version } = await setUp()
    const best = await publish('1.1.0')
    await follow('^1')
    const takeDown = (id: string) =>
      database().version.update({ where: { id }, data: { state: 'YANKED', yankReason: 'Wrong sums.' } })

    await takeDown(best.id)
    expect(await installed()).toMatchObject({ number: '1.0.0', state: 'PUBLISHED' })
    await takeDown(version.id)
    expect(await installed()).toMatchObject({ number: '1.1.0', state: 'YANKED', notice: 'Wrong sums.' })
  })

  test('“latest” crosses majors, and an exact number is a pin', async () => {
    const { publish, follow, installed, ctx, ref } = await setUp()
    await follow('latest')
    await publish('2.0.0')
    expect(await installed()).toMatchObject({ number: '2.0.0', range: 'latest' })

    const { to, from } = await whatChanges(ctx, ref, { range: ' v1.0.0 ' })
    await upgrade(ctx, ref, { fromVersionId: from!.id, versionId: to.id, range: '1.0.0', consent: true })
    expect(await installed()).toMatchObject({ number: '1.0.0', range: null })
  })

  test('a private version of the publisher does not reach other organisations', async () => {
    const { publish, follow, installed } = await setUp()
    await follow('^1')
    await publish('1.1.0', { visibility: 'PRIVATE' })

    expect(await installed()).toMatchObject({ number: '1.0.0' })
  })
})

describe('consent', () => {
  test('a version that may do more waits, and what came before it runs on', async () => {
    const { publish, follow, installed, ctx, ref, version } = await setUp(host('a.example'))
    await follow('^1')
    await publish('1.4.0', host('a.example'))
    const wider = await publish('1.5.0', host('a.example', 'b.example'))

    expect(await installed()).toMatchObject({ number: '1.4.0', waiting: { number: '1.5.0' }, upgrade: null })

    const plan = await whatChanges(ctx, ref, { range: '^1' })
    expect(plan).toMatchObject({
      from: { id: version.id, number: '1.4.0', range: '^1' },
      to: { number: '1.5.0' },
      consents: [{ sentence: 'Talks to b.example.' }],
    })
    const step = { fromVersionId: version.id, versionId: wider.id, range: '^1' }
    await expect(upgrade(ctx, ref, { ...step, consent: false })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    await upgrade(ctx, ref, { ...step, consent: true })
    expect(await installed()).toMatchObject({ number: '1.5.0', waiting: null })
  })

  test('a version that may do less needs none', async () => {
    const { publish, follow, installed } = await setUp(host('a.example', 'b.example'))
    await follow('^1')
    await publish('1.1.0', host('a.example'))
    // Agreed to once, and asked for again.
    await publish('1.2.0', host('a.example', 'b.example'))

    expect(await installed()).toMatchObject({ number: '1.2.0', waiting: null })
  })

  test.each([
    ['a raised price waits', '0.06', { number: '1.0.0', waiting: { number: '1.1.0' } }],
    ['a lowered one does not', '0.049999', { number: '1.1.0', waiting: null }],
  ])('%s', async (_, amount, expected) => {
    const priced = (price: string) => ({
      skills: [makeSkillDocument({ pricing: { model: 'per_job', amount: price, currency: 'USDC' } })],
    })
    const { publish, follow, installed } = await setUp(priced('0.05'))
    await follow('^1')
    await publish('1.1.0', priced(amount))

    expect(await installed()).toMatchObject(expected)
  })

  test('is for the version that was seen: another one published meanwhile is a conflict', async () => {
    const { ctx, ref, version, publish } = await setUp()
    await publish('1.1.0')

    const late = install(ctx, ref, { versionId: version.id, range: '^1', consent: true })

    await expect(late).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('1.1.0') })
  })
})

describe('refusals', () => {
  test.each([
    ['nonsense', 'is no version range'],
    ['', 'Say which versions'],
    ['^4', 'No version that can be run is in ^4. The newest is 1.0.0.'],
    [`^1${' || ^1'.repeat(50)}`, 'Keep it under'],
  ])('%j is refused beside its field', async (range, sentence) => {
    const { ctx, ref } = await setUp()

    await expect(whatChanges(ctx, ref, { range })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(sentence),
      options: { issues: [{ path: '/range' }] },
    })
  })

  test('a number that does not exist is not found', async () => {
    const { ctx, ref } = await setUp()

    await expect(whatChanges(ctx, ref, { range: '9.9.9' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a SkillSet for another Guildhall is not installed, and the sentence says which', async () => {
    const { ctx, ref, version } = await setUp({ requires: '>=2' })

    const refused = install(ctx, ref, { versionId: version.id, consent: true })

    await expect(refused).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: 'Skill requires Guildhall >=2, but current is 0.1.0',
    })
  })
})

describe('a newer major that takes older input', () => {
  const migrations = [{ from: '1', definition: 'function migrate(input) { return input }' }]

  test('is what the range leads to', async () => {
    const { publish, follow, installed } = await setUp()
    await follow('^1.0.0')
    await publish('2.0.0', { migrations })

    expect(await installed()).toMatchObject({
      number: '2.0.0',
      range: '^1.0.0',
      migratesFrom: '1',
      upgrade: null,
    })
  })

  test('waits for a consent when it may do more', async () => {
    const { publish, follow, installed } = await setUp()
    await follow('^1.0.0')
    await publish('2.0.0', { migrations, ...host('a.example') })

    expect(await installed()).toMatchObject({
      number: '1.0.0',
      migratesFrom: null,
      waiting: { number: '2.0.0' },
    })
  })

  test.each([['1.0.0'], ['~1.0.0'], ['>=1 <3']])('is nothing to %s', async (range) => {
    const { publish, follow, installed } = await setUp()
    await follow(range)
    await publish('2.0.0', { migrations })

    expect(await installed()).toMatchObject({ migratesFrom: null })
  })
})
