import { expect, test } from 'vitest'
import { DESTINATIONS, destinationsFor, isListedFirst } from './destinations.ts'
import { paths } from './paths.ts'

test('every page of the settings, of publishers and of admins has a name of its own in the palette', () => {
  const labels = DESTINATIONS.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  const hrefs = destinationsFor('ADMIN').map(({ href }) => href)
  const areas = /^\/(settings|admin|publish)(\/|$)/
  // Other pages or links lead to these.
  const others: string[] = [
    paths.confirmIdentity,
    paths.deleteAccount,
    paths.deleteOrganisation,
    paths.publishNew,
    paths.providerNew,
  ]
  const pages = Object.values(paths).filter(
    (path) => typeof path === 'string' && areas.test(path),
  ) as string[]
  expect(pages.filter((path) => !hrefs.includes(path) && !others.includes(path))).toEqual([])
})

test('a user is offered no page of admins, and a visitor only what needs no account', () => {
  const isAdmins = ({ href }: { href: string }) => href.startsWith('/admin')
  expect(destinationsFor('USER').some(isAdmins)).toBe(false)
  expect(destinationsFor(null).map(({ href }) => href)).toEqual([paths.home, paths.docs, paths.removals])
})

test('rarely used pages are only found by their name', () => {
  const first = destinationsFor('USER').filter(isListedFirst)
  expect(first.map(({ href }) => href)).toContain(paths.vault)
  expect(first.map(({ href }) => href)).not.toContain(paths.retention)
})
