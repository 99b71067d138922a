// The quick way to tell nodes apart, against the plain one: round by round, all of them anew.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refine, type Ways } from './refine.ts'

function plainly(labels: readonly string[], ways: readonly Ways[]): number[] {
  const numbered = (names: readonly string[]) => names.map((name) => names.indexOf(name))
  let ids = numbered(labels.map((label, node) => `${label} ${ways[node]!.map(([place]) => place)}`))
  for (;;) {
    const next = numbered(ids.map((id, node) => `${id} ${ways[node]!.map(([, to]) => ids[to])}`))
    if (String(next) === String(ids)) return ids
    ids = next
  }
}

const inOrder = (ids: readonly number[]) => ids.map((id) => [...new Set(ids)].indexOf(id))

test('groups are those of the plain way, whatever the graph', () => {
  const graph = fc.integer({ min: 1, max: 40 }).chain((size) =>
    fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b'),
        fc.uniqueArray(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.nat(size - 1)), {
          maxLength: 3,
          selector: ([place]) => place,
        }),
      ),
      { minLength: size, maxLength: size },
    ),
  )
  fc.assert(
    fc.property(graph, (nodes) => {
      const labels = nodes.map(([label]) => label)
      const ways = nodes.map(([, each]) => each.toSorted(([a], [b]) => (a < b ? -1 : 1)))

      expect(refine(labels, ways)).toEqual(inOrder(plainly(labels, ways)))
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 10_000 : 500 },
  )
})

test('a chain of thousands, of which only the end differs, is told apart at once', () => {
  const length = 20_000
  const labels = Array.from({ length }, (_, node) => (node === length - 1 ? 'end' : 'link'))
  const ways = labels.map((_, node): Ways => (node === length - 1 ? [] : [['next', node + 1]]))
  const began = process.cpuUsage()

  expect(new Set(refine(labels, ways)).size).toBe(length)
  // Round by round, all of them anew, it takes minutes.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
})
