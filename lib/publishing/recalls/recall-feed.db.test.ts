import { readFileSync } from 'node:fs'
import path from 'node:path'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillSetDocument,
  visitor,
} from '../../testing/factories.ts'
import { publishNext } from '../../testing/setup/catalog/toolset.ts'
import { restrict } from '../review/decide/restrict.ts'
import { takeDown, yank } from '../review/decide/retire-version.ts'
import { listRemovals } from './list-removals.ts'
import { liftQuarantine, quarantine } from './quarantine.ts'
import { confirmRecall, proposeRecall } from './recall.ts'
import { buildRecallFeed } from './recall-feed.ts'
import { getRecallPage } from './recall-views.ts'

const db = database()
const admin = async () => contextFor(await makeAdmin())
const SCHEMA = path.resolve(import.meta.dirname, '../../testing/cases/osv/schema.json')

async function recall({ skillSetId, id }: { skillSetId: string; id: string }, more: object = {}) {
  const request = {
    skillSetId,
    versionIds: [id],
    recallClass: 'malicious',
    reason: 'It sends secrets away.',
    ...more,
  }
  const recallId = await proposeRecall(await admin(), request)
  await confirmRecall(await admin(), recallId)
  return recallId
}

test('the feed of recalls is valid by the schema of the OSV format, and has no private version', async () => {
  const older = await makePublishedVersion()
  const version = await publishNext(older, '1.0.1', {})
  const id = await recall(version, { replacement: '1.0.0', windowFrom: '2026-01-01T00:00:00Z' })
  const hidden = await recall(
    await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) }),
  )

  const { vulns } = await buildRecallFeed({ db }, 'https://skills.example.org')

  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  const isValid = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')))
  for (const vulnerability of vulns) expect([isValid(vulnerability), isValid.errors]).toEqual([true, null])
  expect(isValid({ ...vulns[0], id: 'GUILDHALL-1' })).toBe(false)
  const name = `${older.skillSet.publisher.handle}.${older.skillSet.slug}`
  const linked = (recallId: string) =>
    vulns.filter((each) => JSON.stringify(each).includes(`/recalls/${recallId}`))
  expect(linked(hidden)).toEqual([])
  expect(linked(id)).toMatchObject([
    {
      details: 'It sends secrets away.',
      affected: [{ versions: ['1.0.1'], database_specific: { skillset: name, replacement: '1.0.0' } }],
      references: [{ url: `https://skills.example.org/recalls/${id}` }, {}],
      database_specific: { class: 'malicious', affected_from: '2026-01-01T00:00:00.000Z' },
    },
  ])
})

test('the log of removals has each removal with its reason, and the database refuses to change it', async () => {
  const ctx = await admin()
  const [hidden, suspended, down, held] = await Promise.all(
    Array.from({ length: 4 }, () => makePublishedVersion()),
  )
  await restrict(ctx, { skillSetId: hidden!.skillSetId, kind: 'hidden', reason: 'Under review.' })
  await restrict(ctx, { skillSetId: suspended!.skillSetId, kind: 'suspended', reason: 'It scans ports.' })
  await takeDown(ctx, { skillSetId: down!.skillSetId, reason: 'It leaks.' })
  const id = await quarantine(ctx, { skillSetId: held!.skillSetId, reason: 'A report.' })
  await liftQuarantine(ctx, id, 'A false alarm.')
  await recall(held!)

  const { removals } = await listRemovals({ db })

  const nameOf = ({ skillSet }: typeof held & object) => `${skillSet.publisher.handle}.${skillSet.slug}`
  const own = [hidden, suspended, down, held].map((version) => nameOf(version!))
  const ofOwn = removals.filter(({ subject }) => own.some((name) => subject.startsWith(name)))
  expect(ofOwn.map(({ kind, subject, reason }) => [kind, subject, reason])).toEqual([
    ['recall', `${nameOf(held!)} 1.0.0`, 'Malicious: It sends secrets away.'],
    ['quarantine_ended', `${nameOf(held!)} 1.0.0`, 'A false alarm.'],
    ['quarantine', `${nameOf(held!)} 1.0.0`, 'A report.'],
    ['take_down', `${nameOf(down!)} 1.0.0`, 'It leaks.'],
    ['suspension', nameOf(suspended!), 'It scans ports.'],
  ])
  const where = { id: removals[0]!.id }
  await expect(db.removal.update({ where, data: { reason: 'x' } })).rejects.toThrow(/append-only/)
  await expect(db.removal.delete({ where })).rejects.toThrow(/append-only/)
  await expect(db.$executeRaw`TRUNCATE "Removal"`).rejects.toThrow(/append-only/)
})

test('the log of removals never has the words of a publisher, nor a private version', async () => {
  const first = await makePublishedVersion()
  const document = makeSkillSetDocument({
    ...first.skillSet.document,
    version: '1.0.1',
    visibility: 'PRIVATE',
  })
  const second = await makePublishedVersion({ skillSet: first.skillSet, document })
  const yanked = await makePublishedVersion()
  await yank(await contextFor(yanked.skillSet.publisher.owner), {
    versionId: yanked.id,
    reason: 'Ada broke it.',
  })
  const { skillSetId, skillSet } = first
  const id = await quarantine(await admin(), { skillSetId, reason: 'A report.' })
  await liftQuarantine(await admin(), id, 'A false alarm.')
  const recallId = await recall(first, { versionIds: [first.id, second.id] })

  const { removals } = await listRemovals({ db })

  const nameOf = ({ publisher, slug }: typeof skillSet) => `${publisher.handle}.${slug}`
  const of = (name: string) => removals.filter(({ subject }) => subject.startsWith(name))
  // Removals of other tests may have no page.
  const own = [...of(nameOf(yanked.skillSet)), ...of(nameOf(skillSet))]
  expect(own.map(({ href }) => href)).toEqual(
    own.map(({ subject }) => `/${subject.split(' ')[0]!.replace('.', '/')}`),
  )
  expect(of(nameOf(yanked.skillSet))).toMatchObject([
    { by: 'publisher', reason: 'Its publisher took it down; the page of the version has the reason.' },
  ])
  expect(of(nameOf(skillSet)).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 3 }, () => `${nameOf(skillSet)} 1.0.0`),
  )
  const numbersFor = async (ctx: Context) => (await getRecallPage(ctx, recallId)).recall.numbers
  expect(await numbersFor(visitor())).toEqual(['1.0.0'])
  expect((await numbersFor(await contextFor(skillSet.publisher.owner))).toSorted()).toEqual([
    '1.0.0',
    '1.0.1',
  ])
})
