import { expect, test } from 'vitest'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { contractDocument, contractHash } from '../document/contract-document.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { permissionLines } from '../permissions/permission-lines.ts'
import { changesBetween } from './changes.ts'

const inLane = (limits: SkillDocument['limits']) =>
  makeSkillSetDocument({
    skills: [makeSkillDocument({ slug: 'crawl', name: 'Crawl', ...(limits && { limits }) })],
  })
const QUICK = inLane(undefined)
const LONG = inLane({ lane: 'long' })

test('moving a skill to the long lane is breaking and needs consent, and moving it back is neither', () => {
  const [toLong] = changesBetween(QUICK, LONG).changes.filter(({ pointer }) =>
    pointer.endsWith('/limits/lane'),
  )
  const [toQuick] = changesBetween(LONG, QUICK).changes.filter(({ pointer }) =>
    pointer.endsWith('/limits/lane'),
  )

  expect(toLong).toMatchObject({ bump: 'major', breaking: true, consent: true })
  expect(toQuick).toMatchObject({ bump: 'minor', breaking: false })
})

test('the contract of a skill changes with its lane, and is the same with and without the default', () => {
  const hashOf = (document: typeof QUICK) => contractHash(contractDocument(document, document.skills[0]!))

  expect(hashOf(LONG)).not.toBe(hashOf(QUICK))
  expect(hashOf(inLane({ lane: 'quick' }))).toBe(hashOf(QUICK))
})

test('consent states that a skill runs in the background, and for how long', () => {
  expect(permissionLines(inLane({ lane: 'long', timeoutMs: 300_000 }))).toContainEqual({
    kind: 'lane',
    sentence: '“Crawl” runs in the background, for up to 5 minutes. A call returns a queued run.',
    isSevere: false,
    grants: ['lane crawl'],
  })
})
