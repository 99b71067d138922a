import { expect, test } from 'vitest'
import { rankHosts } from './rank-hosts.ts'

const hosts = ['tls://a:1', 'tls://b:1', 'tls://c:1'].map((name) => ({ name }))
const publishers = Array.from({ length: 300 }, (_, n) => `press_${n}`)
const homeOf = (publisher: string, among = hosts) => rankHosts(among, publisher)[0]!.name

test('each host is home to about as many publishers as another', () => {
  for (const { name } of hosts) {
    const homes = publishers.filter((publisher) => homeOf(publisher) === name).length
    expect(homes).toBeGreaterThan(70)
    expect(homes).toBeLessThan(130)
  }
})

test('when a host goes, its publishers move to where they would have gone next, and no others move', () => {
  const left = hosts.slice(1)

  for (const publisher of publishers) {
    const [home, next] = rankHosts(hosts, publisher)
    expect(homeOf(publisher, left)).toBe(home === hosts[0] ? next?.name : home?.name)
  }
})

test('the order in which hosts are listed does not matter', () => {
  const turned = hosts.toReversed()

  expect(publishers.map((publisher) => homeOf(publisher, turned))).toEqual(
    publishers.map((publisher) => homeOf(publisher)),
  )
})
