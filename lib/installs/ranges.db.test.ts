// Tests installs that follow a range: which version they use, and which ones wait for consent.
import { describe, expect, test } from 'vitest'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { database } from '../kernel/db/prisma-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../testing/factories.ts'
import { install, upgrade } from './change-install.ts'
import { listInstalled } from './list-installed.ts'
import { previewInstallChange } from './plan-install-change.ts'

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
    install(ctx, ref, { versionId: (await previewInstallChange(ctx, ref, { range })).to.id, range, consent })
  const installed = async () => (await listInstalled(ctx)).installed[0]
  return { ctx, version, ref, publish, follow, installed }
}

test('an install with a range runs the best match, as versions are published', async () => {
  const { publish, follow, installed } = await setUp()
  await publish('1.2.0')

  expect(await follow('^1.0')).toMatchObject({ number: '1.2.0' })
  await publish('1.4.1')
  await publish('2.0.0')

  expect(await installed()).toMatchObject({ number: '1.4.1', range: '^1.0', upgrade: { number: '2.0.0' } })
})

test('an install with a range falls back if the best match is taken down, and reports if nothing is left', async () => {
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

test('an install of “latest” crosses majors, and an exact number is a pin', async () => {
  const { publish, follow, installed, ctx, ref } = await setUp()
  await follow('latest')
  await publish('2.0.0')
  expect(await installed()).toMatchObject({ number: '2.0.0', range: 'latest' })

  const { to, from } = await previewInstallChange(ctx, ref, { range: ' v1.0.0 ' })
  await upgrade(ctx, ref, { fromVersionId: from!.id, versionId: to.id, range: '1.0.0', consent: true })
  expect(await installed()).toMatchObject({ number: '1.0.0', range: null })
})

test('a private version of the publisher does not reach other organisations that follow a range', async () => {
  const { publish, follow, installed } = await setUp()
  await follow('^1')
  await publish('1.1.0', { visibility: 'PRIVATE' })

  expect(await installed()).toMatchObject({ number: '1.0.0' })
})

describe('consent', () => {
  test('a version with more permissions waits for consent, and the previous one keeps running', async () => {
    const { publish, follow, installed, ctx, ref, version } = await setUp(host('a.example'))
    await follow('^1')
    await publish('1.4.0', host('a.example'))
    const wider = await publish('1.5.0', host('a.example', 'b.example'))

    expect(await installed()).toMatchObject({ number: '1.4.0', waiting: { number: '1.5.0' }, upgrade: null })

    const plan = await previewInstallChange(ctx, ref, { range: '^1' })
    expect(plan).toMatchObject({
      from: { id: version.id, number: '1.4.0', range: '^1' },
      to: { number: '1.5.0' },
      consents: [{ sentence: 'Connects to b.example.' }],
    })
    const step = { fromVersionId: version.id, versionId: wider.id, range: '^1' }
    await expect(upgrade(ctx, ref, { ...step, consent: false })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    await upgrade(ctx, ref, { ...step, consent: true })
    expect(await installed()).toMatchObject({ number: '1.5.0', waiting: null })
  })

  test('a version that may do less needs no consent', async () => {
    const { publish, follow, installed } = await setUp(host('a.example', 'b.example'))
    await follow('^1')
    await publish('1.1.0', host('a.example'))
    // This permission was consented to before and is requested again.
    await publish('1.2.0', host('a.example', 'b.example'))

    expect(await installed()).toMatchObject({ number: '1.2.0', waiting: null })
  })

  test.each([
    ['a raised price waits', '0.06', { number: '1.0.0', waiting: { number: '1.1.0' } }],
    ['a lowered one does not', '0.049999', { number: '1.1.0', waiting: null }],
  ])('an install with a range and a changed price: %s', async (_, amount, expected) => {
    const priced = (price: string) => ({
      skills: [makeSkillDocument({ pricing: { model: 'per_job', amount: price, currency: 'USDC' } })],
    })
    const { publish, follow, installed } = await setUp(priced('0.05'))
    await follow('^1')
    await publish('1.1.0', priced(amount))

    expect(await installed()).toMatchObject(expected)
  })

  test('consent applies to the version that was shown: a newer one is a conflict', async () => {
    const { ctx, ref, version, publish } = await setUp()
    await publish('1.1.0')

    const late = install(ctx, ref, { versionId: version.id, range: '^1', consent: true })

    await expect(late).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('1.1.0') })
  })
})

describe('refusals', () => {
  test.each([
    ['nonsense', 'is not a valid version range'],
    ['', 'Enter a version range'],
    ['^4', 'No available version matches ^4. The latest is 1.0.0.'],
    [`^1${' || ^1'.repeat(50)}`, 'Use at most'],
  ])('the version range %j is refused next to its field', async (range, sentence) => {
    const { ctx, ref } = await setUp()

    await expect(previewInstallChange(ctx, ref, { range })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(sentence),
      options: { issues: [{ path: '/range' }] },
    })
  })

  test('an install of a version that does not exist is NOT_FOUND', async () => {
    const { ctx, ref } = await setUp()

    await expect(previewInstallChange(ctx, ref, { range: '9.9.9' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a SkillSet for another server version is not installed, and the error names the requirement', async () => {
    const { ctx, ref, version } = await setUp({ requires: '>=2' })

    const refused = install(ctx, ref, { versionId: version.id, consent: true })

    await expect(refused).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: 'Skill requires Guildhall >=2, but current is 1.0.0',
    })
  })
})

describe('a newer major that takes older input', () => {
  const migrations = [{ from: '1', definition: 'function migrate(input) { return input }' }]

  test('a newer major that takes older input is the target of the range', async () => {
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

  test('a newer major that takes older input waits for a consent when it may do more', async () => {
    const { publish, follow, installed } = await setUp()
    await follow('^1.0.0')
    await publish('2.0.0', { migrations, ...host('a.example') })

    expect(await installed()).toMatchObject({
      number: '1.0.0',
      migratesFrom: null,
      waiting: { number: '2.0.0' },
    })
  })

  test.each([['1.0.0'], ['~1.0.0'], ['>=1 <3']])(
    'a newer major that takes older input does not match the range %s',
    async (range) => {
      const { publish, follow, installed } = await setUp()
      await follow(range)
      await publish('2.0.0', { migrations })

      expect(await installed()).toMatchObject({ migratesFrom: null })
    },
  )
})
