// Compares the fast algorithm with a simple one that recomputes all nodes in each round.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Edges, refine } from './refine.ts'

function refineNaively(labels: readonly string[], edges: readonly Edges[]): number[] {
  const numbered = (names: readonly string[]) => names.map((name) => names.indexOf(name))
  let ids = numbered(labels.map((label, node) => `${label} ${edges[node]!.map(([location]) => location)}`))
  for (;;) {
    const next = numbered(ids.map((id, node) => `${id} ${edges[node]!.map(([, to]) => ids[to])}`))
    if (String(next) === String(ids)) return ids
    ids = next
  }
}

const inOrder = (ids: readonly number[]) => ids.map((id) => [...new Set(ids)].indexOf(id))

test('partition refinement finds the same groups as comparing all pairs, for any graph', () => {
  const graph = fc.integer({ min: 1, max: 40 }).chain((size) =>
    fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b'),
        fc.uniqueArray(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.nat(size - 1)), {
          maxLength: 3,
          selector: ([location]) => location,
        }),
      ),
      { minLength: size, maxLength: size },
    ),
  )
  fc.assert(
    fc.property(graph, (nodes) => {
      const labels = nodes.map(([label]) => label)
      const edges = nodes.map(([, each]) => each.toSorted(([a], [b]) => (a < b ? -1 : 1)))

      expect(refine(labels, edges)).toEqual(inOrder(refineNaively(labels, edges)))
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 10_000 : 500 },
  )
})

test('chains of thousands of schemas that differ only at the end are compared quickly', () => {
  const length = 20_000
  const labels = Array.from({ length }, (_, node) => (node === length - 1 ? 'end' : 'link'))
  const edges = labels.map((_, node): Edges => (node === length - 1 ? [] : [['next', node + 1]]))
  const began = process.cpuUsage()

  expect(new Set(refine(labels, edges)).size).toBe(length)
  // The simple algorithm takes minutes for this graph.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
})
