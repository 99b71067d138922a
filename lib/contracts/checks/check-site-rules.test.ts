import { expect, test } from 'vitest'
import { BUILT_IN_CATEGORIES, makeCategoryId } from '../document/categories.ts'
import { checkSiteRules } from './check-site-rules.ts'

const CATEGORIES = [
  { id: 'text', label: 'Words' },
  { id: 'health', label: 'Health' },
  { id: 'weather', label: 'Weather', isRetired: true },
]

const issuesOf = (document: object, deniedHosts: string[] = []) =>
  checkSiteRules({ ...document } as never, { categories: CATEGORIES, deniedHosts }).map(
    ({ path, message }) => `${path}: ${message}`,
  )

test('a draft chooses among the categories that this site offers', () => {
  expect(issuesOf({ categories: ['text', 'health'] })).toEqual([])
  expect(issuesOf({ categories: ['health', 'fun'] })).toEqual(['/categories/1: must be one of text, health'])
  expect(issuesOf({ categories: ['weather'] })).toEqual([
    '/categories/0: “Weather” is not offered on this site any more: must be one of text, health',
  ])
})

test.each([
  ['the host itself', 'tracker.example'],
  ['a host below it', 'eu.tracker.example'],
  ['all hosts below it', '*.tracker.example'],
])('a draft that declares %s of a denied name is marked at that entry', (_what, declared) => {
  expect(issuesOf({ permissions: { network: ['api.example', declared] } }, ['tracker.example'])).toEqual([
    `/permissions/network/1: Skills on this site may not reach ${declared}: its operator denied that host.`,
  ])
})

test.each(['mytracker.example', 'example', '*.example'])(
  'a draft that declares %s is not marked for a denied host that only resembles it',
  (declared) => {
    expect(issuesOf({ permissions: { network: [declared] } }, ['tracker.example'])).toEqual([])
  },
)

test.each([
  { categories: 'text' },
  { categories: [1] },
  { permissions: { network: 7 } },
  { permissions: [] },
])('the malformed draft %j is left to the other checks', (document) => {
  expect(issuesOf(document, ['a.example'])).toEqual([])
})

test('the id of a new category comes from its name and is free', () => {
  expect(makeCategoryId('Health & Care', CATEGORIES)).toBe('health_care')
  expect(makeCategoryId('Health', CATEGORIES)).toBe('health_2')
  expect(makeCategoryId('日付', BUILT_IN_CATEGORIES)).toBe('category')
})
